package index

// assigned are the numbers of names.
type assigned[K comparable] struct {
	of    map[K]uint32
	next  uint32   // is above all of them
	free  []uint32 // those that were forgotten
	kept  int      // how many names there were after some were forgotten
	slack int      // how many new ones there may be, besides as many as were kept
}

// newAssigned returns numbers of which 0 is that of none.
func newAssigned[K comparable](none K) assigned[K] {
	const slack = 1000
	return assigned[K]{of: map[K]uint32{none: 0}, next: 1, slack: slack}
}

// number returns the number of a name, a new one if it has none.
func (a *assigned[K]) number(name K) uint32 {
	v, known := a.of[name]
	switch {
	case known:
		return v
	case len(a.free) > 0:
		v = a.free[len(a.free)-1]
		a.free = a.free[:len(a.free)-1]
	default:
		v = a.next
		a.next++
	}
	a.of[name] = v
	return v
}

// isCrowded reports whether there are twice as many names as were kept, so that to
// look for those that are not in use takes no longer than it took to add them.
func (a *assigned[K]) isCrowded() bool { return len(a.of) > 2*a.kept+a.slack }

// only returns the numbers of the names that are in use, and leaves a unchanged.
func (a *assigned[K]) only(inUse func(v uint32) bool) assigned[K] {
	rest := *a
	rest.of, rest.free = map[K]uint32{}, nil
	taken := newSet(int(a.next))
	for name, v := range a.of {
		if v == 0 || inUse(v) {
			rest.of[name] = v
			taken.set(v)
		}
	}
	for v := range a.next {
		if !taken.has(v) {
			rest.free = append(rest.free, v)
		}
	}
	rest.kept = len(rest.of)
	return rest
}
