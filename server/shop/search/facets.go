package search

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/shop/search/internal/index"
)

// Facets counts what the products have that Products would find, and reads the words as
// that does.
func (s Searcher) Facets(ctx context.Context, b *api.ProductsFacetsRequest) (api.ProductFacets, error) {
	none := int64(0)
	r, err := s.read(ctx, &api.ProductsSearchRequest{
		Q: b.Q, Ids: b.Ids, Slugs: b.Slugs, CategorySlug: b.CategorySlug, Brand: b.Brand, Brands: b.Brands, FrameColor: b.FrameColor, LensColor: b.LensColor,
		Featured: b.Featured, InStock: b.InStock, MinPriceOere: b.MinPriceOere, MaxPriceOere: b.MaxPriceOere, Attributes: b.Attributes,
		UpdatedSince: b.UpdatedSince, Offset: &none,
	})
	if err != nil {
		return api.ProductFacets{}, err
	}
	found, whole, err := r.facets(ctx, s.finder(ctx))
	if err == nil && !whole {
		found, _, err = r.facets(ctx, inDatabase{s.Store})
	}
	if err != nil {
		return api.ProductFacets{}, err
	}
	return toFacets(&found), nil
}

// facets counts what is found. whole is false when the database has to be queried
// instead.
func (r *request) facets(ctx context.Context, in finder) (found index.Facets, whole bool, err error) {
	found, whole = index.Facets{Least: math.MaxInt64, Most: math.MinInt64}, true // of words that find nothing
	err = r.try(ctx, in, func(q *index.Query) (total int, err error) {
		found, whole, err = in.facets(ctx, q)
		return found.Total, err
	})
	return found, whole, err
}

// mostValues is the maximum number of values of a facet: the most frequent.
const mostValues = 100

func toFacets(f *index.Facets) api.ProductFacets {
	facets := api.ProductFacets{
		Brands: mostFrequent(f.Brands), FrameColors: mostFrequent(f.Frames), LensColors: mostFrequent(f.Lenses), Categories: mostFrequent(f.Categories),
		InStockCount: int64(f.InStock), Total: int64(f.Total),
	}
	if f.Least <= f.Most {
		facets.PriceRange = &api.PriceRangeOrNull{MinOere: f.Least, MaxOere: f.Most}
	}
	return facets
}

// mostFrequent returns the most frequent values, and those of the same frequency in
// order. A value is written as it is most often.
func mostFrequent(labels []index.LabelCount) []api.FacetValue {
	slices.SortFunc(labels, func(a, b index.LabelCount) int {
		return cmp.Or(cmp.Compare(a.Key, b.Key), cmp.Compare(b.Count, a.Count), cmp.Compare(a.Text, b.Text))
	})
	values := []api.FacetValue{}
	for i, l := range labels {
		if i == 0 || l.Key != labels[i-1].Key {
			values = append(values, api.FacetValue{Value: l.Text})
		}
		values[len(values)-1].Count += int64(l.Count)
	}
	slices.SortFunc(values, func(a, b api.FacetValue) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Value, b.Value))
	})
	return values[:min(len(values), mostValues)]
}
