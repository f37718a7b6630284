package index

import (
	"maps"
	"math"
	"slices"
)

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
