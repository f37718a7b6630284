package index

import (
	"slices"
	"testing"

	"github.com/google/uuid"
)

// The pages of what runs out are those of a scan of everything, after any changes.
func TestScarce(t *testing.T) {
	t.Parallel()
	s := newShop(9)
	for range 20 {
		changed, gone := s.change()
		s.apply(changed, gone)
		s.index.Apply(changed, gone)
		f := Any
		if f.Category = s.sometimes(s.categories[s.IntN(len(s.categories))].Slug); s.IntN(3) == 0 {
			f.Brands = []string{s.value()}
		}
		q := ScarceQuery{Threshold: s.Int64N(9), Filter: f, After: Scarce{Stock: -1}, Limit: 1 + s.IntN(30)}
		if s.IntN(2) == 0 {
			q.Rank = func(goods uuid.UUID, stock int64) (int64, bool) { return int64(goods[15]%3) - stock, goods[14]%4 > 0 }
			q.After.Rank = -1 << 62
		}
		want, scarce := s.scarce(&q)
		for {
			page, few, live := s.index.Scarce(&q)
			if few != scarce || live != len(s.products) || !slices.Equal(page, want[:min(q.Limit, len(want))]) {
				t.Fatalf("%d of %d, %v\nwant %d of %d, %v", few, live, page, scarce, len(s.products), want)
			}
			if want = want[len(page):]; len(page) == 0 {
				break
			}
			q.After = page[len(page)-1]
		}
	}
}

// scarce returns all that a query lists, whatever its limit, and counts what it would list with any filter.
func (s *shop) scarce(q *ScarceQuery) (all []Scarce, scarce int) {
	add := func(p *Product, one Scarce) {
		if one.Stock > q.Threshold {
			return
		}
		scarce++
		listed := true
		if q.Rank != nil {
			one.Rank, listed = q.Rank(one.Goods(), one.Stock)
		}
		if listed && s.passes(p, &q.Filter) {
			all = append(all, one)
		}
	}
	for _, p := range s.products {
		if p.Pieces == "" {
			add(&p, Scarce{Stock: p.Stock, Name: p.Name, ID: p.ID})
		}
		for variant, stock := range p.Pieces.each() {
			add(&p, Scarce{Stock: stock, Name: p.Name, ID: p.ID, Variant: variant})
		}
	}
	slices.SortFunc(all, Scarce.Compare)
	return all, scarce
}
