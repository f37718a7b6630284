package index

import (
	"cmp"
	"math"
	mathbits "math/bits"
	"slices"
	"sort"
)

// impactReader finds the first products that match a single term. The postings of a word
// are in order of impact, so that the scores go down: only as much is read as
// can be among the first k.
type impactReader struct {
	*segment
	*impactRuns
	filter     *filter
	k          int
	expansion  *expansion
	categories []weightedCategory // whose products score higher
}

// The highest score of one word of a product, of one that ends with the term, and
// what the category adds.
const (
	mostScore    = 255 * same
	mostEnded    = 255 * related
	mostOfNaming = same * categoryImpact
)

// impactRuns is the memory of an impactReader.
type impactRuns struct {
	runs   []run
	scored [mostScore/64 + 1]uint64 // the set of the scores that runs have
	heads  [mostScore + 1]int32     // index of the first run with each of these scores
	counts [mostScore + mostOfNaming + 1]int32
	seen   set
	all    set
	found  []uint64 // see keyOf
}

// run is a part of a posting list whose products have the same impact.
type run struct {
	products []uint32
	next     int32 // the next run with the same score, -1 for none
}

// best finds the first k products of a segment that match a term and pass the
// filter. It returns the number of all that do, counted up to most.
func (s *segment) best(sc *scratch, r *expansion, f *filter, k int, number uint16, most int) int {
	b := impactReader{s, &sc.runs, f, k, r, r.categories}
	b.runs, b.found = b.runs[:0], b.found[:0]
	clear(b.counts[:])
	zeros(&b.seen, setSize(b.len()))
	b.read()
	sc.ranking.addFirst(sorted(b.found, &sc.spare), k, number)
	return b.count(most)
}

// read reads the products that match directly, and then, if these are fewer than
// k, all others.
func (b *impactReader) read() {
	if b.gather(); b.readRuns(direct) {
		return
	}
	if len(b.expansion.ended) > 0 {
		b.gatherEnded()
		b.readRuns(0)
	}
	for _, c := range b.categories {
		b.readRun(b.members.of(c.number), 0, true)
	}
}

// gather collects the runs of the words that the term matches directly.
func (b *impactReader) gather() {
	clear(b.scored[:])
	for _, sp := range b.expansion.spans {
		for w := sp.from; w < sp.to; w++ {
			b.gatherWord(w, int(sp.spelling.factor(b.words.at(w))))
		}
	}
}

// gatherEnded is gather for the words that end with the term.
func (b *impactReader) gatherEnded() {
	clear(b.scored[:])
	for _, words := range b.expansion.ended {
		for _, w := range words {
			b.gatherWord(w, related)
		}
	}
}

func (b *impactReader) gatherWord(w uint32, factor int) {
	scored := set(b.scored[:])
	for products, impacts := b.postings.withImpacts(w); len(products) > 0; {
		n := firstRun(impacts)
		score := factor * int(impacts[0])
		next := int32(-1)
		if scored.has(uint32(score)) {
			next = b.heads[score]
		}
		scored.set(uint32(score))
		b.runs = append(b.runs, run{products[:n], next})
		b.heads[score] = int32(len(b.runs) - 1)
		products, impacts = products[n:], impacts[n:]
	}
}

// firstRun returns how many of the first impacts are the same. None before is less.
func firstRun(impacts []uint8) int {
	step := 1
	for step < len(impacts) && impacts[step] == impacts[0] {
		step *= 2
	}
	from, to := step/2, min(step, len(impacts))
	return from + sort.Search(to-from, func(i int) bool { return impacts[from+i] < impacts[0] })
}

// readRuns reads the runs that were gathered, in descending order of score. It stops,
// and returns true, when they match directly and k products score higher than any
// unread one can, with all that its category adds.
func (b *impactReader) readRuns(flag uint16) (enough bool) {
	scored, added := set(b.scored[:]), b.mostAdded()
	least := 1 // the lowest score at which an unread product cannot have a higher one
	if len(b.expansion.ended) > 0 && added > 0 {
		least = mostEnded // a category can make it a direct match
	}
	sure, next := int32(0), mostScore // the products of next and the scores below are not in sure yet
	for score := scored.before(mostScore + 1); score > 0; score = scored.before(score) {
		for i := b.heads[score]; i >= 0; i = b.runs[i].next {
			b.readRun(b.runs[i].products, uint16(score)|flag, added == 0)
		}
		if added == 0 {
			next = score // no product has a score that no run has
		}
		for ; next >= max(score, least); next-- {
			sure += b.counts[next+added]
		}
		if flag == direct && int(sure) >= b.k {
			return true
		}
	}
	return false
}

// mostAdded returns the most that a category adds to a score.
func (b *impactReader) mostAdded() (most int) {
	for _, c := range b.categories {
		most = max(most, int(c.score&^direct))
	}
	return most
}

// readRun adds the products of a run that are new and pass the filter. If all have
// the same score, those after the first k of them cannot be among the first k.
func (b *impactReader) readRun(products []uint32, score uint16, alike bool) {
	most, taken := math.MaxInt, 0
	if alike {
		most = b.k
	}
	for _, p := range products {
		if b.seen.has(p) || !b.passes(p, b.filter) {
			continue
		}
		b.seen.set(p)
		sum := score
		for _, c := range b.categories {
			if c.number == b.category[p] {
				sum = either(sum, c.score)
			}
		}
		b.found = append(b.found, keyOf(sum, p))
		b.counts[sum&^direct]++
		if taken++; taken == most {
			break
		}
	}
}

// fewPostings is the number of postings up to which all are read to count the
// products in them: in order, which is faster for each.
const fewPostings = 8 * MostCounted

// count returns the number of products that match and pass the filter, counted
// up to most.
func (b *impactReader) count(most int) int {
	if most == 0 {
		return 0
	}
	if b.expansion.size <= fewPostings {
		all := zeros(&b.all, setSize(b.len()))
		for products := range b.lists {
			all.setAll(products)
		}
		return b.countIn(all, b.filter, most)
	}
	n := len(b.found)
	for products := range b.lists {
		for _, p := range products {
			if n >= most {
				return most
			}
			if !b.seen.has(p) && b.passes(p, b.filter) {
				b.seen.set(p)
				n++
			}
		}
	}
	return min(n, most)
}

// lists yields all products that match, some more than once.
func (b *impactReader) lists(yield func(products []uint32) bool) {
	for _, sp := range b.expansion.spans {
		for w := sp.from; w < sp.to; w++ {
			if !yield(b.postings.of(w)) {
				return
			}
		}
	}
	for _, words := range b.expansion.ended {
		for _, w := range words {
			if !yield(b.postings.of(w)) {
				return
			}
		}
	}
	for _, c := range b.categories {
		if !yield(b.members.of(c.number)) {
			return
		}
	}
}

// top finds the first k of the matches that pass the filter.
func (s *segment) top(sc *scratch, m *matches, f *filter, k int, number uint16) {
	const spare = 4 // some of the best do not pass the filter
	for {
		least := m.least(spare*k, sc)
		keys := sc.keys[:0]
		for p := range m.is.all() {
			if score := m.score[p]; score >= least && s.passes(p, f) {
				keys = append(keys, keyOf(score, p))
			}
		}
		sc.keys = keys
		if len(keys) >= k || least == 0 {
			sc.ranking.addFirst(sorted(keys, &sc.spare), k, number)
			return
		}
		for p := range m.is.all() { // most do not pass: from here on only those that pass count
			if !s.passes(p, f) {
				m.is.unset(p)
			}
		}
	}
}

// least returns a score that at least n matches have; 0 if there are fewer.
func (m *matches) least(n int, sc *scratch) uint16 {
	const step = 16 // scores per bucket of the histogram
	histogram := sc.counts(math.MaxUint16/step + 1)
	for p := range m.is.all() {
		histogram[m.score[p]/step]++
	}
	for i := len(histogram) - 1; i > 0; i-- {
		if n -= int(histogram[i]); n <= 0 {
			return uint16(i * step)
		}
	}
	return 0
}

// place is where a product is in the index.
type place struct {
	product uint32
	segment uint16 // index in Index.segments during a search
	score   uint16
}

// ranking holds the products that each segment has found, each in order, in
// memory that is reused.
type ranking struct {
	places []place
	ends   []int // of the products of each segment
	joined [2][]place
}

func (r *ranking) clear() { r.places, r.ends = r.places[:0], r.ends[:0] }

func (r *ranking) add(p place) { r.places = append(r.places, p) }

// addFirst adds the first k of the sorted keys.
func (r *ranking) addFirst(keys []uint64, k int, number uint16) {
	for _, key := range keys[:min(k, len(keys))] {
		r.add(place{uint32(key), number, scoreOf(key)})
	}
}

// end marks the end of a segment's products.
func (r *ranking) end() { r.ends = append(r.ends, len(r.places)) }

// join merges the products of all segments and returns the first k.
func (x *Index) join(r *ranking, k int) []place {
	var all [][]place
	from := 0
	for _, end := range r.ends {
		if end > from {
			all = append(all, r.places[from:end])
		}
		from = end
	}
	slices.SortFunc(all, func(a, b []place) int { return cmp.Compare(len(a), len(b)) })
	var sum []place
	for i, one := range all {
		if i == 0 {
			sum = one
			continue
		}
		into := &r.joined[i%2]
		*into = x.interleave((*into)[:0], sum, one)
		sum = *into
	}
	return sum[:min(k, len(sum))]
}

// interleave merges two sorted lists of products, of which the second is much
// longer, into into.
func (x *Index) interleave(into, few, many []place) []place {
	for _, p := range few {
		at := sort.Search(len(many), func(i int) bool { return x.compare(many[i], p) > 0 })
		into = append(append(into, many[:at]...), p)
		many = many[at:]
	}
	return append(into, many...)
}

// compare orders products by score, then in list order.
func (x *Index) compare(a, b place) int {
	if a.score != b.score {
		return cmp.Compare(b.score, a.score)
	}
	return x.compareInLists(a, b)
}

func (x *Index) compareInLists(a, b place) int {
	if a.segment == b.segment {
		return cmp.Compare(a.product, b.product)
	}
	return before(x.segments[a.segment], a.product, x.segments[b.segment], b.product)
}

// keyOf returns a number that orders products: the lower, the earlier in the
// result.
func keyOf(score uint16, p uint32) uint64 { return uint64(math.MaxUint16-score)<<32 | uint64(p) }

func scoreOf(key uint64) uint16 { return math.MaxUint16 - uint16(key>>32) }

// sorted sorts keys, in their memory or in spare. It uses a radix sort for many
// keys, from the lowest bits on, and skips bits in which none differ.
func sorted(keys []uint64, spare *[]uint64) []uint64 {
	const few, digit = 512, 11
	if len(keys) < few {
		slices.Sort(keys)
		return keys
	}
	if cap(*spare) < len(keys) {
		*spare = make([]uint64, len(keys))
	}
	from, to := keys, (*spare)[:len(keys)]
	differ := uint64(0)
	for _, key := range keys {
		differ |= key ^ keys[0]
	}
	for shift := 0; differ>>shift != 0; shift += digit {
		shift += mathbits.TrailingZeros64(differ >> shift)
		var next [1 << digit]uint32
		for _, key := range from {
			next[key>>shift%(1<<digit)]++
		}
		toStarts(next[:])
		for _, key := range from {
			at := &next[key>>shift%(1<<digit)]
			to[*at] = key
			*at++
		}
		from, to = to, from
	}
	return from
}
