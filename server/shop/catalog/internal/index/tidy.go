package index

import (
	"math"
	mathbits "math/bits"
	"slices"
)

const (
	fanIn      = 8 // segments of about the same size that become one
	smallLevel = 2 // up to 255 products: merged before the change is answered
)

// level tells segments of about the same size from others: each level is eight
// times the one before.
func (s *segment) level() int { return mathbits.Len(uint(s.len())) / 3 }

// tidy merges segments, so that there are few: each product is copied once for
// every eightfold growth. Small merges are made at once, large ones beside the
// searches.
func (x *Index) tidy() {
	for group := x.group(0, smallLevel); group != nil; group = x.group(0, smallLevel) {
		x.merge(group)
	}
	if x.merging.TryLock() {
		x.merges.Go(func() {
			defer x.merging.Unlock()
			for group := x.group(smallLevel+1, math.MaxInt); group != nil; group = x.group(smallLevel+1, math.MaxInt) {
				x.merge(group)
			}
		})
	}
}

// Compact makes one segment of all large ones, and has what misspelt words need
// at hand. It does not keep searches waiting.
func (x *Index) Compact() {
	x.merging.Lock()
	defer x.merging.Unlock()
	x.mu.RLock()
	all := slices.DeleteFunc(slices.Clone(x.segments), func(s *segment) bool { return s.level() <= smallLevel })
	x.mu.RUnlock()
	if len(all) > 1 {
		x.merge(all)
	}
	x.mu.RLock()
	all = slices.Clone(x.segments)
	x.mu.RUnlock()
	for _, s := range all {
		s.trigrams()
	}
}

// group returns segments of some levels that should be one: fanIn of a level, or
// one of which much is dead.
func (x *Index) group(from, to int) []*segment {
	x.mu.RLock()
	defer x.mu.RUnlock()
	levels := map[int][]*segment{}
	for _, s := range x.segments {
		level := s.level()
		if level < from || level > to {
			continue
		}
		if s.len()-s.live > s.live/3+fanIn {
			return []*segment{s}
		}
		if levels[level] = append(levels[level], s); len(levels[level]) == fanIn {
			return levels[level]
		}
	}
	return nil
}

// merge puts one segment in the place of several.
func (x *Index) merge(group []*segment) {
	frozen := x.frozen(group)
	x.replace(group, frozen, merged(frozen))
}

// frozen returns the segments as they are now: more of them may die meanwhile.
func (x *Index) frozen(group []*segment) []*segment {
	x.mu.Lock()
	defer x.mu.Unlock()
	frozen := make([]*segment, len(group))
	for i, s := range group {
		s.merging = true
		f := *s
		f.dead = slices.Clone(s.dead)
		frozen[i] = &f
	}
	return frozen
}

func (x *Index) replace(group, frozen []*segment, result *segment) {
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
	x.segments = slices.DeleteFunc(x.segments, func(s *segment) bool { return s.live == 0 || slices.Contains(group, s) })
	if result.live > 0 {
		x.segments = append(x.segments, result)
	}
}
