package insight

import (
	"cmp"
	"iter"
	"slices"
)

// ranked is a thing with its sums.
type ranked struct {
	name string
	figures
}

// An order is negative if a is ranked before b.
type order func(a, b ranked) int

func byCount(a, b ranked) int {
	return cmp.Or(cmp.Compare(b.count, a.count), cmp.Compare(b.amount, a.amount), cmp.Compare(a.name, b.name))
}

func byAmount(a, b ranked) int {
	return cmp.Or(cmp.Compare(b.amount, a.amount), cmp.Compare(b.count, a.count), cmp.Compare(a.name, b.name))
}

// best keeps the first of many things.
type best struct {
	most  int
	order order
	found []ranked
}

func (b *best) add(r ranked) {
	if n := len(b.found); n == b.most && (n == 0 || b.order(b.found[n-1], r) <= 0) {
		return
	}
	at, _ := slices.BinarySearchFunc(b.found, r, b.order)
	b.found = slices.Insert(b.found, at, r)
	b.found = b.found[:min(len(b.found), b.most)]
}

func (b *best) addAll(all iter.Seq[ranked]) {
	for r := range all {
		b.add(r)
	}
}
