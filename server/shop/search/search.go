// Package search finds products by words and filters. A request is read into words, a filter, an
// order and a page, and answered by a finder: the index, which an Indexer keeps in memory, or
// PostgreSQL while there is none.
package search

import (
	"cmp"
	"context"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/segmentio/encoding/json"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
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

	// scarce returns the products and variants of a query, and counts all with so few pieces, and the live products.
	scarce(ctx context.Context, q *ScarceQuery) (first []Scarce, scarce, live int64, err error)

	// missing returns the texts of the spellings that match nothing.
	missing(ctx context.Context, spellings []index.Spelling) ([]string, error)

	// similar returns the words with the most similar spelling to each of the words,
	// the most similar first.
	similar(ctx context.Context, words []string) (map[string][]string, error)

	// known returns those of the words that a product or category contains.
	known(ctx context.Context, words []string) (map[string]bool, error)

	knowsCategory(ctx context.Context, slug string) (bool, error)

	// attributes returns the attributes of all products.
	attributes(ctx context.Context) (index.Known, error)
}

// finder returns the index if it is as new as the database, and the database otherwise.
func (s Searcher) finder(ctx context.Context) finder {
	if products := s.Index.await(ctx); products != nil {
		return indexFinder{products}
	}
	return databaseFinder{s.Store}
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
	page, err := s.page(ctx, r, in, &found)
	if err != nil {
		return nil, nil, err
	}
	if s.OnSearch != nil && r.words != nil && r.query.After == nil && r.query.Offset == 0 {
		s.OnSearch(*b.Q, page.Total)
	}
	return out, page, nil
}

// mostSuggested is the number of suggestions unless the request says otherwise.
const mostSuggested = 10

// Suggestions appends brief hits of words of which the last may be incomplete to dst, as
// Products does. It finds the best hits alone: nothing is counted.
func (s Searcher) Suggestions(ctx context.Context, dst []byte, b *api.ProductsSuggestRequest) ([]byte, error) {
	none := int64(0)
	r, err := s.read(ctx, &api.ProductsSearchRequest{Q: &b.Q, Limit: b.Limit, Offset: &none})
	if err != nil {
		return nil, err
	}
	r.query.Brief = true
	if b.Limit == nil {
		r.query.Limit = mostSuggested
	}
	out, _, err := r.find(ctx, s.finder(ctx), dst)
	return out, err
}

// SlugsFound returns the slugs of the products that the words of a slug find, at most most, the best match first.
func (s Searcher) SlugsFound(ctx context.Context, slug string, most int64) ([]string, error) {
	hits, err := s.Suggestions(ctx, []byte{'['}, &api.ProductsSuggestRequest{Q: strings.ReplaceAll(slug, "-", " "), Limit: &most})
	if err != nil {
		return nil, err
	}
	var found []identity
	if err := json.Unmarshal(append(hits, ']'), &found); err != nil {
		return nil, err
	}
	slugs := make([]string, len(found))
	for i, p := range found {
		slugs[i] = p.Slug
	}
	return slugs, nil
}

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
	if b.AttributeNames != nil {
		r.query.Names = slices.Compact(slices.Sorted(slices.Values(foldedAll(*b.AttributeNames))))
	}
	in := s.finder(ctx)
	found, whole, err := r.facets(ctx, in)
	if err == nil && !whole {
		in = databaseFinder{s.Store}
		found, _, err = r.facets(ctx, in)
	}
	if err != nil {
		return api.ProductFacets{}, err
	}
	facets := toFacets(&found)
	messages, err := s.messagesOf(ctx, r, in, found.Total)
	if len(messages) > 0 {
		facets.Messages = &messages
	}
	return facets, err
}

// Scarce is the place of a product or a variant in the list of those that run out: by rank, stock, name and ids.
type Scarce = index.Scarce

// ScarceQuery asks for a part of this list.
type ScarceQuery = index.ScarceQuery

// BeforeScarce is a place before the first.
var BeforeScarce = Scarce{Stock: -1}

// Scarce returns the products and variants of a query in a category and of a brand, nil for any, from the index where it is in use: no
// index of PostgreSQL has the stock, which every order changes. It also counts all with so few pieces, and the live products. The error
// is a category_not_found if no live category has the slug.
func (s Searcher) Scarce(ctx context.Context, q ScarceQuery, categorySlug, brand *string) (first []Scarce, scarce, live int64, err error) {
	in := s.finder(ctx)
	q.Filter = filterOf(&api.ProductsSearchRequest{CategorySlug: categorySlug, Brand: brand})
	if slug := q.Filter.Category; slug != "" {
		known, err := in.knowsCategory(ctx, slug)
		if err == nil && !known {
			err = problem.Newf(problem.CategoryNotFound, "No category has the slug %q.", slug)
		}
		if err != nil {
			return nil, 0, 0, err
		}
	}
	return in.scarce(ctx, &q)
}

func (r *request) find(ctx context.Context, in finder, dst []byte) (out []byte, found index.Found, err error) {
	out, found = dst, index.FoundOf(0)
	err = r.try(ctx, in, func(q *index.Query) (total int, err error) {
		out, found, err = in.find(ctx, dst, q)
		return found.Total, err
	})
	return out, found, err
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

// mostValues is the maximum number of values of a facet: the most frequent.
const mostValues = 100

func toFacets(f *index.Facets) api.ProductFacets {
	facets := api.ProductFacets{
		Brands: mostFrequent(f.Brands), FrameColors: mostFrequent(f.Frames), LensColors: mostFrequent(f.Lenses), Categories: mostFrequent(f.Categories),
		Attributes: toAttributes(f.Attributes), InStockCount: int64(f.InStock), Total: int64(f.Total),
	}
	if f.Least <= f.Most {
		facets.PriceRange = &api.PriceRangeOrNull{MinOere: f.Least, MaxOere: f.Most}
	}
	return facets
}

// unitIn matches a name that ends with the unit of its numbers.
var unitIn = regexp.MustCompile(`[[:alpha:]]_(mm|cm|m|mg|g|kg|ml|cl|l|inch|mb|gb|tb|mhz|ghz|mah|kw|w|v)$`)

func toAttributes(counts []index.AttributeCounts) []api.AttributeFacet {
	list := make([]api.AttributeFacet, len(counts))
	for i, one := range counts {
		list[i] = api.AttributeFacet{Name: one.Text, Values: make([]api.FacetValue, len(one.Values))}
		numbers := len(one.Values) > 0
		for j, value := range one.Values {
			list[i].Values[j] = api.FacetValue{Value: value.Text, Count: int64(value.Count)}
			_, err := strconv.ParseFloat(value.Text, 64)
			numbers = numbers && err == nil
		}
		if unit := unitIn.FindStringSubmatch(one.Text); unit != nil && numbers {
			list[i].Unit = &unit[1]
		}
	}
	return list
}

// mostFrequent returns the most frequent values.
func mostFrequent(labels []index.LabelCount) []api.FacetValue {
	values := byFrequency(labels)
	return values[:min(len(values), mostValues)]
}

// byFrequency returns the values, the most frequent first and those of the same frequency in
// order. A value is written as it is most often.
func byFrequency(labels []index.LabelCount) []api.FacetValue {
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
	return values
}

// indexFinder finds products in the index.
type indexFinder struct{ products *index.Index }

func (x indexFinder) find(_ context.Context, dst []byte, q *index.Query) ([]byte, index.Found, error) {
	out, found := x.products.Search(dst, q)
	return out, found, nil
}

func (x indexFinder) facets(_ context.Context, q *index.Query) (index.Facets, bool, error) {
	found, whole := x.products.Facets(&index.Query{Terms: q.Terms, Filter: q.Filter, Names: q.Names})
	return found, whole, nil
}

func (x indexFinder) scarce(_ context.Context, q *ScarceQuery) (first []Scarce, scarce, live int64, err error) {
	first, few, all := x.products.Scarce(q)
	return first, int64(few), int64(all), nil
}

func (x indexFinder) missing(_ context.Context, spellings []index.Spelling) (texts []string, err error) {
	for _, one := range spellings {
		if x.products.Missing(one) {
			texts = append(texts, one.Text)
		}
	}
	return texts, nil
}

func (x indexFinder) similar(_ context.Context, words []string) (map[string][]string, error) {
	near := map[string][]string{}
	for _, word := range words {
		if similar := x.products.Similar(word); len(similar) > 0 {
			near[word] = similar
		}
	}
	return near, nil
}

func (x indexFinder) known(_ context.Context, words []string) (map[string]bool, error) {
	known := map[string]bool{}
	for _, word := range words {
		if !known[word] && !x.products.Missing(index.Spelling{Text: word, Whole: true}) {
			known[word] = true
		}
	}
	return known, nil
}

func (x indexFinder) knowsCategory(_ context.Context, slug string) (bool, error) {
	return x.products.KnowsCategory(slug), nil
}

func (x indexFinder) attributes(context.Context) (index.Known, error) { return x.products.Known(), nil }
