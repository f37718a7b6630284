package index

import (
	"bytes"
	"cmp"
	"slices"
	"sort"
)

// numberedPlace is a product with the number by which it is ordered.
type numberedPlace struct {
	number int64
	place
}

// byNumber adds the products of a segment that can be among the first k in an
// order by number.
func (s *search) byNumber(number uint16) {
	in, order := s.segments[number], s.query.Order
	s.match(in)
	for p := range in.candidates(&s.filter, 0) {
		at := in.number(p, order)
		if s.last != nil && (at > s.last.Number) != order.IsDescending() && at != s.last.Number || !in.passes(p, &s.filter) {
			continue
		}
		one := numberedPlace{at, place{product: p, segment: number}}
		if s.query.After == nil || s.compareWith(one, s.query.After) > 0 {
			s.keep(one)
		}
	}
	s.total += in.count(&s.filter, s.left())
}

// keep adds a product, unless k others come before it. It drops all but the first
// k whenever there are twice as many.
func (s *search) keep(one numberedPlace) {
	if s.last != nil && s.compareWith(one, s.last) > 0 {
		return
	}
	if s.numbered = append(s.numbered, one); len(s.numbered) == 2*s.k {
		s.sortNumbered()
		last := s.numbered[s.k-1]
		s.last = &SortKey{Number: last.number, ID: s.segments[last.segment].ids[last.product]}
	}
}

func (s *search) sortNumbered() {
	slices.SortFunc(s.numbered, func(a, b numberedPlace) int {
		id := s.segments[b.segment].ids[b.product]
		return s.compareWith(a, &SortKey{Number: b.number, ID: id})
	})
	s.numbered = s.numbered[:min(len(s.numbered), s.k)]
}

// firstNumbered returns the first k of the products.
func (s *search) firstNumbered() []place {
	s.sortNumbered()
	places := make([]place, len(s.numbered))
	for i, one := range s.numbered {
		places[i] = one.place
	}
	return places
}

// compareWith compares a product with a key of an order by number.
func (s *search) compareWith(a numberedPlace, b *SortKey) int {
	order := cmp.Compare(a.number, b.Number)
	if order == 0 {
		order = bytes.Compare(s.segments[a.segment].ids[a.product][:], b.ID[:])
	}
	if s.query.Order.IsDescending() {
		return -order
	}
	return order
}

// number returns the number by which a product is ordered.
func (s *segment) number(p uint32, order Order) int64 {
	switch order {
	case ByCreation:
		return s.created[p]
	case ByUpdate:
		return s.mutable.updated[p]
	}
	return s.mutable.price[p]
}

// after returns the first product after a key in list order.
func (s *segment) after(at *SortKey) uint32 {
	return uint32(sort.Search(s.len(), func(i int) bool {
		name := bytes.Compare(s.names.at(uint32(i)), []byte(at.Name))
		return name > 0 || name == 0 && bytes.Compare(s.ids[i][:], at.ID[:]) > 0
	}))
}

// sortKey returns the SortKey of a product in an order other than that of
// relevance.
func (x *Index) sortKey(p place, order Order) SortKey {
	s := x.segments[p.segment]
	if order == ByName {
		return SortKey{Name: string(s.names.at(p.product)), ID: s.ids[p.product]}
	}
	return SortKey{Number: s.number(p.product, order), ID: s.ids[p.product]}
}
