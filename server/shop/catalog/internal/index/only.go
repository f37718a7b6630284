package index

// only returns the products of the segment that f names, by their ids, slugs and
// attributes, or nil if it names none.
func (s *segment) only(sc *scratch, f *Filter) set {
	var all set
	narrow := func(mark func(into set)) {
		into := zeros(&sc.named[1], setSize(s.len()))
		mark(into)
		if all == nil {
			all = into
			sc.named[0], sc.named[1] = sc.named[1], sc.named[0]
			return
		}
		for i := range all {
			all[i] &= into[i]
		}
	}
	if f.IDs != nil {
		narrow(func(into set) {
			for _, id := range f.IDs {
				if p, found := s.find(id); found {
					into.set(p)
				}
			}
		})
	}
	if f.Slugs != nil {
		narrow(func(into set) {
			for _, slug := range f.Slugs {
				s.markSlug(into, slug)
			}
		})
	}
	for _, keys := range f.Attributes {
		narrow(func(into set) {
			for _, key := range keys {
				into.setAll(s.attributes.of(key))
			}
		})
	}
	return all
}
