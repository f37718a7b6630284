package search

import (
	"cmp"
	"slices"
)

const (
	leastSimilar = 0.3 // the threshold of pg_trgm
	mostSimilar  = 8   // words that a misspelt one may have meant
)

// Missing tells whether no product or category holds a word that begins so.
func (x *Index) Missing(beginning string) bool {
	x.mu.RLock()
	defer x.mu.RUnlock()
	one := asked{spellings: []spelling{{text: []byte(beginning)}}}
	if len(x.categories.named(nil, one.spellings[0])) > 0 {
		return false
	}
	for _, s := range x.segments {
		for _, sp := range s.reaches(&one).spans {
			for w := sp.from; w < sp.to; w++ {
				if s.inUse(w) {
					return false
				}
			}
		}
	}
	return true
}

// inUse tells whether a product that is alive holds the word.
func (s *segment) inUse(w uint32) bool {
	return slices.ContainsFunc(s.inverted.of(w), func(p uint32) bool { return !s.dead.has(p) })
}

type similar struct {
	text  string
	share float64 // of their trigrams that two words have in common
}

// Similar returns the words of products and categories that are spelt most like
// a word, the nearest first.
func (x *Index) Similar(word string) []string {
	x.mu.RLock()
	defer x.mu.RUnlock()
	var near []similar
	asked := trigramsOf(word)
	for _, s := range x.segments {
		near = append(near, s.similar(asked)...)
	}
	for _, w := range x.categories.words {
		if share := shareOf(asked, trigramsOf(string(w.text))); share >= leastSimilar {
			near = append(near, similar{string(w.text), share})
		}
	}
	slices.SortFunc(near, func(a, b similar) int { return cmp.Or(cmp.Compare(b.share, a.share), cmp.Compare(a.text, b.text)) })
	near = slices.CompactFunc(near, func(a, b similar) bool { return a.text == b.text })
	out := make([]string, 0, mostSimilar)
	for _, n := range near[:min(len(near), mostSimilar)] {
		out = append(out, n.text)
	}
	return out
}

func (s *segment) similar(asked []trigram) (near []similar) {
	lists := s.trigrams()
	common := make([]uint8, s.words.len())
	var touched []uint32
	for _, t := range asked {
		for _, w := range lists[t] {
			if common[w] == 0 {
				touched = append(touched, w)
			}
			common[w]++
		}
	}
	for _, w := range touched {
		if float64(common[w]) < leastSimilar*float64(len(asked)) { // cannot reach the threshold
			continue
		}
		text := string(s.words.at(w))
		if share := shareOf(asked, trigramsOf(text)); share >= leastSimilar && s.inUse(w) {
			near = append(near, similar{text, share})
		}
	}
	return near
}

// trigram is three letters in a row; those before and behind a word are blanks.
type trigram [3]rune

// trigramsOf returns the trigrams of a word, sorted, each once.
func trigramsOf(word string) []trigram {
	letters := append(append([]rune("  "), []rune(word)...), ' ')
	out := make([]trigram, 0, len(letters)-2)
	for i := range len(letters) - 2 {
		out = append(out, trigram(letters[i:i+3]))
	}
	slices.SortFunc(out, compareTrigrams)
	return slices.Compact(out)
}

func compareTrigrams(a, b trigram) int {
	return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1]), cmp.Compare(a[2], b[2]))
}

func shareOf(a, b []trigram) float64 {
	common := 0
	for _, t := range a {
		if _, found := slices.BinarySearchFunc(b, t, compareTrigrams); found {
			common++
		}
	}
	return float64(common) / float64(len(a)+len(b)-common)
}
