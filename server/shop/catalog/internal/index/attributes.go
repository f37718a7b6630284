package index

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"slices"
)

// AttributeKey returns what stands for a value of an attribute in the index. It
// has 64 bits, and is the same in every process, so that a snapshot can hold it:
// two of a million different values have the same key with a probability of one in
// forty million.
func AttributeKey(name, value string) uint64 {
	var room [128]byte
	text := append(append(binary.AppendUvarint(room[:0], uint64(len(name))), name...), value...)
	sum := sha256.Sum256(text)
	return binary.LittleEndian.Uint64(sum[:])
}

// attributes lists the products that have each value of an attribute.
type attributes struct {
	keys     []uint64 // sorted
	products lists    // of each key, in order; no impacts
}

// of returns the products with this value, deleted ones included.
func (a *attributes) of(key uint64) []uint32 {
	i, found := slices.BinarySearch(a.keys, key)
	if !found {
		return nil
	}
	return a.products.of(uint32(i))
}

// newAttributes returns the attributes of products, which may repeat a key.
func newAttributes(products []Product) attributes {
	type pair struct {
		key     uint64
		product uint32
	}
	var pairs []pair
	for p := range products {
		for _, key := range products[p].Attributes {
			pairs = append(pairs, pair{key, uint32(p)})
		}
	}
	slices.SortFunc(pairs, func(a, b pair) int { return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.product, b.product)) })
	var a attributes
	for _, one := range slices.Compact(pairs) {
		a.add(one.key, one.product)
	}
	return a
}

// add adds a product to the last key, or to a new one that is greater.
func (a *attributes) add(key uint64, product uint32) {
	if n := len(a.keys); n == 0 || a.keys[n-1] != key {
		a.keys = append(a.keys, key)
		a.products.end = append(a.products.end, 0)
	}
	a.products.to = append(a.products.to, product)
	a.products.end[len(a.keys)-1] = uint32(len(a.products.to))
}

// gone is the new number of a product that was deleted.
const gone = ^uint32(0)

// mergeAttributes merges the attributes of segments whose products have new
// numbers.
func mergeAttributes(from []*segment, numbers [][]uint32) attributes {
	keys, products := 0, 0
	for _, s := range from {
		keys, products = max(keys, len(s.attributes.keys)), products+len(s.attributes.products.to)
	}
	out := attributes{keys: make([]uint64, 0, keys), products: lists{end: make([]uint32, 0, keys), to: make([]uint32, 0, products)}}
	next := make([]int, len(from))
	var having []uint32
	for {
		least, any := uint64(0), false
		for i, s := range from {
			if next[i] < len(s.attributes.keys) && (!any || s.attributes.keys[next[i]] < least) {
				least, any = s.attributes.keys[next[i]], true
			}
		}
		if !any {
			return out
		}
		having = having[:0]
		for i, s := range from {
			if next[i] == len(s.attributes.keys) || s.attributes.keys[next[i]] != least {
				continue
			}
			for _, p := range s.attributes.products.of(uint32(next[i])) {
				if numbers[i][p] != gone {
					having = append(having, numbers[i][p])
				}
			}
			next[i]++
		}
		slices.Sort(having)
		for _, p := range having {
			out.add(least, p)
		}
	}
}
