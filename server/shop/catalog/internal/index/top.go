package index

import "math"

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
			sc.answers.addFirst(sorted(keys, &sc.spare), k, number)
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
