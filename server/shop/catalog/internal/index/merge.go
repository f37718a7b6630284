package index

import (
	"bytes"
	"slices"

	"github.com/google/uuid"
)

// merged makes one segment of several and drops deleted products.
func merged(from []*segment) *segment {
	out := sized(from)
	translation := mergeWords(from, &out.words)
	next := make([]uint32, len(from))
	numbers := make([][]uint32, len(from)) // of each product in out
	for i, s := range from {
		numbers[i] = slices.Repeat([]uint32{gone}, s.len())
	}
	for {
		best := -1
		for i, s := range from {
			for int(next[i]) < s.len() && s.tombstones.has(next[i]) {
				next[i]++
			}
			if int(next[i]) < s.len() && (best < 0 || before(s, next[i], from[best], next[best]) < 0) {
				best = i
			}
		}
		if best < 0 {
			out.attributes = mergeAttributes(from, numbers)
			return out.seal()
		}
		numbers[best][next[best]] = uint32(out.len())
		out.copyFrom(from[best], next[best], translation[best])
		next[best]++
	}
}

// sized returns an empty segment with room for the live products of others:
// memory that grows by appending ends up a quarter unused.
func sized(from []*segment) *segment {
	products, words, named, names, slugs, hits := 0, 0, 0, 0, 0, 0
	for _, s := range from {
		products += s.live
		words += len(s.forward.impact)
		named += len(s.named.to)
		names += len(s.names.bytes)
		slugs += len(s.slugs.bytes)
		hits += len(s.hits.bytes)
	}
	return &segment{
		ids: make([]uuid.UUID, 0, products), mutable: newMutables(products), contents: make([]int64, 0, products),
		names:    texts{bytes: make([]byte, 0, names), end: make([]uint32, 0, products)},
		slugs:    texts{bytes: make([]byte, 0, slugs), end: make([]uint32, 0, products)},
		hits:     texts{bytes: make([]byte, 0, hits), end: make([]uint32, 0, products)},
		created:  make([]int64, 0, products),
		category: make([]uint32, 0, products), brand: make([]uint32, 0, products), frame: make([]uint32, 0, products),
		lens:    make([]uint32, 0, products),
		named:   lists{end: make([]uint32, 0, products), to: make([]uint32, 0, named)},
		forward: weighted{lists{end: make([]uint32, 0, products), to: make([]uint32, 0, words)}, make([]uint8, 0, words)},
	}
}

func (s *segment) copyFrom(t *segment, p uint32, words []uint32) {
	s.ids = append(s.ids, t.ids[p])
	s.mutable.add(t.mutable.at(p))
	s.contents = append(s.contents, t.contents[p])
	s.names.add(t.names.at(p))
	s.slugs.add(t.slugs.at(p))
	s.created = append(s.created, t.created[p])
	s.hits.add(t.hits.at(p))
	s.category, s.brand = append(s.category, t.category[p]), append(s.brand, t.brand[p])
	s.frame, s.lens = append(s.frame, t.frame[p]), append(s.lens, t.lens[p])
	s.named.add(t.named.of(p))
	old, impacts := t.forward.withImpacts(p)
	for _, w := range old { // the order of the words does not change
		s.forward.to = append(s.forward.to, words[w])
	}
	s.forward.impact = append(s.forward.impact, impacts...)
	s.forward.end = append(s.forward.end, uint32(len(s.forward.to)))
}

// mergeWords merges the dictionaries and returns, for each segment, the new
// number of each of its words. Words that only deleted products contain are
// kept.
func mergeWords(from []*segment, words *texts) [][]uint32 {
	translation := make([][]uint32, len(from))
	next := make([]uint32, len(from))
	for i, s := range from {
		translation[i] = make([]uint32, s.words.len())
	}
	for {
		var least []byte
		for i, s := range from {
			if int(next[i]) < s.words.len() && (least == nil || bytes.Compare(s.words.at(next[i]), least) < 0) {
				least = s.words.at(next[i])
			}
		}
		if least == nil {
			return translation
		}
		for i, s := range from {
			if int(next[i]) < s.words.len() && bytes.Equal(s.words.at(next[i]), least) {
				translation[i][next[i]] = uint32(words.len())
				next[i]++
			}
		}
		words.add(least)
	}
}
