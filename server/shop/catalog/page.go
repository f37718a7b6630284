package catalog

import (
	"context"
	"fmt"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/fold"
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
	if next := int64(s.offset + s.limit); found.More && s.after == nil && next <= maxOffset {
		page.NextOffset = &next
	}
	if found.More && s.order != index.ByRelevance {
		text, err := s.writeCursor(&found.Last)
		if err != nil {
			return nil, err
		}
		page.NextCursor = &text
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
	add := func(code, text string, values ...any) {
		messages = append(messages, api.SearchMessage{Code: code, Text: fmt.Sprintf(text, values...)})
	}
	if s.filter.Min > s.filter.Max {
		add("empty_range", "minPriceOere is higher than maxPriceOere, so that no price is in the range.")
	}
	if slug := s.filter.Category; slug != "" {
		known, err := in.knowsCategory(ctx, slug)
		if err != nil {
			return nil, err
		}
		if !known {
			add("unknown_category", "No category has the slug %q.", slug)
		}
	}
	if brand := s.request.Brand; folded(brand) != "" {
		known, err := in.knowsBrand(ctx, []string{folded(brand)})
		if err != nil {
			return nil, err
		}
		if !known {
			add("unknown_brand", "No product has the brand %q.", *brand)
		}
	}
	if brands := s.request.Brands; brands != nil {
		keys := make([]string, len(*brands))
		for i, brand := range *brands {
			keys[i] = fold.Case(brand)
		}
		known, err := in.knowsBrand(ctx, keys)
		if err != nil {
			return nil, err
		}
		if !known {
			add("unknown_brand", "No product has one of the brands %q.", *brands)
		}
	}
	return messages, nil
}
