package search

import "slices"

// weighedAgain is how many of the best products are weighed again.
const weighedAgain = 200

// unit is what an impact of 1 makes of a score: 32 steps, times same.
const unit = 32 * same

// weighAgain puts the best products into a better order. Those whose names hold
// every word of the question tell what kind of thing is meant: the more of them
// are in a product's category, and the more of them share the other words of its
// name, the more likely the product is such a thing rather than something for it.
func (x *Index) weighAgain(places []place, words []asked) {
	spelt := x.spelt(words)
	share, typical := map[uint32]float64{}, map[uint32]float64{}
	n := 0.0
	for _, p := range places {
		name := x.segments[p.segment].named.of(p.product)
		if !holdsAll(name, spelt) {
			continue
		}
		n++
		share[x.segments[p.segment].category[p.product]]++
		for i, w := range name {
			if !slices.Contains(name[:i], w) {
				typical[w]++
			}
		}
	}
	if n == 0 {
		return
	}
	mean := unit * float64(len(words)) / 2 / n // half an impact, in every word
	weights := make([]weighedPlace, len(places))
	for i, p := range places {
		in := x.segments[p.segment]
		more := share[in.category[p.product]]
		others, sum := 0.0, 0.0
		for _, w := range in.named.of(p.product) {
			if !isSpelt(w, spelt) {
				others++
				sum += typical[w]
			}
		}
		if others > 0 {
			more += sum / others
		}
		weights[i] = weighedPlace{p, float64(p.score) + mean*more}
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

func isSpelt(w uint32, spelt [][]uint32) bool {
	return slices.ContainsFunc(spelt, func(numbers []uint32) bool { return slices.Contains(numbers, w) })
}
