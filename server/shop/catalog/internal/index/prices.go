package index

import (
	"math"
	"sync"
)

// prices caches the range of the prices of a segment's live products. It is
// computed when it is first asked for after a product at its end has left it.
type prices struct {
	mu    sync.Mutex
	known bool
	priceRange
}

// priceRange is a range of prices in ore; empty if the least is above the most.
type priceRange struct{ least, most int64 }

var noPrices = priceRange{math.MaxInt64, math.MinInt64}

// with returns the range that includes a price too.
func (r priceRange) with(price int64) priceRange {
	return priceRange{min(r.least, price), max(r.most, price)}
}

// joined returns the range that includes both.
func (r priceRange) joined(o priceRange) priceRange {
	return priceRange{min(r.least, o.least), max(r.most, o.most)}
}

// includes reports whether the range includes another one.
func (r priceRange) includes(o priceRange) bool { return r.least <= o.least && o.most <= r.most }

// priceRange returns the range of the prices of all live products.
func (s *segment) priceRange() priceRange {
	c := s.prices
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.known {
		c.priceRange, c.known = noPrices, true
		for p, price := range s.mutable.price {
			if !s.tombstones.has(uint32(p)) {
				c.priceRange = c.with(price)
			}
		}
	}
	return c.priceRange
}

// replaced is called when one price takes the place of another. The lock of the
// index is held.
func (c *prices) replaced(old, now int64) {
	if old == now || !c.known {
		return
	}
	c.removed(old)
	c.priceRange = c.with(now)
}

// removed is called when a product with this price is no longer there.
func (c *prices) removed(price int64) {
	if price <= c.least || price >= c.most {
		c.known = false
	}
}
