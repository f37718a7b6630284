package index

// mostInverted is the number of postings that are sorted at a time, which limits the
// memory that it takes.
const mostInverted = 4 << 20

// invert turns the lists of the words of each product into lists of the products of
// each word.
func invert(forward *forward, words int) (out packed) {
	sizes := make([]uint32, words)
	for i := range forward.to.len() {
		sizes[forward.to.at(i)]++
	}
	out.end = make([]uint32, 0, words)
	for from := 0; from < words; {
		to, sum := from, 0
		for to < words && (to == from || sum+int(sizes[to]) <= mostInverted) {
			sum += int(sizes[to])
			to++
		}
		out.addInverted(forward, uint32(from), uint32(to), sizes[from:to], sum)
		from = to
	}
	out.fit()
	return out
}

// addInverted adds the lists of some of the words, of which the sizes are known.
func (l *packed) addInverted(forward *forward, from, to uint32, sizes []uint32, sum int) {
	at := make([]uint32, len(sizes)) // where the next posting of each word goes
	copy(at, sizes)
	toStarts(at)
	products, impacts := make([]uint32, sum), make([]uint8, sum)
	for p := range forward.end {
		begin, end := forward.bounds(uint32(p))
		for i := begin; i < end; i++ {
			if w := forward.to.at(int(i)); w >= from && w < to {
				next := &at[w-from]
				products[*next], impacts[*next] = uint32(p), forward.impact[i]
				*next++
			}
		}
	}
	var sorter impactSorter
	begin := uint32(0)
	for _, size := range sizes {
		sorter.add(l, products[begin:begin+size], impacts[begin:begin+size])
		l.close()
		begin += size
	}
}

// impactSorter sorts the products of a word by impact.
type impactSorter struct{ sorted []uint32 }

// add adds the runs of a list, whose products ascend.
func (s *impactSorter) add(into *packed, products []uint32, impacts []uint8) {
	if len(products) == 1 {
		into.add(impacts[0], products)
		return
	}
	var next [256]uint32 // of each impact, where its next product goes
	for _, impact := range impacts {
		next[impact]++
	}
	at := uint32(0)
	for v := len(next) - 1; v >= 0; v-- {
		at, next[v] = at+next[v], at
	}
	s.sorted = append(s.sorted[:0], products...)
	for i, impact := range impacts {
		s.sorted[next[impact]] = products[i]
		next[impact]++
	}
	from := uint32(0)
	for v := len(next) - 1; v >= 0; v-- {
		if to := next[v]; to > from {
			into.add(uint8(v), s.sorted[from:to])
			from = to
		}
	}
}
