package index

import "slices"

// Who writes a whole sku or name means that product, whatever else the words find.

// findMeant finds the products of the query's sku and name in a segment.
func (s *search) findMeant(in *segment, number uint16, expansions []expansion) {
	add := func(p uint32, to *[]place) {
		score, found := in.scoreOf(p, expansions)
		if found && in.passes(p, &s.filter) {
			*to = append(*to, place{p, number, score})
		}
	}
	if s.query.Sku != "" {
		for w, end := in.words.equal([]byte(s.query.Sku)); w < end; w++ {
			for _, p := range in.postings.of(w) {
				add(p, &s.bySku)
			}
		}
	}
	if s.query.Name == "" {
		return
	}
	for p := in.after(&SortKey{Name: s.query.Name}); p < uint32(in.len()) && string(in.names.at(p)) == s.query.Name; p++ {
		if !isAmong(s.bySku, p, number) {
			add(p, &s.named)
		}
	}
}

// isAmong reports whether some places are that of a product.
func isAmong(places []place, p uint32, number uint16) bool {
	return slices.ContainsFunc(places, func(one place) bool { return one.product == p && one.segment == number })
}

// meantFirst puts the products of the query's sku before all others, and those of its name behind them.
func (s *search) meantFirst(places []place) []place {
	if len(s.bySku)+len(s.named) == 0 {
		return places
	}
	slices.SortFunc(s.bySku, s.compare)
	slices.SortFunc(s.named, s.compare)
	meant := slices.Concat(s.bySku, s.named)
	others := slices.DeleteFunc(places, func(p place) bool { return isAmong(meant, p.product, p.segment) })
	all := slices.Concat(meant, others)
	return all[:min(len(all), s.k)]
}
