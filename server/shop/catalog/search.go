package catalog

import (
	"context"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/fold"
	"github.com/storefront/storefront/server/platform/plainjson"
	"github.com/storefront/storefront/server/shop/catalog/internal/index"
	"github.com/storefront/storefront/server/shop/features"
)

// ProductsSearch finds live products by words and filters. If nothing matches,
// the words that no product contains are replaced by the indexed words with the
// most similar spelling.
func (h Products) ProductsSearch(ctx context.Context, req api.ProductsSearchRequestObject) (api.ProductsSearchResponseObject, error) {
	s, err := newSearch(req.Body, h.Switches)
	if err != nil {
		return nil, err
	}
	if products := h.Memory.Await(ctx); products != nil {
		return s.answer(ctx, inMemory{products})
	}
	return s.answer(ctx, inDatabase{h.Store})
}

// finder answers searches: the index or the database.
type finder interface {
	// find appends the hits of a search to dst, as JSON objects separated by commas.
	find(ctx context.Context, dst []byte, s *search, terms []index.Term) ([]byte, index.Found, error)

	// similar returns the words with the most similar spelling, the most similar
	// first, for each spelling of words that matches nothing.
	similar(ctx context.Context, spellings []index.Spelling) (map[string][]string, error)

	knowsCategory(ctx context.Context, slug string) (bool, error)

	// knowsBrand reports whether a product has one of the brands.
	knowsBrand(ctx context.Context, brands []string) (bool, error)
}

func (s *search) answer(ctx context.Context, in finder) (*reused, error) {
	into := buffer()
	out, found, err := s.find(ctx, in, append(into.body[:0], before...))
	if err != nil {
		return nil, err
	}
	page, err := s.page(ctx, in, &found)
	if err != nil {
		return nil, err
	}
	text, err := plainjson.Marshal(page)
	out = append(out, `],"page":`...)
	into.body = append(append(out, text...), '}')
	return into, err
}

// find also tries similar words, unless this is a later page: then it is known
// which words were found. It tries none while that is switched off.
func (s *search) find(ctx context.Context, in finder, dst []byte) ([]byte, index.Found, error) {
	if s.findsNothing {
		return dst, index.Counted(0), nil
	}
	out, found, err := in.find(ctx, dst, s, queryTerms(s.words, s.near))
	if err != nil || found.Total > 0 || s.after != nil {
		return out, found, err
	}
	if on, err := s.switches.On(ctx, features.TypoSearch); err != nil || !on {
		return out, found, err
	}
	near, err := in.similar(ctx, respellable(s.words))
	if err != nil || len(near) == 0 {
		return out, found, err
	}
	out, found, err = in.find(ctx, out, s, queryTerms(s.words, near))
	if found.Total > 0 {
		s.near = near
	}
	return out, found, err
}

// respellable returns the spellings of the words that may be misspelt. One with
// a digit is a number or the name of a model, and a similar one is another thing.
func respellable(words []string) (spellings []index.Spelling) {
	for _, word := range words {
		if hasDigit(word) {
			continue
		}
		for _, variant := range fold.Variants(word) {
			if variant != "" {
				spellings = append(spellings, spellingOf(word, variant))
			}
		}
	}
	return spellings
}
