package index

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"iter"
	"slices"
	"strings"

	"github.com/google/uuid"
)

// Pieces are the variants of a product that are sold and their stocks, as the database function product_pieces packs them; "" for a
// product without variants.
type Pieces string

// each returns the ids and the stocks.
func (v Pieces) each() iter.Seq2[uuid.UUID, int64] {
	const mark, id, size = 1, 16, 24
	return func(yield func(uuid.UUID, int64) bool) {
		for at := mark; at+size <= len(v); at += size {
			if !yield(uuid.UUID([]byte(v[at:at+id])), int64(binary.BigEndian.Uint64([]byte(v[at+id:at+size])))) {
				return
			}
		}
	}
}

// Scarce is a product, or a variant of one, of which few pieces are left.
type Scarce struct {
	Rank    int64 `json:",omitempty"` // of ScarceQuery.Rank
	Stock   int64
	Name    string // the sort key of the product
	ID      uuid.UUID
	Variant uuid.UUID `json:",omitzero"` // of a product without variants none
}

// Goods returns the id of the variant, or of the product without variants.
func (a *Scarce) Goods() uuid.UUID {
	if a.Variant != uuid.Nil {
		return a.Variant
	}
	return a.ID
}

// Compare compares two places in the list of those that run out.
func (a Scarce) Compare(b Scarce) int {
	return cmp.Or(cmp.Compare(a.Rank, b.Rank), cmp.Compare(a.Stock, b.Stock), strings.Compare(a.Name, b.Name), bytes.Compare(a.ID[:], b.ID[:]),
		bytes.Compare(a.Variant[:], b.Variant[:]))
}

// ScarceQuery asks for the first products and variants with at most Threshold pieces that pass the filter, after a place in their
// list. A product with variants is not listed itself.
type ScarceQuery struct {
	Threshold int64
	Filter    Filter
	After     Scarce
	Limit     int

	// Rank returns what orders a product or a variant before its stock does, and whether it is listed; nil for the order of stock, and all.
	Rank func(goods uuid.UUID, stock int64) (rank int64, listed bool)
}

// Scarce returns the products and variants of a query, and counts all with so few pieces, and the live products.
func (x *Index) Scarce(q *ScarceQuery) (first []Scarce, scarce, live int) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	f, possible := x.filter(&q.Filter)
	for _, s := range x.segments {
		add := func(p uint32, variant uuid.UUID, stock int64) {
			scarce++
			if possible && s.passes(p, &f) {
				first = q.Add(first, Scarce{Stock: stock, ID: s.ids[p], Variant: variant}, func() string { return string(s.names.at(p)) })
			}
		}
		for p, stock := range s.mutable.stock {
			if stock > q.Threshold || s.tombstones.has(uint32(p)) || s.mutable.pieces[uint32(p)] != "" {
				continue
			}
			add(uint32(p), uuid.Nil, stock)
		}
		for p, variants := range s.mutable.pieces {
			if s.tombstones.has(p) {
				continue
			}
			for variant, stock := range variants.each() {
				if stock <= q.Threshold {
					add(p, variant, stock)
				}
			}
		}
	}
	return first, scarce, x.live()
}

// Add adds one to the first ones, in their order, if it is one of them.
func (q *ScarceQuery) Add(first []Scarce, one Scarce, name func() string) []Scarce {
	if q.Rank != nil {
		var listed bool
		if one.Rank, listed = q.Rank(one.Goods(), one.Stock); !listed {
			return first
		}
	}
	if n := len(first); n == q.Limit && (n == 0 || cmp.Or(cmp.Compare(first[n-1].Rank, one.Rank), cmp.Compare(first[n-1].Stock, one.Stock)) < 0) {
		return first
	}
	if one.Name = name(); one.Compare(q.After) <= 0 {
		return first
	}
	return insert(first, one, q.Limit, Scarce.Compare)
}

// insert inserts one into the first ones, in their order.
func insert[T any](first []T, one T, limit int, order func(a, b T) int) []T {
	at, _ := slices.BinarySearchFunc(first, one, order)
	if at >= limit {
		return first
	}
	first = slices.Insert(first, at, one)
	return first[:min(len(first), limit)]
}
