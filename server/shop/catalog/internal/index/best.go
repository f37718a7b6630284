package index

// mostScore is the highest score of one word of a product.
const mostScore = 255 * same

// best finds the first products that match a single term. The postings of a word
// are in order of impact, so that the scores go down: only as much is read as
// can be among the first k.
type best struct {
	*segment
	*ranked
	filter     *filter
	k          int
	categories []weightedCategory // whose products score higher
}

// ranked is the memory of best.
type ranked struct {
	runs   []run
	heads  [mostScore + 1]int32 // index of the first run with each score, -1 for none
	counts [mostScore + same*categoryImpact + 1]int32
	seen   set
	found  []uint64 // see keyOf
}

// run is a part of a posting list whose products have the same impact.
type run struct {
	from, to uint32
	next     int32 // the next run with the same score, -1 for none
}

// best finds the first k products of a segment that match a term and pass the
// filter.
func (s *segment) best(sc *scratch, r *expansion, f *filter, k int, number uint16) {
	b := best{s, &sc.ranked, f, k, r.categories}
	b.clear()
	b.readWords(b.gather(r))
	sc.answers.addFirst(sorted(b.found, &sc.spare), k, number)
}

func (b *best) clear() {
	b.runs, b.found = b.runs[:0], b.found[:0]
	for i := range b.heads {
		b.heads[i] = -1
	}
	clear(b.counts[:])
	zeros(&b.seen, setSize(b.len()))
}

// gather collects the runs of the term and returns the highest score.
func (b *best) gather(r *expansion) (most int) {
	for _, sp := range r.spans {
		for w := sp.from; w < sp.to; w++ {
			factor := int(sp.spelling.factor(b.words.at(w)))
			from, end := b.postings.bounds(w)
			for from < end {
				to := b.postings.runEnd(from, end)
				score := factor * int(b.postings.impact[from])
				b.runs = append(b.runs, run{from, to, b.heads[score]})
				b.heads[score] = int32(len(b.runs) - 1)
				most, from = max(most, score), to
			}
		}
	}
	return most
}

// readWords reads the runs in descending order of score. It stops when k
// products score higher than any unread one can, with all that its category
// adds. Products that match by their category only come last.
func (b *best) readWords(most int) {
	added := b.mostAdded()
	sure := int32(0)
	for score := most; score > 0; score-- {
		for i := b.heads[score]; i >= 0; i = b.runs[i].next {
			b.read(b.postings.to[b.runs[i].from:b.runs[i].to], score, added == 0)
		}
		if sure += b.counts[score+added]; int(sure) >= b.k {
			return
		}
	}
	for _, c := range b.categories {
		b.read(b.members.of(c.number), 0, true)
	}
}

func (b *best) mostAdded() (most int) {
	for _, c := range b.categories {
		most = max(most, int(c.factor)*categoryImpact)
	}
	return most
}

// read adds the products that are new and pass the filter. If all in a list have
// the same score, those after the first k of them cannot be among the first k.
func (b *best) read(list []uint32, score int, alike bool) {
	taken := 0
	for _, p := range list {
		if b.seen.has(p) || !b.passes(p, b.filter) {
			continue
		}
		b.seen.set(p)
		sum := score
		for _, c := range b.categories {
			if c.number == b.category[p] {
				sum += int(c.factor) * categoryImpact
			}
		}
		b.found = append(b.found, keyOf(sum, p))
		b.counts[sum]++
		if taken++; alike && taken == b.k {
			return
		}
	}
}
