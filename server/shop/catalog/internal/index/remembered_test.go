package index

import (
	"testing"

	"github.com/google/uuid"

	"github.com/storefront/storefront/server/test/racing"
)

// What is remembered is what a full scan finds, whatever changes: the same queries again and
// again, between changes of everything, and of one field that is changed in place.
func TestWhatIsRememberedIsRight(t *testing.T) {
	t.Parallel()
	s := newShop(13)
	for range 2 { // two segments that Compact merges
		var some []Product
		for range 300 {
			some = append(some, s.product(s.id()))
			s.ids = append(s.ids, some[len(some)-1].ID)
		}
		s.applyBoth(some, nil)
	}
	inPlace := []func(*Product){
		func(p *Product) { p.Price = s.Int64N(20) }, func(p *Product) { p.Featured = !p.Featured }, func(p *Product) { p.Stock = s.Int64N(2) },
		func(p *Product) { p.Stock += min(p.Stock, 1) }, func(p *Product) { p.Updated = s.Int64N(9) },
	}
	var asked []Query
	for range 40 {
		asked = append(asked, s.query())
	}
	var kept [dependences]int // pages
	for range 80 / racing.OneIn {
		step := s.IntN(10)
		switch step {
		case 0:
			s.applyBoth(s.change())
		case 1:
			s.recategorise()
		case 2:
			s.index.Compact()
		case 3:
			s.applyBoth(nil, []uuid.UUID{s.ids[s.IntN(len(s.ids))]})
		default:
			s.adjust(40, inPlace[s.IntN(len(inPlace))])
		}
		for i := range kept {
			if step > 3 {
				kept[i] += len(s.index.remembered[i].pages.young)
			}
		}
		for i := range asked {
			s.compareSearch(t, &asked[i])
			if i%4 == 0 {
				s.compareFacets(t, &asked[i])
			}
		}
	}
	s.index.merges.Wait()
	if kept[onContent] <= kept[onOffer] || kept[onOffer] == 0 || kept[onTime] > 0 {
		t.Errorf("after changes in place %v pages were kept", kept)
	}
}

func (s *shop) applyBoth(changed []Product, gone []uuid.UUID) {
	s.apply(changed, gone)
	s.index.Apply(changed, gone)
}

// adjust changes the mutable fields of n products.
func (s *shop) adjust(n int, change func(*Product)) {
	var states []State
	for id, p := range s.products {
		if len(states) == n {
			break
		}
		change(&p)
		s.products[id] = p
		states = append(states, State{p.ID, p.Content, p.Price, p.Stock, p.Updated, p.Featured})
	}
	var late []Product
	for _, id := range s.index.Adjust(states) {
		late = append(late, s.products[id])
	}
	if late != nil {
		s.index.Apply(late, nil)
	}
}
