package index

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"github.com/google/uuid"
)

// Scarce is a product of which few pieces are left.
type Scarce struct {
	Stock int64
	Name  string // its sort key
	ID    uuid.UUID
}

// Compare compares the places of two products in the list of those that run out.
func (a Scarce) Compare(b Scarce) int {
	return cmp.Or(cmp.Compare(a.Stock, b.Stock), strings.Compare(a.Name, b.Name), bytes.Compare(a.ID[:], b.ID[:]))
}

// Scarce returns the first products with at most threshold pieces after a place in their list, and counts all of
// them, and the live products.
func (x *Index) Scarce(threshold int64, after Scarce, limit int) (first []Scarce, scarce, live int) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	for _, s := range x.segments {
		for p, stock := range s.mutable.stock {
			if stock > threshold || s.tombstones.has(uint32(p)) {
				continue
			}
			scarce++
			if n := len(first); n == limit && first[n-1].Stock < stock {
				continue
			}
			if one := (Scarce{stock, string(s.names.at(uint32(p))), s.ids[p]}); one.Compare(after) > 0 {
				first = insert(first, one, limit)
			}
		}
	}
	return first, scarce, x.live()
}

// insert inserts a product into the first ones, in their order.
func insert(first []Scarce, one Scarce, limit int) []Scarce {
	at, _ := slices.BinarySearchFunc(first, one, Scarce.Compare)
	if at == limit {
		return first
	}
	first = slices.Insert(first, at, one)
	return first[:min(len(first), limit)]
}
