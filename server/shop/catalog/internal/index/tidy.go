package index

import (
	"math"
	mathbits "math/bits"
	"slices"
)

const (
	fanIn      = 8 // segments of about the same size that are merged into one
	smallLevel = 2 // up to 255 products: merged before the change returns
)

// level groups segments of about the same size: each level is eight times the
// one before.
func (s *segment) level() int { return mathbits.Len(uint(s.len())) / 3 }

// tidy merges segments to keep their number small: each product is copied once
// for every eightfold growth. Small merges are done at once, large ones in the
// background.
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

// Compact merges all large segments into one, and computes the trigrams that
// misspelt terms need. It does not block searches.
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

// group returns segments of the given levels that should be merged: fanIn of a
// level, or one with many tombstones.
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

// merge replaces several segments by one.
func (x *Index) merge(group []*segment) {
	frozen := x.frozen(group)
	x.replace(group, frozen, merged(frozen))
}

// frozen returns copies of the segments with their present tombstones: more
// products may be deleted during the merge.
func (x *Index) frozen(group []*segment) []*segment {
	x.mu.Lock()
	defer x.mu.Unlock()
	frozen := make([]*segment, len(group))
	for i, s := range group {
		s.merging = true
		f := *s
		f.tombstones = slices.Clone(s.tombstones)
		frozen[i] = &f
	}
	return frozen
}

func (x *Index) replace(group, frozen []*segment, result *segment) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for i, s := range group {
		for p := range s.tombstones.all() {
			if !frozen[i].tombstones.has(p) { // deleted during the merge
				if q, found := result.find(s.ids[p]); found {
					result.markDeleted(q)
				}
			}
		}
	}
	all := slices.DeleteFunc(x.segments, func(s *segment) bool { return s.live == 0 || slices.Contains(group, s) })
	if result.live > 0 {
		all = append(all, result)
	}
	x.setSegments(all)
}
