package search

import (
	mathbits "math/bits"
	"slices"
)

const (
	fanIn       = 8    // segments of about the same size that become one
	mergeAtOnce = 4096 // products of which a merge is made before the change is answered
)

// tidy merges segments, so that there are few: each product is copied once for
// every eightfold growth. Small merges are made at once, a large one beside the
// searches.
func (x *Index) tidy() {
	for {
		group := x.group()
		if group == nil {
			return
		}
		size := 0
		for _, s := range group {
			size += s.len()
		}
		if size <= mergeAtOnce {
			x.merge(group)
			continue
		}
		if x.merging.TryLock() {
			x.merges.Go(func() {
				defer x.merging.Unlock()
				x.merge(group)
			})
		}
		return
	}
}

// group returns segments that should be one: fanIn of a size, or one of which
// much is dead.
func (x *Index) group() []*segment {
	x.mu.RLock()
	defer x.mu.RUnlock()
	levels := map[int][]*segment{}
	for _, s := range x.segments {
		if s.len()-s.live > s.live/3+fanIn {
			return []*segment{s}
		}
		level := mathbits.Len(uint(s.len())) / 3 //nolint:gosec // not negative
		if levels[level] = append(levels[level], s); len(levels[level]) == fanIn {
			return levels[level]
		}
	}
	return nil
}

// merge puts one segment in the place of several.
func (x *Index) merge(group []*segment) {
	x.mu.RLock()
	frozen := make([]*segment, len(group))
	for i, s := range group {
		f := *s
		f.dead = slices.Clone(s.dead)
		frozen[i] = &f
	}
	x.mu.RUnlock()

	result := merged(frozen)

	x.mu.Lock()
	defer x.mu.Unlock()
	for i, s := range group {
		for p := range s.dead.all() {
			if !frozen[i].dead.has(p) { // it died meanwhile
				if q, found := result.find(s.ids[p]); found {
					result.kill(q)
				}
			}
		}
	}
	at := slices.Index(x.segments, group[0])
	x.segments[at] = result
	x.segments = slices.DeleteFunc(x.segments, func(s *segment) bool { return s != result && slices.Contains(group, s) })
}
