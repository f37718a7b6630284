package index

import (
	"bytes"
	"cmp"
	"iter"
	mathbits "math/bits"
	"slices"
	"sort"
)

// numbered is a product with the number by which it is ordered.
type numbered struct {
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
		one := numbered{at, place{product: p, segment: number}}
		if s.query.After == nil || s.compareWith(one, s.query.After) > 0 {
			s.keep(one)
		}
	}
	s.counted += in.count(&s.filter, s.left())
}

// keep adds a product, unless k others come before it. It drops all but the first
// k whenever there are twice as many.
func (s *search) keep(one numbered) {
	if s.last != nil && s.compareWith(one, s.last) > 0 {
		return
	}
	if s.numbered = append(s.numbered, one); len(s.numbered) == 2*s.k {
		s.sortNumbered()
		last := s.numbered[s.k-1]
		s.last = &Position{Number: last.number, ID: s.segments[last.segment].ids[last.product]}
	}
}

func (s *search) sortNumbered() {
	slices.SortFunc(s.numbered, func(a, b numbered) int {
		id := s.segments[b.segment].ids[b.product]
		return s.compareWith(a, &Position{Number: b.number, ID: id})
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

// compareWith compares a product with a position in an order by number.
func (s *search) compareWith(a numbered, b *Position) int {
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

// after returns the first product after a position in list order.
func (s *segment) after(at *Position) uint32 {
	return uint32(sort.Search(s.len(), func(i int) bool {
		name := bytes.Compare(s.names.at(uint32(i)), []byte(at.Name))
		return name > 0 || name == 0 && bytes.Compare(s.ids[i][:], at.ID[:]) > 0
	}))
}

// position returns the position of a product in an order other than that of
// relevance.
func (x *Index) position(p place, order Order) Position {
	s := x.segments[p.segment]
	if order == ByName {
		return Position{Name: string(s.names.at(p.product)), ID: s.ids[p.product]}
	}
	return Position{Number: s.number(p.product, order), ID: s.ids[p.product]}
}

// candidates returns the products among which those that pass the filter are, in
// list order, from the given one on.
func (s *segment) candidates(f *filter, from uint32) iter.Seq[uint32] {
	if f.only != nil {
		return f.only.from(from)
	}
	if f.category != 0 {
		return s.membersFrom(f.category, from)
	}
	return func(yield func(uint32) bool) {
		for p := from; int(p) < s.len() && yield(p); p++ {
		}
	}
}

// membersFrom returns the members of a category, from a product on.
func (s *segment) membersFrom(category, from uint32) iter.Seq[uint32] {
	all := s.members.of(category)
	at, _ := slices.BinarySearch(all, from)
	return slices.Values(all[at:])
}

// count returns the number of products that pass the filter, counted up to most.
func (s *segment) count(f *filter, most int) int {
	switch {
	case most == 0:
		return 0
	case f.only != nil:
		return s.countIn(f.only, f, most)
	case f.category != 0:
		return s.countOf(f.category, f, most)
	}
	n := 0
	for p := 0; p < s.len() && n < most; p++ {
		if s.passes(uint32(p), f) {
			n++
		}
	}
	return n
}

// countIn is count for the products of a set.
func (s *segment) countIn(all set, f *filter, most int) (n int) {
	if most == 0 {
		return 0
	}
	if f.open {
		for i, word := range all {
			n += mathbits.OnesCount64(word &^ s.tombstones[i])
		}
		return min(n, most)
	}
	for p := range all.all() {
		if s.passes(p, f) {
			if n++; n == most {
				break
			}
		}
	}
	return n
}

// countOf is count for the members of a category.
func (s *segment) countOf(category uint32, f *filter, most int) (n int) {
	for _, p := range s.members.of(category) {
		if s.passes(p, f) {
			if n++; n == most {
				break
			}
		}
	}
	return n
}
