package index

// kind describes what a set of products has in common.
type kind struct {
	size    int
	share   map[uint32]int // number of products in each category
	holding [marks]uint16  // number of products with a word of each mark
}

// mostShowing is the maximum number of products that show what a kind is: more of
// them order no better, and take time.
const mostShowing = 64

// mostApart is the maximum that a word of a product counts. No count of a kind
// overflows, unless many words of most products share a mark.
const mostApart = 256

// empty returns the kind of no products, in the same memory.
func (k *kind) empty() *kind {
	if k.share == nil {
		k.share = map[uint32]int{}
	}
	k.size = 0
	clear(k.share)
	clear(k.holding[:])
	return k
}

func (k *kind) add(s *segment, p uint32) {
	k.size++
	k.share[s.category[p]]++
	words := s.forward.of(p)
	apart := step(len(words))
	for i := 0; i < len(words); i += apart {
		k.holding[s.marks[words[i]]] += uint16(min(apart, mostApart)) // counts for the words that are skipped, too
	}
}

// compare returns the share of the products of the kind that are in the category
// of a product, and the share that contains a word of the product, averaged over
// its words. Words of all fields count: names are short and full of model
// numbers.
func (k *kind) compare(s *segment, p uint32) (share, alike float64) {
	share = float64(k.share[s.category[p]]) / float64(k.size)
	words := s.forward.of(p)
	if len(words) == 0 {
		return share, 0
	}
	apart, sum, n := step(len(words)), 0, 0
	for i := 0; i < len(words); i += apart {
		sum += int(k.holding[s.marks[words[i]]])
		n++
	}
	return share, float64(sum) / float64(n) / float64(k.size)
}

// step is the distance between the words of a product that are compared, in
// alphabetical order: it limits the time that long texts take.
func step(words int) int {
	const most = 50
	return 1 + (words-1)/most
}

// A mark identifies a word in all segments, each of which has its own numbers
// for words. Words may share a mark: a few collisions change the average of a
// product little, and counts of 32 KiB stay in the processor's cache.
const marks = 1 << 14

// mark is a hash of a word (FNV-1a). It is the same in every process, and so is
// the order of results.
func mark(word []byte) uint16 {
	h := uint32(2166136261)
	for _, c := range word {
		h = (h ^ uint32(c)) * 16777619
	}
	return uint16((h ^ h>>16) % marks)
}
