package index

import "math"

// Filter narrows a search. The zero value matches everything except that Max has
// to be set.
type Filter struct {
	Category string // slug; "" for any
	Brand    string // folded, as are the colours
	Frame    string
	Lens     string
	Featured *bool
	InStock  bool
	Min, Max int64 // price in ore, both inclusive
}

// Any matches everything.
var Any = Filter{Max: math.MaxInt64}

// filter is a Filter with the numbers of an index.
type filter struct {
	category, brand, frame, lens uint32 // 0 for any
	featured                     *bool
	inStock                      bool
	min, max                     int64
}

// filter translates f. It returns false when nothing can match.
func (x *Index) filter(f *Filter) (filter, bool) {
	out := filter{featured: f.Featured, inStock: f.InStock, min: f.Min, max: f.Max}
	known := true
	if f.Category != "" {
		out.category, known = x.categories.bySlug[f.Category]
	}
	for _, v := range []struct {
		text string
		into *uint32
	}{{f.Brand, &out.brand}, {f.Frame, &out.frame}, {f.Lens, &out.lens}} {
		if v.text != "" && known {
			*v.into, known = x.numbers.known(v.text)
		}
	}
	return out, known && f.Min <= f.Max
}

// passes reports whether a product is live and matches the filter.
func (s *segment) passes(p uint32, f *filter) bool {
	g := &s.mutable[p]
	if s.tombstones.has(p) || g.price < f.min || g.price > f.max || f.inStock && g.stock <= 0 || f.featured != nil && g.featured != *f.featured {
		return false
	}
	return (f.category == 0 || s.category[p] == f.category) && (f.brand == 0 || s.brand[p] == f.brand) &&
		(f.frame == 0 || s.frame[p] == f.frame) && (f.lens == 0 || s.lens[p] == f.lens)
}
