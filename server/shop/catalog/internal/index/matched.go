package index

// matched returns the products of a segment that match all terms, without their scores:
// who counts products, or lists them in another order, needs none.
func (s *segment) matched(sc *scratch, terms []term) set {
	found := zeros(&sc.found.is, setSize(s.len()))
	expansions := s.expandAll(terms)
	if expansions == nil {
		return found
	}
	s.mark(&expansions[0], found)
	for i := range expansions[1:] {
		r := &expansions[1+i]
		if left := found.count(); left == 0 {
			break
		} else if r.size/lookupCost > left {
			s.dropOthers(found, r)
			continue
		}
		other := zeros(&sc.other.is, len(found))
		s.mark(r, other)
		for i := range found {
			found[i] &= other[i]
		}
	}
	return found
}

// mark adds all products that the term matches.
func (s *segment) mark(r *expansion, into set) {
	for _, sp := range r.spans {
		for w := sp.from; w < sp.to; w++ {
			into.setAll(s.postings.of(w))
		}
	}
	for _, words := range r.ended {
		for _, w := range words {
			into.setAll(s.postings.of(w))
		}
	}
	for _, c := range r.categories {
		into.setAll(s.members.of(c.number))
	}
}

// dropOthers removes the products that the term does not match, by a lookup in each.
func (s *segment) dropOthers(found set, r *expansion) {
	for p := range found.all() {
		if _, matches := s.lookup(p, r); !matches {
			found.unset(p)
		}
	}
}
