package index

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
	"sync"

	"github.com/google/uuid"
)

// segment holds some of the products. Nothing in it changes except mutable and
// tombstones. Products are numbered in list order: by name, then by id. A
// product that was deleted, or changed in more than its mutable fields, gets a
// tombstone here; the changed version is in a newer segment.
type segment struct {
	ids      []uuid.UUID
	names    texts // the sort keys
	slugs    texts
	created  []int64 // in milliseconds
	hits     texts   // Product.Hit of each product
	mutable  mutables
	contents []int64  // Product.Content, a digest of everything that is not in mutable
	category []uint32 // numbers of the Index, as are
	brand    []uint32
	frame    []uint32
	lens     []uint32
	named    lists // of each product, the words of its name with their roles

	words    texts    // sorted
	marks    []uint16 // of each word
	forward  weighted // of each product, its words
	postings weighted // of each word, its products
	members  lists    // of each category, its products
	byEnd    []uint32 // the words in the order of their last bytes

	attributes attributes

	byID       []uint32 // the products in the order of their ids
	bySlug     []uint32 // and of their slugs
	tombstones set
	live       int

	merging bool // mutable must not change: it is being copied

	trigrams func() *trigrams // of the words, computed when the first misspelt term is searched
}

func (s *segment) len() int { return len(s.ids) }

// seal computes everything that follows from the columns, the words and the
// forward lists.
func (s *segment) seal() *segment {
	n := uint32(s.len())
	s.postings = s.forward.inverted(s.words.len())
	s.marks = make([]uint16, s.words.len())
	for w := range s.marks {
		s.marks[w] = mark(s.words.at(uint32(w)))
	}
	s.members = grouped(s.category)
	s.byEnd = byEnding(&s.words)
	s.byID = make([]uint32, n)
	for i := range s.byID {
		s.byID[i] = uint32(i)
	}
	s.bySlug = slices.Clone(s.byID)
	slices.SortFunc(s.bySlug, func(a, b uint32) int { return bytes.Compare(s.slugs.at(a), s.slugs.at(b)) })
	slices.SortFunc(s.byID, func(a, b uint32) int { return bytes.Compare(s.ids[a][:], s.ids[b][:]) })
	s.tombstones, s.live = newSet(s.len()), s.len()
	s.trigrams = sync.OnceValue(func() *trigrams { return newTrigrams(&s.words) })
	return s
}

// find returns the number of the product with this id, if it is here and live.
func (s *segment) find(id uuid.UUID) (uint32, bool) {
	i, found := slices.BinarySearchFunc(s.byID, id, func(p uint32, id uuid.UUID) int { return bytes.Compare(s.ids[p][:], id[:]) })
	if !found || s.tombstones.has(s.byID[i]) {
		return 0, false
	}
	return s.byID[i], true
}

// markSlug adds the live products with this slug; at most one is live in all
// segments together.
func (s *segment) markSlug(into set, slug string) {
	i, _ := slices.BinarySearchFunc(s.bySlug, slug, func(p uint32, slug string) int { return strings.Compare(string(s.slugs.at(p)), slug) })
	for ; i < len(s.bySlug) && string(s.slugs.at(s.bySlug[i])) == slug; i++ {
		into.set(s.bySlug[i])
	}
}

func (s *segment) markDeleted(p uint32) {
	if !s.tombstones.has(p) {
		s.tombstones.set(p)
		s.live--
	}
}

// before compares the positions of two products in list order.
func before(s *segment, p uint32, t *segment, q uint32) int {
	return cmp.Or(bytes.Compare(s.names.at(p), t.names.at(q)), bytes.Compare(s.ids[p][:], t.ids[q][:]))
}

// grouped lists the members of each group, in order.
func grouped(group []uint32) lists {
	if len(group) == 0 {
		return lists{}
	}
	out := lists{make([]uint32, slices.Max(group)+1), make([]uint32, len(group))}
	for _, g := range group {
		out.end[g]++
	}
	toStarts(out.end)
	for p, g := range group {
		out.to[out.end[g]] = uint32(p)
		out.end[g]++
	}
	return out
}

// toStarts turns the lengths of lists into their starts, and returns the total
// length. The caller that fills the lists advances the starts to the ends.
func toStarts(sizes []uint32) (sum uint32) {
	for i, size := range sizes {
		sizes[i] = sum
		sum += size
	}
	return sum
}
