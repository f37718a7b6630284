package index

import (
	"encoding/binary"
	"hash/maphash"
)

// goods are what of a product changes most often, and changes in place: an order
// that takes one from the stock must not have all its words indexed anew.
type goods struct {
	version  int64 // when the product was last changed
	price    int64 // in ore
	stock    int64
	featured bool
}

func goodsOf(p *Product) goods { return goods{p.Version, p.Price, p.Stock, p.Featured} }

var seed = maphash.MakeSeed()

// digest stands for all of a product but its goods.
func (p *Product) digest() uint64 {
	var h maphash.Hash
	h.SetSeed(seed)
	for _, text := range append([]string{p.Name, p.Brand, p.Frame, p.Lens, string(p.Hit), string(p.Category[:])}, p.Named...) {
		var length [8]byte
		binary.LittleEndian.PutUint64(length[:], uint64(len(text)))
		_, _ = h.Write(length[:])
		_, _ = h.WriteString(text)
	}
	sum := h.Sum64()
	for _, w := range p.Words { // in no order
		sum += maphash.Comparable(seed, w)
	}
	return sum
}

// split tells the products that differ in their goods alone from what is there
// from the others.
func (x *Index) split(changed []Product) (same, others []Product) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	for _, c := range changed {
		if s, p, found := x.find(c.ID); found && !s.merging && s.digests[p] == c.digest() {
			same = append(same, c)
		} else {
			others = append(others, c)
		}
	}
	return same, others
}

// adjust changes goods in place, and returns the products with which that cannot
// be done because they are being copied since.
func (x *Index) adjust(same []Product) (late []Product) {
	for i := range same {
		if s, p, found := x.find(same[i].ID); found && !s.merging {
			s.goods[p] = goodsOf(&same[i])
		} else {
			late = append(late, same[i])
		}
	}
	return late
}

// Holds reports whether the index holds exactly this version of a product.
func (x *Index) Holds(p *Product) bool {
	x.mu.RLock()
	defer x.mu.RUnlock()
	s, at, found := x.find(p.ID)
	return found && s.goods[at] == goodsOf(p) && s.digests[at] == p.digest()
}
