package catalog

import (
	"context"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/text"
	"github.com/storefront/storefront/server/platform/wire"
	"github.com/storefront/storefront/server/shop/catalog/internal/index"
	"github.com/storefront/storefront/server/shop/settings"
)

// ProductsSearch finds live products by words and filters. If nothing matches,
// the words that no product contains are replaced by the indexed words with the
// most similar spelling.
func (h Products) ProductsSearch(ctx context.Context, req api.ProductsSearchRequestObject) (api.ProductsSearchResponseObject, error) {
	s, err := h.search(ctx, req.Body)
	if err != nil {
		return nil, err
	}
	s.searched = h.Searched
	if products := h.Index.Await(ctx); products != nil {
		return s.answer(ctx, inMemory{products})
	}
	return s.answer(ctx, inDatabase{h.Store})
}

// finder answers searches: the index or the database.
type finder interface {
	// find appends the hits of a search to dst, as JSON objects separated by commas,
	// with marks for the address of the service.
	find(ctx context.Context, dst []byte, s *search, terms []index.Term) ([]byte, index.Found, error)

	// facets counts what the products have that a search finds. whole is false when
	// the database has to be queried instead.
	facets(ctx context.Context, s *search, terms []index.Term) (found index.Facets, whole bool, err error)

	// missing returns the texts of the spellings that match nothing.
	missing(ctx context.Context, spellings []index.Spelling) ([]string, error)

	// similar returns the words with the most similar spelling to each of the words,
	// the most similar first.
	similar(ctx context.Context, words []string) (map[string][]string, error)

	// known returns those of the words that a product or category contains.
	known(ctx context.Context, words []string) (map[string]bool, error)

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
	s.notify(page.Total)
	text, err := wire.Marshal(page)
	out = append(out, `],"page":`...)
	into.body = append(append(out, text...), '}')
	return into.complete(call.From(ctx).BaseURL), err
}

// notify says what was searched, once for all pages.
func (s *search) notify(found int64) {
	if s.searched != nil && s.words != nil && s.after == nil && s.offset == 0 {
		s.searched(*s.request.Q, found)
	}
}

func (s *search) find(ctx context.Context, in finder, dst []byte) (out []byte, found index.Found, err error) {
	out, found = dst, index.Counted(0)
	err = s.read(ctx, in, func(terms []index.Term) (total int, err error) {
		out, found, err = in.find(ctx, dst, s, terms)
		return found.Total, err
	})
	return out, found, err
}

// read calls try with the terms of the search and, while that finds nothing, with
// words split in two and with similar words, unless this is a later page: then it
// is known which words were found. It tries none while that is switched off.
func (s *search) read(ctx context.Context, in finder, try func([]index.Term) (total int, err error)) error {
	if s.findsNothing {
		return nil
	}
	total, err := try(s.terms(s.near))
	if err != nil || total > 0 || s.after != nil {
		return err
	}
	if on, err := s.switches.On(ctx, settings.TypoSearch); err != nil || !on {
		return err
	}
	for _, instead := range []func(context.Context, finder) (map[string][]string, error){s.split, s.respelt} {
		near, err := instead(ctx, in)
		if err != nil {
			return err
		}
		if len(near) == 0 {
			continue
		}
		if total, err = try(s.terms(near)); err != nil || total > 0 {
			s.near = near
			return err
		}
	}
	return nil
}

// respelt returns the words with the most similar spelling instead of those that
// nothing matches.
func (s *search) respelt(ctx context.Context, in finder) (map[string][]string, error) {
	missing, err := in.missing(ctx, respellable(s.words))
	if err != nil || len(missing) == 0 {
		return nil, err
	}
	return in.similar(ctx, missing)
}

// respellable returns the spellings of the words that may be misspelt. One with
// a digit is a number or the name of a model, and a similar one is another thing;
// so is a word for a single letter, as ø, which is spelled oe, is no øl.
func respellable(words []string) (spellings []index.Spelling) {
	for _, word := range words {
		if hasDigit(word) {
			continue
		}
		for _, variant := range text.Variants(word) {
			if one := spellingOf(word, variant); variant != "" && !one.Whole {
				spellings = append(spellings, one)
			}
		}
	}
	return spellings
}
