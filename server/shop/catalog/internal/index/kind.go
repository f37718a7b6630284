package index

// kind is what some products have in common.
type kind struct {
	size    int
	share   map[uint32]int // how many are in each category
	holding *[marks]uint32 // how many hold a word with each mark
}

func (k *kind) add(s *segment, p uint32) {
	k.size++
	k.share[s.category[p]]++
	words := s.forward.of(p)
	apart := step(words)
	for i := 0; i < len(words); i += apart {
		k.holding[s.marks[words[i]]] += uint32(apart) // it stands for those between
	}
}

// compare returns the share of the kind that is in the category of a product,
// and the share that holds a word of the product, on average of its words. Words
// of all fields tell: names are short and full of model numbers.
func (k *kind) compare(s *segment, p uint32) (share, alike float64) {
	share = float64(k.share[s.category[p]]) / float64(k.size)
	words := s.forward.of(p)
	if len(words) == 0 {
		return share, 0
	}
	apart, sum, n := step(words), 0, 0
	for i := 0; i < len(words); i += apart {
		sum += int(k.holding[s.marks[words[i]]])
		n++
	}
	return share, float64(sum) / float64(n) / float64(k.size)
}

// step is how far apart, by the alphabet, the words of a product are that are
// looked at: there is an end to the time that long texts take.
func step(words []uint32) int {
	const most = 100
	return 1 + (len(words)-1)/most
}

// A mark stands for a word in every segment, where the numbers of words differ.
// Words may share one: a few strangers among the words of a product change its
// average little, and counts that take 64 KiB stay near the processor.
const marks = 1 << 14

// mark is a hash of a word (FNV-1a), the same in every process: so are orders.
func mark(word []byte) uint16 {
	h := uint32(2166136261)
	for _, c := range word {
		h = (h ^ uint32(c)) * 16777619
	}
	return uint16((h ^ h>>16) % marks)
}
