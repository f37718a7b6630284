package index

import mathbits "math/bits"

// block is the number of products that the facets are counted for at a time: those of
// one element of a set. Operations on such elements take the place of branches, which
// the processor would guess wrong too often.
const block = 64

// block returns the live products of a block that are in only, unless that is nil, and
// pass what is in the filter besides the choices of the facets.
func (s *segment) block(b int, only set, f *filter) uint64 {
	products := ^s.tombstones[b]
	if after := s.len() - b*block; after < block {
		products &= 1<<after - 1
	}
	if only != nil {
		products &= only[b]
	}
	if f.open {
		return products
	}
	for left := products; left != 0; left &= left - 1 {
		if p := mathbits.TrailingZeros64(left); !s.passesRest(uint32(b*block+p), f) {
			products &^= 1 << p
		}
	}
	return products
}

// The facets that have a filter of their own.
const (
	ofCategory = iota
	ofBrand
	ofFrame
	ofLens
	ofPrice
	ofStock
	facetCount
)

// choices are the filters of the facets.
type choices struct {
	category, brand, frame, lens set // of numbers; nil for any
	min, max                     int64
	inStock                      bool
}

// choices returns the filters of the facets in f, without the numbers that no product has.
func (x *Index) choices(f *Filter) choices {
	of, _ := x.filter(f)
	chosen := func(numbers []uint32, among counts) set {
		if numbers == nil {
			return nil
		}
		all := newSet(len(among))
		for _, v := range numbers {
			if int(v) < len(among) {
				all.set(v)
			}
		}
		return all
	}
	out := choices{
		brand: chosen(of.brands, x.tallies.brand), frame: chosen(of.frames, x.tallies.frame), lens: chosen(of.lenses, x.tallies.lens),
		min: of.min, max: of.max, inStock: of.inStock,
	}
	if of.category != 0 {
		out.category = chosen([]uint32{of.category}, x.tallies.category)
	}
	return out
}

// passed are the products of a block that pass the filter of each facet. The last block
// may have fewer products; the rest of it is undefined.
type passed [facetCount]uint64

// passed applies the filter of each facet to a block.
func (c *choices) passed(s *segment, b int) passed {
	first := b * block
	end := min(first+block, s.len())
	return passed{
		ofCategory: c.category.having(s.category[first:end]),
		ofBrand:    c.brand.having(s.brand[first:end]),
		ofFrame:    c.frame.having(s.frame[first:end]),
		ofLens:     c.lens.having(s.lens[first:end]),
		ofPrice:    c.costing(s.mutable.price[first:end], s.mutable.ranges[b]),
		ofStock:    c.stocked(s.mutable.stock[first:end]),
	}
}

// last is the last product of a block: they are marked here and shifted to their places.
const last = 1 << (block - 1)

// having returns the products of a block whose number b has.
func (b set) having(numbers []uint32) (products uint64) {
	if b == nil {
		return ^uint64(0)
	}
	for _, v := range numbers {
		products = products>>1 | b[v/block]>>(v%block)<<(block-1)
	}
	return products >> (block - len(numbers))
}

// costing returns the products of a block whose prices are between the least and the most
// that are chosen; all prices of the block are in a range.
func (c *choices) costing(prices []int64, within priceRange) (products uint64) {
	chosen := priceRange{c.min, c.max}
	switch {
	case chosen.includes(within):
		return ^uint64(0)
	case c.min > c.max, within.most < c.min, within.least > c.max:
		return 0
	}
	width := uint64(c.max - c.min)
	for _, price := range prices {
		_, outside := mathbits.Sub64(width, uint64(price-c.min), 0)
		products = products>>1 | (outside-1)&last
	}
	return products >> (block - len(prices))
}

// stocked returns the products of a block that pass the filter of the stock.
func (c *choices) stocked(stock []int64) uint64 {
	if !c.inStock {
		return ^uint64(0)
	}
	return inStockOf(stock)
}

// inStockOf returns the products of a block with stock, which is never negative.
func inStockOf(stock []int64) (products uint64) {
	for _, pieces := range stock {
		products = products>>1 | uint64(-pieces)&last
	}
	return products >> (block - len(stock))
}

// facetProducts are products of a block: those that pass all filters, and for each facet
// those that pass all filters but its own.
type facetProducts struct {
	all    uint64
	facets [facetCount]uint64
}

// among returns which of some products each facet counts.
func (m passed) among(of uint64) (out facetProducts) {
	var once, twice uint64 // those that miss at least one filter, and at least two
	for _, pass := range m {
		missed := of &^ pass
		twice |= once & missed
		once |= missed
	}
	out.all = of &^ once
	for i, pass := range m {
		out.facets[i] = out.all | of&^twice&^pass
	}
	return out
}
