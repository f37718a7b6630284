package index

import (
	"testing"

	"github.com/google/uuid"

	"github.com/storefront/storefront/server/test/racing"
)

// Pages that are remembered are those of a full scan, whatever changes: what is asked
// again and again, between changes that are large, or of stock and prices alone.
func TestPagesThatAreRememberedAreRight(t *testing.T) {
	t.Parallel()
	s := newShop(13)
	s.applyBoth(s.change())
	var asked []Query
	for range 40 {
		asked = append(asked, s.query())
	}
	kept := 0
	for range 60 / racing.OneIn {
		switch s.IntN(8) {
		case 0:
			s.applyBoth(s.change())
		case 1:
			s.recategorise()
		case 2:
			s.index.Compact()
		case 3:
			s.applyBoth(nil, []uuid.UUID{s.ids[s.IntN(len(s.ids))]})
		default:
			s.sell(5)
			kept += len(s.index.pages.lasting.young)
		}
		for i := range asked {
			s.compareSearch(t, &asked[i])
		}
	}
	s.index.merges.Wait()
	if kept == 0 {
		t.Error("no page was kept while only stock and prices changed")
	}
}

func (s *shop) applyBoth(changed []Product, gone []uuid.UUID) {
	s.apply(changed, gone)
	s.index.Apply(changed, gone)
}

// sell changes what Adjust changes of some products, and applies the rest.
func (s *shop) sell(n int) {
	var states []State
	for id, p := range s.products {
		if len(states) == n {
			break
		}
		p = s.sold(p)
		s.products[id] = p
		states = append(states, State{p.ID, p.Content, p.Price, p.Stock, p.Updated, p.Featured})
	}
	var late []Product
	for _, id := range s.index.Adjust(states) {
		late = append(late, s.products[id])
	}
	s.index.Apply(late, nil)
}
