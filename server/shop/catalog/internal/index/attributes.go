package index

import (
	"cmp"
	"hash/maphash"
	"slices"
)

// seed is that of the keys of attributes.
var seed = maphash.MakeSeed()

// AttributeKey returns what stands for a value of an attribute in the index of this process. It
// has 64 bits: two of a million different values have the same key with a probability of one in
// forty million.
func AttributeKey(name, value string) uint64 {
	var h maphash.Hash
	h.SetSeed(seed)
	maphash.WriteComparable(&h, len(name))
	_, _ = h.WriteString(name)
	_, _ = h.WriteString(value)
	return h.Sum64()
}

// attributes lists the products that have each value of an attribute.
type attributes struct {
	keys     []uint64 // sorted
	products lists    // of each key
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
	var having []uint32
	pairs = slices.Compact(pairs)
	for i, one := range pairs {
		having = append(having, one.product)
		if i+1 == len(pairs) || pairs[i+1].key != one.key {
			a.add(one.key, having)
			having = having[:0]
		}
	}
	return a
}

// add adds a key that is greater than all others.
func (a *attributes) add(key uint64, products []uint32) {
	a.keys = append(a.keys, key)
	a.products.add(products)
}

// gone is the new number of a product that was deleted.
const gone = ^uint32(0)

// mergeAttributes merges the attributes of segments whose products have new
// numbers.
func mergeAttributes(from []*segment, numbers [][]uint32) attributes {
	var out attributes
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
			out.keys = slices.Clone(out.keys)
			out.products.fit()
			return out
		}
		having = having[:0]
		for i, s := range from {
			if next[i] == len(s.attributes.keys) || s.attributes.keys[next[i]] != least {
				continue
			}
			for _, old := range s.attributes.products.of(uint32(next[i])) {
				if p := numbers[i][old]; p != gone {
					having = append(having, p)
				}
			}
			next[i]++
		}
		if len(having) > 0 {
			slices.Sort(having)
			out.add(least, having)
		}
	}
}
