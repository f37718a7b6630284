package index

import (
	"cmp"
	"slices"
)

// reranked is the number of best products that are reranked.
const reranked = 200

// unit is what an impact of 1 adds to a score: 32 steps, times same.
const unit = 32 * same

// rerank reorders the best products. Those whose names contain every query term
// show what kind of product is meant. A product is likely to be of that kind,
// rather than an accessory for it, if many of them are in its category, and if
// many of them contain the words that it contains in any of its fields.
func (x *Index) rerank(sc *scratch, places []place, terms []term) {
	k := kind{share: map[uint32]int{}, holding: &sc.holding}
	clear(k.holding[:])
	spelt := x.spelt(terms)
	for _, p := range places {
		if s := x.segments[p.segment]; holdsAll(s.named.of(p.product), spelt) {
			k.add(s, p.product)
		}
	}
	if k.size == 0 {
		return
	}
	whole := unit * float64(len(terms)) // an impact of 1 in every term
	weights := make([]rerankedPlace, len(places))
	for i, p := range places {
		share, alike := k.compare(x.segments[p.segment], p.product)
		weights[i] = rerankedPlace{p, float64(p.score&^direct) + whole*(share/2+alike)}
	}
	slices.SortStableFunc(weights, func(a, b rerankedPlace) int {
		if order := cmp.Or(cmp.Compare(b.score&direct, a.score&direct), cmp.Compare(b.weight, a.weight)); order != 0 {
			return order
		}
		return x.compareInLists(a.place, b.place)
	})
	for i := range weights {
		places[i] = weights[i].place
	}
}

type rerankedPlace struct {
	place
	weight float64
}

// spelt returns, for each term, the numbers of its spellings that occur in
// names.
func (x *Index) spelt(terms []term) [][]uint32 {
	out := make([][]uint32, len(terms))
	for i, w := range terms {
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
