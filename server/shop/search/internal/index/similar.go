package index

import (
	"cmp"
	"maps"
	"math"
	"slices"
)

const (
	leastSimilar = 0.3 // the threshold of pg_trgm
	mostSimilar  = 8   // the maximum number of words for a misspelt term
)

// Missing reports whether no product or category contains a word that the
// spelling matches.
func (x *Index) Missing(sp Spelling) bool {
	x.mu.RLock()
	defer x.mu.RUnlock()
	one := term{spellings: []spelling{{[]byte(sp.Text), sp.Whole, sp.Ends, sp.Folded, sp.By}}}
	if len(x.categories.named(nil, one.spellings[0])) > 0 {
		return false
	}
	for _, s := range x.segments {
		found := s.expand(&one)
		for _, sp := range found.spans {
			for w := sp.from; w < sp.to; w++ {
				if s.inUse(w) {
					return false
				}
			}
		}
		for _, words := range found.ended {
			if slices.ContainsFunc(words, s.inUse) {
				return false
			}
		}
	}
	return true
}

// inUse reports whether a live product contains the word.
func (s *segment) inUse(w uint32) bool {
	return slices.ContainsFunc(s.postings.of(w), func(p uint32) bool { return !s.tombstones.has(p) })
}

type similarWord struct {
	text  string
	share float64 // of their trigrams that both words have
}

// Similar returns the words of products and categories whose spelling is most
// similar to word, the most similar first.
func (x *Index) Similar(word string) []string {
	x.mu.RLock()
	defer x.mu.RUnlock()
	wanted := appendTrigrams(nil, word)
	sc := x.borrow()
	defer x.scratch.Put(sc)
	var near []similarWord
	for _, s := range x.segments {
		near = s.similar(near, wanted, sc)
	}
	var of []trigram
	for _, w := range x.categories.words {
		of = appendTrigrams(of[:0], string(w.text))
		if share := shareOf(inBoth(wanted, of), len(wanted), len(of)); share >= leastSimilar {
			near = append(near, similarWord{string(w.text), share})
		}
	}
	slices.SortFunc(near, func(a, b similarWord) int { return cmp.Or(cmp.Compare(b.share, a.share), cmp.Compare(a.text, b.text)) })
	near = slices.CompactFunc(near, func(a, b similarWord) bool { return a.text == b.text })
	out := make([]string, 0, mostSimilar)
	for _, n := range near[:min(len(near), mostSimilar)] {
		out = append(out, n.text)
	}
	return out
}

// similar adds the words of live products. It counts the trigrams that each word
// has in common with the term.
func (s *segment) similar(near []similarWord, wanted []trigram, sc *scratch) []similarWord {
	trigrams := s.trigrams()
	common := sc.shared(s.words.len())
	least := uint16(math.Ceil(leastSimilar * float64(len(wanted)))) // with fewer trigrams in common, no word can be similar
	var enough []uint32
	for _, t := range wanted {
		for _, w := range trigrams.of(t) {
			if common[w]++; common[w] == least {
				enough = append(enough, w)
			}
		}
	}
	for _, w := range enough {
		if share := shareOf(int(common[w]), len(wanted), int(trigrams.count[w])); share >= leastSimilar && s.inUse(w) && s.words.at(w)[0] != AsWritten[0] {
			near = append(near, similarWord{string(s.words.at(w)), share})
		}
	}
	return near
}

// shareOf is the similarity of pg_trgm.
func shareOf(common, a, b int) float64 { return float64(common) / float64(a+b-common) }

// inBoth counts the common elements of two sorted lists.
func inBoth(a, b []trigram) (n int) {
	for _, t := range a {
		if _, found := slices.BinarySearch(b, t); found {
			n++
		}
	}
	return n
}

// trigram is three consecutive letters; blanks stand for those before and after
// a word.
type trigram uint64

// appendTrigrams appends the trigrams of a word, sorted, each once.
func appendTrigrams(to []trigram, word string) []trigram {
	const (
		bits = 21 // of a letter
		mask = 1<<(3*bits) - 1
	)
	begin, t := len(to), trigram(' ')<<bits|' '
	for _, letter := range word {
		t = (t<<bits | trigram(letter)) & mask
		to = append(to, t)
	}
	to = append(to, (t<<bits|' ')&mask)
	slices.Sort(to[begin:])
	return to[:begin+len(slices.Compact(to[begin:]))]
}

// trigrams is the index from trigrams to the words of a dictionary.
type trigrams struct {
	all   []trigram // sorted
	words lists     // of each trigram
	count []uint16  // of the trigrams of each word
}

func newTrigrams(words *texts) *trigrams {
	t := &trigrams{count: make([]uint16, words.len())}
	sizes := map[trigram]uint32{}
	var of []trigram
	for w := range t.count {
		of = appendTrigrams(of[:0], string(words.at(uint32(w))))
		t.count[w] = uint16(min(len(of), math.MaxUint16)) // no query term is as long
		for _, one := range of {
			sizes[one]++
		}
	}
	t.all = slices.Sorted(maps.Keys(sizes))
	ends := make([]uint32, len(t.all))
	for i, one := range t.all {
		ends[i], sizes[one] = sizes[one], uint32(i)
	}
	t.words = lists{ends, make([]uint32, toStarts(ends))}
	for w := range t.count {
		of = appendTrigrams(of[:0], string(words.at(uint32(w))))
		for _, one := range of {
			next := &ends[sizes[one]]
			t.words.to[*next] = uint32(w)
			*next++
		}
	}
	return t
}

// of returns the words that contain a trigram.
func (t *trigrams) of(one trigram) []uint32 {
	i, found := slices.BinarySearch(t.all, one)
	if !found {
		return nil
	}
	return t.words.of(uint32(i))
}
