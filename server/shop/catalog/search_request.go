package catalog

import (
	"context"
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/paging"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/text"
	"github.com/storefront/storefront/server/shop/catalog/internal/index"
	"github.com/storefront/storefront/server/shop/settings"
)

// search is a request of products.search, read.
type search struct {
	request      api.ProductsSearchRequest // without what differs from page to page
	switches     *settings.Switches
	searched     func(q string, found int64)
	words        []string
	synonyms     [][]string          // of each word
	suggests     bool                // the last word may be incomplete, hits are brief, and nothing is counted
	findsNothing bool                // the words are nothing but punctuation
	near         map[string][]string // the similar words that replace misspelt ones
	filter       index.Filter
	order        index.Order
	after        *index.Position
	offset       int
	limit        int
}

// usualLimit is the number of hits that are returned unless the request says
// otherwise.
const usualLimit = 20

// search reads a request.
func (h Products) search(ctx context.Context, b *api.ProductsSearchRequest) (*search, error) {
	s, err := newSearch(b)
	if err != nil {
		return nil, err
	}
	s.switches = h.Switches
	s.synonyms, err = h.Synonyms.Of(ctx, s.words)
	return s, err
}

func newSearch(b *api.ProductsSearchRequest) (*search, error) {
	s := &search{request: *b, filter: filterOf(b), offset: int(*b.Offset), limit: usualLimit}
	s.request.Cursor, s.request.Offset, s.request.Limit = nil, nil, nil
	if b.Q != nil && strings.TrimSpace(*b.Q) != "" {
		s.words = queryWords(*b.Q)
		s.findsNothing = len(s.words) == 0
	}
	if n := max(len(s.filter.IDs), len(s.filter.Slugs)); n > 0 {
		s.limit = n
	}
	if b.Limit != nil {
		s.limit = int(*b.Limit)
	}
	s.order = orderOf(b.Sort, len(s.words) > 0)
	if err := paging.CursorWithoutOffset(b.Cursor, *b.Offset); err != nil || b.Cursor == nil {
		return s, err
	}
	return s, s.readCursor(*b.Cursor)
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

func folded(t *string) string { return orEmpty(text.CasePtr(t)) }

// position is what a cursor of a search contains. The similar words are part of
// it, because other words may be similar by the time of the next page.
type position struct {
	Name   string              `json:"name,omitempty"`
	Number int64               `json:"number,omitempty"`
	ID     uuid.UUID           `json:"id"`
	Near   map[string][]string `json:"near,omitempty"`
}

// cursorList is the name under which the cursors of searches are encoded.
const cursorList = "products.search"

func (s *search) readCursor(text string) error {
	if s.order == index.ByRelevance {
		return paging.ForeignCursor()
	}
	var at position
	if err := paging.DecodeCursor(text, cursorList, s.request, &at); err != nil {
		return err
	}
	if !at.isPossible() {
		return paging.ForeignCursor()
	}
	s.after, s.near = &index.Position{Name: at.Name, Number: at.Number, ID: at.ID}, at.Near
	return nil
}

// isPossible reports whether a search can have written the position. It was, if
// its checksum was not made up. A word is replaced by others, or by the two that it
// is made of.
func (at *position) isPossible() bool {
	for word, near := range at.Near {
		for _, given := range append(near, word) {
			if words := text.Words(given); len(words) == 0 || len(words) > 2 || strings.Join(words, " ") != given {
				return false
			}
		}
	}
	return !strings.Contains(at.Name, "\x00")
}

func (s *search) writeCursor(last *index.Position) (string, error) {
	return paging.EncodeCursor(cursorList, s.request, position{last.Name, last.Number, last.ID, s.near})
}
