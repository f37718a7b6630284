package catalog

import (
	"math"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/fold"
	"github.com/storefront/storefront/server/shop/catalog/internal/index"
)

// inMemory is inDatabase with the index.
func inMemory(products *index.Index, b *api.ProductsSearchRequest, words []string) *reused {
	into := buffer()
	query := index.Query{Terms: queryTerms(words, nil), Filter: filterOf(b), Offset: int(*b.Offset), Limit: int(*b.Limit)}
	out, found := products.Search(append(into.body[:0], before...), &query)
	if !found && len(words) > 0 {
		if near := nearest(products, words); len(near) > 0 {
			query.Terms = queryTerms(words, near)
			out, _ = products.Search(out, &query)
		}
	}
	out = append(out, after...)
	into.body = out
	return into
}

// nearest returns the most similar indexed words for each word that nothing
// contains.
func nearest(products *index.Index, words []string) map[string][]string {
	near := map[string][]string{}
	for _, word := range words {
		for _, variant := range fold.Variants(word) {
			if variant == "" || !products.Missing(variant) {
				continue
			}
			if similar := products.Similar(variant); len(similar) > 0 {
				near[variant] = similar
			}
		}
	}
	return near
}

func filterOf(b *api.ProductsSearchRequest) index.Filter {
	f := index.Filter{
		Category: folded(b.CategorySlug), Brand: folded(b.Brand), Frame: folded(b.FrameColor), Lens: folded(b.LensColor),
		Featured: b.Featured, InStock: b.InStock != nil && *b.InStock, Max: math.MaxInt64,
	}
	if b.MinPriceOere != nil {
		f.Min = *b.MinPriceOere
	}
	if b.MaxPriceOere != nil {
		f.Max = *b.MaxPriceOere
	}
	return f
}

func folded(text *string) string { return orEmpty(fold.CasePtr(text)) }
