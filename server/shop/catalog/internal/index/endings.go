package index

import (
	"bytes"
	"slices"
	"sort"
)

// Danish writes compounds in one word, whose last part says what the thing is:
// solbriller are a kind of briller.

// byEnding returns the numbers of words in the order of their last bytes.
func byEnding(words *texts) []uint32 {
	order := make([]uint32, words.len())
	for w := range order {
		order[w] = uint32(w)
	}
	slices.SortFunc(order, func(a, b uint32) int { return compareEnds(words.at(a), words.at(b)) })
	return order
}

// compareEnds compares two words from their last bytes on.
func compareEnds(a, b []byte) int {
	for i, j := len(a)-1, len(b)-1; i >= 0 && j >= 0; i, j = i-1, j-1 {
		if a[i] != b[j] {
			return int(a[i]) - int(b[j])
		}
	}
	return len(a) - len(b)
}

// ending returns the longer words that end with a text.
func (s *segment) ending(text []byte) []uint32 {
	from := sort.Search(len(s.byEnd), func(i int) bool { return compareEnds(s.words.at(s.byEnd[i]), text) >= 0 })
	n := sort.Search(len(s.byEnd)-from, func(i int) bool { return !bytes.HasSuffix(s.words.at(s.byEnd[from+i]), text) })
	if n > 0 && len(s.words.at(s.byEnd[from])) == len(text) { // the text itself comes first
		from, n = from+1, n-1
	}
	return s.byEnd[from : from+n]
}
