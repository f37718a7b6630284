// Package search finds products by words and filters. A request is read into words, a filter, an
// order and a page, and answered by a finder: the index, which an Indexer keeps in memory, or
// PostgreSQL while there is none.
package search

import (
	"context"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/text"
	"github.com/storefront/storefront/server/shop/search/internal/index"
	"github.com/storefront/storefront/server/shop/settings"
)

// Searcher answers searches.
type Searcher struct {
	Store    *store.Store
	Index    *Indexer // nil: PostgreSQL alone searches
	Switches *settings.Switches
	Synonyms *settings.Synonyms
	// OnSearch is told of each search with words, but not of its later pages; nil if nobody wants to know.
	OnSearch func(q string, found int64)
}

// finder finds products: the index or the database.
type finder interface {
	// find appends the hits of a query to dst, as JSON objects separated by commas,
	// with marks for the address of the service.
	find(ctx context.Context, dst []byte, q *index.Query) ([]byte, index.Found, error)

	// facets counts what the products have that a query finds. whole is false when
	// the database has to be queried instead.
	facets(ctx context.Context, q *index.Query) (found index.Facets, whole bool, err error)

	// scarce returns the first products with at most threshold pieces after a place in
	// their list, and counts all of them, and the live products.
	scarce(ctx context.Context, threshold int64, after Scarce, limit int) (first []Scarce, scarce, live int64, err error)

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

// finder returns the index if it is as new as the database, and the database otherwise.
func (s Searcher) finder(ctx context.Context) finder {
	if products := s.Index.await(ctx); products != nil {
		return inIndex{products}
	}
	return inDatabase{s.Store}
}

// Products appends the hits of a request to dst, as JSON objects separated by commas, with
// marks for the address of the service, and describes their page. If nothing matches, the
// words that no product contains are replaced by the indexed words with the most similar
// spelling.
func (s Searcher) Products(ctx context.Context, dst []byte, b *api.ProductsSearchRequest) ([]byte, *api.SearchPage, error) {
	r, err := s.read(ctx, b)
	if err != nil {
		return nil, nil, err
	}
	in := s.finder(ctx)
	out, found, err := r.find(ctx, in, dst)
	if err != nil {
		return nil, nil, err
	}
	page, err := r.page(ctx, in, &found)
	if err != nil {
		return nil, nil, err
	}
	if s.OnSearch != nil && r.words != nil && r.query.After == nil && r.query.Offset == 0 {
		s.OnSearch(*b.Q, page.Total)
	}
	return out, page, nil
}

func (r *request) find(ctx context.Context, in finder, dst []byte) (out []byte, found index.Found, err error) {
	out, found = dst, index.Counted(0)
	err = r.try(ctx, in, func(q *index.Query) (total int, err error) {
		out, found, err = in.find(ctx, dst, q)
		return found.Total, err
	})
	return out, found, err
}

// try calls ask with the query and, while that finds nothing, with words split in two
// and with similar words, unless this is a later page: then it is known which words were
// found. It tries none while that is switched off.
func (r *request) try(ctx context.Context, in finder, ask func(*index.Query) (total int, err error)) error {
	if r.findsNothing {
		return nil
	}
	total, err := ask(r.queryOf(r.near))
	if err != nil || total > 0 || r.query.After != nil {
		return err
	}
	if on, err := r.switches.On(ctx, settings.TypoSearch); err != nil || !on {
		return err
	}
	for _, instead := range []func(context.Context, finder) (map[string][]string, error){r.split, r.respell} {
		near, err := instead(ctx, in)
		if err != nil {
			return err
		}
		if len(near) == 0 {
			continue
		}
		if total, err = ask(r.queryOf(near)); err != nil || total > 0 {
			r.near = near
			return err
		}
	}
	return nil
}

// respell returns the words with the most similar spelling instead of those that
// nothing matches.
func (r *request) respell(ctx context.Context, in finder) (map[string][]string, error) {
	missing, err := in.missing(ctx, respellable(r.words))
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
