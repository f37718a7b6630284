package index

import (
	"math"
	"sort"
)

// best finds the first products that match a single term. The postings of a word
// are in order of impact, so that the scores go down: only as much is read as
// can be among the first k.
type best struct {
	*segment
	*ranked
	filter     *filter
	k          int
	expansion  *expansion
	categories []weightedCategory // whose products score higher
}

// The highest score of one word of a product, of one that ends with the term, and
// what the category adds.
const (
	mostScore    = 255 * same
	mostEnded    = 255 * ended
	mostOfNaming = same * categoryImpact
)

// ranked is the memory of best.
type ranked struct {
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
	b := best{s, &sc.ranked, f, k, r, r.categories}
	b.runs, b.found = b.runs[:0], b.found[:0]
	clear(b.counts[:])
	zeros(&b.seen, setSize(b.len()))
	b.read()
	sc.answers.addFirst(sorted(b.found, &sc.spare), k, number)
	return b.count(most)
}

// read reads the products that match directly, and then, if these are fewer than
// k, all others.
func (b *best) read() {
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
func (b *best) gather() {
	clear(b.scored[:])
	for _, sp := range b.expansion.spans {
		for w := sp.from; w < sp.to; w++ {
			b.gatherWord(w, int(sp.spelling.factor(b.words.at(w))))
		}
	}
}

// gatherEnded is gather for the words that end with the term.
func (b *best) gatherEnded() {
	clear(b.scored[:])
	for _, words := range b.expansion.ended {
		for _, w := range words {
			b.gatherWord(w, ended)
		}
	}
}

func (b *best) gatherWord(w uint32, factor int) {
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
func (b *best) readRuns(flag uint16) (enough bool) {
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
func (b *best) mostAdded() (most int) {
	for _, c := range b.categories {
		most = max(most, int(c.score&^direct))
	}
	return most
}

// readRun adds the products of a run that are new and pass the filter. If all have
// the same score, those after the first k of them cannot be among the first k.
func (b *best) readRun(products []uint32, score uint16, alike bool) {
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
func (b *best) count(most int) int {
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
func (b *best) lists(yield func(products []uint32) bool) {
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
