package index

import "slices"

// weighedAgain is how many of the best products are weighed again.
const weighedAgain = 200

// unit is what an impact of 1 makes of a score: 32 steps, times same.
const unit = 32 * same

// weighAgain puts the best products into a better order. Those whose names hold
// every word of the question tell what kind of thing is meant: the more of them
// are in a product's category, and the more of them hold the words that it holds
// in any of its fields, the more likely the product is such a thing rather than
// something for it.
func (x *Index) weighAgain(sc *scratch, places []place, words []asked) {
	k := kind{share: map[uint32]int{}, holding: &sc.holding}
	clear(k.holding[:])
	spelt := x.spelt(words)
	for _, p := range places {
		if s := x.segments[p.segment]; holdsAll(s.named.of(p.product), spelt) {
			k.add(s, p.product)
		}
	}
	if k.size == 0 {
		return
	}
	whole := unit * float64(len(words)) // an impact of 1, in every word
	weights := make([]weighedPlace, len(places))
	for i, p := range places {
		share, alike := k.compare(x.segments[p.segment], p.product)
		weights[i] = weighedPlace{p, float64(p.score) + whole*(share/2+alike)}
	}
	slices.SortStableFunc(weights, func(a, b weighedPlace) int {
		switch {
		case a.weight > b.weight:
			return -1
		case a.weight < b.weight:
			return 1
		}
		return x.compareInLists(a.place, b.place)
	})
	for i := range weights {
		places[i] = weights[i].place
	}
}

type weighedPlace struct {
	place
	weight float64
}

// spelt returns the numbers of the spellings of each word; there is none for
// what is in no name.
func (x *Index) spelt(words []asked) [][]uint32 {
	out := make([][]uint32, len(words))
	for i, w := range words {
		for _, sp := range w.spellings {
			if v, known := x.numbers.known(string(sp.text)); known {
				out[i] = append(out[i], v)
			}
		}
	}
	return out
}

func holdsAll(name []uint32, spelt [][]uint32) bool {
	for _, numbers := range spelt {
		if !slices.ContainsFunc(numbers, func(v uint32) bool { return slices.Contains(name, v) }) {
			return false
		}
	}
	return true
}
