package search

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/paging"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/text"
	"github.com/storefront/storefront/server/platform/wire"
	"github.com/storefront/storefront/server/shop/search/internal/index"
	"github.com/storefront/storefront/server/shop/settings"
)

// request is a request of products.search, read.
type request struct {
	body         api.ProductsSearchRequest // without what differs from page to page
	switches     *settings.Switches
	words        []text.Word
	synonyms     [][]string          // of each word, and of what it is a part of
	findsNothing bool                // the words are nothing but punctuation
	near         map[string][]string // the similar words that replace misspelt ones
	query        index.Query         // without its terms, which follow from the words
}

// usualLimit is the limit of the contract unless the request has another.
const usualLimit = 20

// longestSku is the length of a sku in the contract.
const longestSku = 100

// read reads a request.
func (s Searcher) read(ctx context.Context, b *api.ProductsSearchRequest) (*request, error) {
	r, err := newRequest(b)
	if err != nil {
		return nil, err
	}
	r.switches = s.Switches
	r.synonyms, err = s.Synonyms.Of(ctx, r.words)
	return r, err
}

func newRequest(b *api.ProductsSearchRequest) (*request, error) {
	r := &request{body: *b, query: index.Query{Filter: filterOf(b), Offset: int(*b.Offset), Limit: usualLimit}}
	r.body.Cursor, r.body.Offset, r.body.Limit, r.body.Fields = nil, nil, nil, nil
	if b.Q != nil && strings.TrimSpace(*b.Q) != "" {
		r.words = queryWords(*b.Q)
		r.findsNothing = len(r.words) == 0
	}
	if b.Limit != nil {
		r.query.Limit = int(*b.Limit)
	}
	if r.query.Limit == usualLimit { // perhaps nobody asked for it: clients send a default too
		r.query.Limit = max(usualLimit, len(r.query.Filter.IDs), len(r.query.Filter.Slugs))
	}
	r.query.Order = orderOf(b.Sort, len(r.words) > 0)
	if r.query.Order == index.ByRelevance && len(r.words) > 0 {
		r.query.Name = text.Sort(strings.TrimSpace(*b.Q))
		if utf8.RuneCountInString(*b.Q) <= longestSku {
			r.query.Sku = skuWord(*b.Q)
		}
	}
	if err := paging.CursorWithoutOffset(b.Cursor, *b.Offset); err != nil || b.Cursor == nil {
		return r, err
	}
	return r, r.readCursor(*b.Cursor)
}

// orderOf returns the order of a search. Without words there is no relevance.
func orderOf(sort *api.ProductSort, words bool) index.Order {
	if sort != nil && *sort != api.ProductSortRelevance {
		return orders[*sort]
	}
	if words {
		return index.ByRelevance
	}
	return index.ByName
}

var orders = map[api.ProductSort]index.Order{
	api.ProductSortName: index.ByName, api.ProductSortPriceAsc: index.ByPrice, api.ProductSortPriceDesc: index.ByPriceDown,
	api.ProductSortNewest: index.ByCreation, api.ProductSortUpdated: index.ByUpdate,
}

func filterOf(b *api.ProductsSearchRequest) index.Filter {
	f := index.Any
	f.IDs, f.Brands, f.Attributes = idsOf(b.Ids), brandsOf(b), wantedAttributes(b.Attributes)
	f.Category, f.Frame, f.Lens = folded(b.CategorySlug), folded(b.FrameColor), folded(b.LensColor)
	f.Featured, f.InStock = b.Featured, b.InStock != nil && *b.InStock
	if b.Slugs != nil {
		f.Slugs = *b.Slugs
	}
	if b.MinPriceOere != nil {
		f.Min = *b.MinPriceOere
	}
	if b.MaxPriceOere != nil {
		f.Max = *b.MaxPriceOere
	}
	if b.UpdatedSince != nil {
		f.Since = b.UpdatedSince.UnixMilli()
	}
	return f
}

// idsOf leaves out what is no id: no product has it.
func idsOf(texts *[]string) []uuid.UUID {
	if texts == nil {
		return nil
	}
	ids := make([]uuid.UUID, 0, len(*texts))
	for _, text := range *texts {
		if id, ok := store.ParseID(text); ok {
			ids = append(ids, id)
		}
	}
	return ids
}

// brandsOf returns the brands that a product may have: brand and one of brands,
// if both are given.
func brandsOf(b *api.ProductsSearchRequest) []string {
	one := folded(b.Brand)
	switch {
	case b.Brands == nil && one == "":
		return nil
	case b.Brands == nil:
		return []string{one}
	}
	return slices.DeleteFunc(foldedAll(*b.Brands), func(brand string) bool { return one != "" && brand != one })
}

func foldedAll(texts []string) []string {
	all := make([]string, len(texts))
	for i, t := range texts {
		all[i] = text.Case(t)
	}
	return all
}

func folded(t *string) string { return wire.OrEmpty(text.CasePtr(t)) }

// page describes what was found. r.near is set if similar words were.
func (s Searcher) page(ctx context.Context, r *request, in finder, found *index.Found) (*api.SearchPage, error) {
	page := &api.SearchPage{Total: int64(found.Total), TotalIsExact: found.Exact, Matched: api.SearchMatchedExact}
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
	var err error
	if page.Messages, err = s.messagesOf(ctx, r, in, found.Total); err != nil {
		return nil, err
	}
	if _, database := in.(databaseFinder); database && r.query.Order == index.ByRelevance && found.Total > 1 {
		page.Messages = append(page.Messages, api.SearchMessage{Code: "simple_ranking", Text: "The index of the products is not used right now, so that the order by relevance is a simpler one."})
	}
	return page, nil
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

// cursor is what a cursor of a search contains. The similar words are part of
// it, because other words may be similar by the time of the next page.
type cursor struct {
	Name   string              `json:"name,omitempty"`
	Number int64               `json:"number,omitempty"`
	ID     uuid.UUID           `json:"id"`
	Near   map[string][]string `json:"near,omitempty"`
}

// cursorList is the name under which the cursors of searches are encoded. Those in the order of names have one of
// their own since Aa sorts as Å: with a place in the order of before, products would come twice.
func (r *request) cursorList() string {
	if r.query.Order == index.ByName {
		return "products.search, Aa as Å"
	}
	return "products.search"
}

func (r *request) readCursor(text string) error {
	if r.query.Order == index.ByRelevance {
		return paging.ForeignCursor()
	}
	var at cursor
	if err := paging.DecodeCursor(text, r.cursorList(), r.body, &at); err != nil {
		return err
	}
	if !at.isPossible() {
		return paging.ForeignCursor()
	}
	r.query.After, r.near = &index.SortKey{Name: at.Name, Number: at.Number, ID: at.ID}, at.Near
	return nil
}

// isPossible reports whether a search can have written the cursor. It was, if
// its checksum was not made up. A word is replaced by others, or by the words
// that it is made of.
func (at *cursor) isPossible() bool {
	for word, near := range at.Near {
		for _, given := range append(near, word) {
			if words := text.Words(given); len(words) == 0 || strings.Join(words, " ") != given {
				return false
			}
		}
	}
	return !strings.Contains(at.Name, "\x00")
}

func (r *request) writeCursor(last *index.SortKey) (string, error) {
	return paging.EncodeCursor(r.cursorList(), r.body, cursor{last.Name, last.Number, last.ID, r.near})
}
