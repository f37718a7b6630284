package index

// first finds the first k products that pass the filter, in list order.
func (s *segment) first(into *answers, f *filter, k int, number uint16) {
	if f.category != 0 {
		for _, p := range s.members.of(f.category) {
			if k == 0 {
				return
			}
			if s.passes(p, f) {
				into.add(place{product: p, segment: number})
				k--
			}
		}
		return
	}
	for p := range uint32(s.len()) {
		if k == 0 {
			return
		}
		if s.passes(p, f) {
			into.add(place{product: p, segment: number})
			k--
		}
	}
}
