package catalog

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/paging"
	"github.com/storefront/storefront/server/shop/catalog/internal/index"
)

// page describes what was found. s.near is set if similar words were.
func (s *search) page(ctx context.Context, in finder, found *index.Found) (*api.SearchPage, error) {
	page := &api.SearchPage{
		Total: int64(found.Total), TotalIsExact: found.Exact, Matched: api.SearchMatchedExact, Messages: []api.SearchMessage{},
	}
	if s.near != nil {
		read := respelled(s.words, s.near)
		page.Matched, page.Respelled = api.SearchMatchedSimilar, &read
	}
	if next := int64(s.offset + s.limit); found.More && s.after == nil && next <= paging.Most {
		page.NextOffset = &next
	}
	if found.More && s.order != index.ByRelevance {
		text, err := s.writeCursor(&found.Last)
		if err != nil {
			return nil, err
		}
		page.NextCursor = &text
	}
	if _, database := in.(inDatabase); database && s.order == index.ByRelevance && found.Total > 1 {
		page.Messages = append(page.Messages, api.SearchMessage{Code: "simple_ranking", Text: "The index of the products is not used right now, so that the order by relevance is a simpler one."})
	}
	if found.Total > 0 {
		return page, nil
	}
	var err error
	page.Messages, err = s.reasons(ctx, in)
	return page, err
}

// reasons returns the filters that no product can match.
func (s *search) reasons(ctx context.Context, in finder) ([]api.SearchMessage, error) {
	messages := []api.SearchMessage{}
	add := func(code, text string) { messages = append(messages, api.SearchMessage{Code: code, Text: text}) }
	if s.filter.Min > s.filter.Max {
		add("empty_range", "minPriceOere is higher than maxPriceOere, so that no price is in the range.")
	}
	if slug := s.filter.Category; slug != "" {
		known, err := in.knowsCategory(ctx, slug)
		if err != nil {
			return nil, err
		}
		if !known {
			add("unknown_category", fmt.Sprintf("No category has the slug %q.", slug))
		}
	}
	for _, brands := range s.wantedBrands() {
		known, err := in.knowsBrand(ctx, brands)
		if err != nil {
			return nil, err
		}
		if !known {
			add("unknown_brand", "No product has the brand "+strings.Join(quoted(brands), " or ")+".")
		}
	}
	return messages, nil
}

// wantedBrands returns the lists of brands, of each of which a product must have
// one.
func (s *search) wantedBrands() (lists [][]string) {
	if brand := folded(s.request.Brand); brand != "" {
		lists = append(lists, []string{brand})
	}
	if s.request.Brands != nil {
		lists = append(lists, foldedAll(*s.request.Brands))
	}
	return lists
}

func quoted(texts []string) []string {
	all := make([]string, len(texts))
	for i, text := range texts {
		all[i] = strconv.Quote(text)
	}
	return all
}
