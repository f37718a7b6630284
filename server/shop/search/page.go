package search

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/paging"
	"github.com/storefront/storefront/server/shop/search/internal/index"
)

// page describes what was found. r.near is set if similar words were.
func (r *request) page(ctx context.Context, in finder, found *index.Found) (*api.SearchPage, error) {
	page := &api.SearchPage{
		Total: int64(found.Total), TotalIsExact: found.Exact, Matched: api.SearchMatchedExact, Messages: []api.SearchMessage{},
	}
	if r.near != nil {
		read := respelled(r.words, r.near)
		page.Matched, page.Respelled = api.SearchMatchedSimilar, &read
	}
	if next := int64(r.query.Offset + r.query.Limit); found.More && r.query.After == nil && next <= paging.Most {
		page.NextOffset = &next
	}
	if found.More && r.query.Order != index.ByRelevance {
		text, err := r.writeCursor(&found.Last)
		if err != nil {
			return nil, err
		}
		page.NextCursor = &text
	}
	if _, database := in.(inDatabase); database && r.query.Order == index.ByRelevance && found.Total > 1 {
		page.Messages = append(page.Messages, api.SearchMessage{Code: "simple_ranking", Text: "The index of the products is not used right now, so that the order by relevance is a simpler one."})
	}
	if found.Total > 0 {
		return page, nil
	}
	var err error
	page.Messages, err = r.reasons(ctx, in)
	return page, err
}

// reasons returns the filters that no product can match.
func (r *request) reasons(ctx context.Context, in finder) ([]api.SearchMessage, error) {
	messages := []api.SearchMessage{}
	add := func(code, text string) { messages = append(messages, api.SearchMessage{Code: code, Text: text}) }
	if r.query.Filter.Min > r.query.Filter.Max {
		add("empty_range", "minPriceOere is higher than maxPriceOere, so that no price is in the range.")
	}
	if slug := r.query.Filter.Category; slug != "" {
		known, err := in.knowsCategory(ctx, slug)
		if err != nil {
			return nil, err
		}
		if !known {
			add("unknown_category", fmt.Sprintf("No category has the slug %q.", slug))
		}
	}
	for _, brands := range r.wantedBrands() {
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
func (r *request) wantedBrands() (lists [][]string) {
	if brand := folded(r.body.Brand); brand != "" {
		lists = append(lists, []string{brand})
	}
	if r.body.Brands != nil {
		lists = append(lists, foldedAll(*r.body.Brands))
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
