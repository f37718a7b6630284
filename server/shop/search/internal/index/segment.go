package index

import (
	"bytes"
	"cmp"
	"iter"
	mathbits "math/bits"
	"slices"
	"sort"
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

	words    texts         // sorted
	marks    []uint16      // of each word
	forward  weightedLists // of each product, its words
	postings weightedLists // of each word, its products
	members  lists         // of each category, its products
	byEnd    []uint32      // the words in the order of their last bytes

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

// texts are byte strings in one block of memory, which the garbage collector
// does not scan.
type texts struct {
	bytes []byte
	end   []uint32 // the end of each text
}

func (t *texts) add(text []byte) {
	t.bytes = append(t.bytes, text...)
	t.end = append(t.end, uint32(len(t.bytes)))
}

func (t *texts) len() int { return len(t.end) }

func (t *texts) at(i uint32) []byte {
	start := uint32(0)
	if i > 0 {
		start = t.end[i-1]
	}
	return t.bytes[start:t.end[i]:t.end[i]]
}

// equal returns the range of texts that equal a text: one or none. The texts are
// sorted, and each is there once.
func (t *texts) equal(text []byte) (from, to uint32) {
	low, high := uint32(0), uint32(t.len())
	for low < high {
		middle := (low + high) / 2
		switch order := bytes.Compare(t.at(middle), text); {
		case order == 0:
			return middle, middle + 1
		case order < 0:
			low = middle + 1
		default:
			high = middle
		}
	}
	return 0, 0
}

// prefixed returns the range of texts with a prefix. The texts are sorted.
func (t *texts) prefixed(prefix []byte) (from, to uint32) {
	n := t.len()
	first := sort.Search(n, func(i int) bool { return bytes.Compare(t.at(uint32(i)), prefix) >= 0 })
	size := sort.Search(n-first, func(i int) bool { return !bytes.HasPrefix(t.at(uint32(first+i)), prefix) })
	return uint32(first), uint32(first + size)
}

// lists are lists of numbers in one block of memory.
type lists struct {
	end []uint32 // of each list
	to  []uint32
}

// add adds a list.
func (l *lists) add(numbers []uint32) {
	l.to = append(l.to, numbers...)
	l.end = append(l.end, uint32(len(l.to)))
}

func (l *lists) bounds(i uint32) (from, to uint32) {
	if i > 0 {
		from = l.end[i-1]
	}
	return from, l.end[i]
}

// of returns list i, or nothing if there are fewer lists.
func (l *lists) of(i uint32) []uint32 {
	if int(i) >= len(l.end) {
		return nil
	}
	from, to := l.bounds(i)
	return l.to[from:to]
}

// size returns how many numbers the lists from one to another have; 0 if they have none.
func (l *lists) size(from, to uint32) int {
	if from >= to || int(to) > len(l.end) {
		return 0
	}
	first, _ := l.bounds(from)
	return int(l.end[to-1] - first)
}

// inverted returns, for each number below n, the lists that contain it.
func (l *lists) inverted(n int) lists {
	out := lists{make([]uint32, n), make([]uint32, len(l.to))}
	for _, v := range l.to {
		out.end[v]++
	}
	toStarts(out.end)
	for i := range uint32(len(l.end)) {
		for _, v := range l.of(i) {
			out.to[out.end[v]] = i
			out.end[v]++
		}
	}
	return out
}

// fit drops the memory that growing has left unused.
func (l *lists) fit() { l.to, l.end = slices.Clone(l.to), slices.Clone(l.end) }

// weightedLists are lists of numbers of which each has an impact.
type weightedLists struct {
	lists
	impact []uint8
}

// withImpacts returns list i and the impacts of its numbers.
func (w *weightedLists) withImpacts(i uint32) (numbers []uint32, impacts []uint8) {
	from, to := w.bounds(i)
	return w.to[from:to], w.impact[from:to]
}

// inverted returns, for each number below n, the lists that contain it, those in which it
// has the highest impact first, and otherwise in their order.
func (w *weightedLists) inverted(n int) weightedLists {
	out := weightedLists{lists{make([]uint32, n), make([]uint32, len(w.to))}, make([]uint8, len(w.to))}
	for _, v := range w.to {
		out.end[v]++
	}
	toStarts(out.end)
	for i := range uint32(len(w.end)) {
		numbers, impacts := w.withImpacts(i)
		for j, v := range numbers {
			next := &out.end[v]
			out.to[*next], out.impact[*next] = i, impacts[j]
			*next++
		}
	}
	var keys, spare []uint64
	for v := range uint32(n) {
		numbers, impacts := out.withImpacts(v)
		keys = keys[:0]
		for i, one := range numbers {
			keys = append(keys, keyOf(uint16(impacts[i]), one))
		}
		for i, key := range sorted(keys, &spare) {
			numbers[i], impacts[i] = uint32(key), uint8(scoreOf(key))
		}
	}
	return out
}

// set is a set of numbers.
type set []uint64

func newSet(n int) set { return make(set, setSize(n)) }

// setSize is the length of a set of numbers below n.
func setSize(n int) int { return (n + 63) / 64 }

func (b set) has(i uint32) bool { return b[i>>6]&(1<<(i&63)) != 0 }

func (b set) set(i uint32) { b[i>>6] |= 1 << (i & 63) }

func (b set) setAll(numbers []uint32) {
	for _, v := range numbers {
		b.set(v)
	}
}

func (b set) unset(i uint32) { b[i>>6] &^= 1 << (i & 63) }

func (b set) count() (n int) {
	for _, word := range b {
		n += mathbits.OnesCount64(word)
	}
	return n
}

// before returns the highest number below n, or -1. The set has room for n.
func (b set) before(n int) int {
	i := n >> 6
	word := b[i] & (1<<(n&63) - 1)
	for word == 0 {
		if i--; i < 0 {
			return -1
		}
		word = b[i]
	}
	return i<<6 + mathbits.Len64(word) - 1
}

// all returns the numbers in order.
func (b set) all() iter.Seq[uint32] { return b.from(0) }

// from returns the numbers from n on, in order.
func (b set) from(n uint32) iter.Seq[uint32] {
	return func(yield func(uint32) bool) {
		for i := int(n >> 6); i < len(b); i++ {
			word := b[i]
			if i == int(n>>6) {
				word &= ^uint64(0) << (n & 63)
			}
			for ; word != 0; word &= word - 1 {
				if !yield(uint32(i<<6 + mathbits.TrailingZeros64(word))) {
					return
				}
			}
		}
	}
}
