package index

import (
	"iter"
	"math"
	mathbits "math/bits"
	"slices"

	"github.com/google/uuid"
)

// Filter narrows a search. Start from Any, which matches everything.
type Filter struct {
	IDs        []uuid.UUID // nil for any, as are the other lists
	Slugs      []string
	Category   string   // slug; "" for any
	Brands     []string // folded, as are the colours
	Frame      string
	Lens       string
	Featured   *bool
	InStock    bool
	Min, Max   int64 // price in ore, both inclusive
	Since      int64 // the earliest time of the last change, in milliseconds
	Attributes []WantedAttribute
}

// Any matches everything.
var Any = Filter{Max: math.MaxInt64, Since: math.MinInt64}

// IsOpen reports whether f matches everything.
func (f *Filter) IsOpen() bool {
	return f.IDs == nil && f.Slugs == nil && f.Category == "" && f.Brands == nil && f.Frame == "" && f.Lens == "" && f.Featured == nil &&
		!f.InStock && f.Min <= Any.Min && f.Max == Any.Max && f.Since == Any.Since && f.Attributes == nil
}

// isSimple reports whether f is open but for the category and the price.
func (f *Filter) isSimple() bool {
	rest := *f
	rest.Category, rest.Min, rest.Max = Any.Category, Any.Min, Any.Max
	return rest.IsOpen()
}

// filter is a Filter with the numbers of an index.
type filter struct {
	category               uint32   // 0 for any
	brands, frames, lenses []uint32 // the numbers of labels; nil for any
	featured               *bool
	inStock                bool
	min, max, since        int64
	only                   set  // products of the segment that is searched; nil for any
	simple                 bool // whether all but the category and the price is open
	open                   bool // whether all is open
}

// unknown is the number of a category that no product has.
const unknown = ^uint32(0)

// filter translates f. It returns false when nothing can match.
func (x *Index) filter(f *Filter) (filter, bool) {
	out := filter{simple: f.isSimple(), open: f.IsOpen(), featured: f.Featured, inStock: f.InStock, min: f.Min, max: f.Max, since: f.Since}
	possible := f.Min <= f.Max
	if f.Category != "" {
		var known bool
		if out.category, known = x.categories.bySlug[f.Category]; !known {
			out.category, possible = unknown, false
		}
	}
	for _, wanted := range []struct {
		keys []string
		into *[]uint32
	}{{f.Brands, &out.brands}, {orNil(f.Frame), &out.frames}, {orNil(f.Lens), &out.lenses}} {
		if wanted.keys == nil {
			continue
		}
		*wanted.into = append([]uint32{}, x.numbers.labelsOf(wanted.keys...)...)
		possible = possible && len(*wanted.into) > 0
	}
	return out, possible
}

// orNil returns a list of the text, or nil without one.
func orNil(text string) []string {
	if text == "" {
		return nil
	}
	return []string{text}
}

// passes reports whether a product is live and matches the filter.
func (s *segment) passes(p uint32, f *filter) bool {
	return (f.category == 0 || s.category[p] == f.category) && s.costs(p, f.min, f.max) && !s.tombstones.has(p) && (f.simple || s.passesRest(p, f))
}

// costs reports whether the price of a product is in a range.
func (s *segment) costs(p uint32, least, most int64) bool {
	return uint64(s.mutable.price[p]-least) <= uint64(most-least)
}

func (s *segment) passesRest(p uint32, f *filter) bool {
	if f.only != nil && !f.only.has(p) {
		return false
	}
	m := &s.mutable
	if m.updated[p] < f.since || f.inStock && m.stock[p] <= 0 || f.featured != nil && m.featured[p] != *f.featured {
		return false
	}
	return isOneOf(f.brands, s.brand[p]) && isOneOf(f.frames, s.frame[p]) && isOneOf(f.lenses, s.lens[p])
}

func isOneOf(wanted []uint32, label uint32) bool {
	return wanted == nil || slices.Contains(wanted, label)
}

// only returns the products of the segment that f names, by their ids, slugs and
// attributes, or nil if it names none.
func (s *segment) only(sc *scratch, f *Filter) set {
	var all set
	narrow := func(mark func(into set)) {
		into := zeros(&sc.named[1], setSize(s.len()))
		mark(into)
		if all == nil {
			all = into
			sc.named[0], sc.named[1] = sc.named[1], sc.named[0]
			return
		}
		for i := range all {
			all[i] &= into[i]
		}
	}
	if f.IDs != nil {
		narrow(func(into set) {
			for _, id := range f.IDs {
				if p, found := s.find(id); found {
					into.set(p)
				}
			}
		})
	}
	if f.Slugs != nil {
		narrow(func(into set) {
			for _, slug := range f.Slugs {
				s.markSlug(into, slug)
			}
		})
	}
	for _, wanted := range f.Attributes {
		narrow(func(into set) {
			for _, value := range wanted.Values {
				s.attributes.mark(into, value)
			}
		})
	}
	return all
}

// candidates returns the products among which those that pass the filter are, in
// list order, from the given one on.
func (s *segment) candidates(f *filter, from uint32) iter.Seq[uint32] {
	if f.only != nil {
		return f.only.from(from)
	}
	if f.category != 0 {
		return s.membersFrom(f.category, from)
	}
	return func(yield func(uint32) bool) {
		for p := from; int(p) < s.len() && yield(p); p++ {
		}
	}
}

// membersFrom returns the members of a category, from a product on.
func (s *segment) membersFrom(category, from uint32) iter.Seq[uint32] {
	all := s.members.of(category)
	at, _ := slices.BinarySearch(all, from)
	return slices.Values(all[at:])
}

// count returns the number of products that pass the filter, counted up to most.
func (s *segment) count(f *filter, most int) int {
	switch {
	case most == 0:
		return 0
	case f.only != nil:
		return s.countIn(f.only, f, most)
	case f.category != 0:
		return s.countOf(f.category, f, most)
	}
	n := 0
	for p := 0; p < s.len() && n < most; p++ {
		if s.passes(uint32(p), f) {
			n++
		}
	}
	return n
}

// countIn is count for the products of a set.
func (s *segment) countIn(all set, f *filter, most int) (n int) {
	if most == 0 {
		return 0
	}
	if f.open {
		for i, word := range all {
			n += mathbits.OnesCount64(word &^ s.tombstones[i])
		}
		return min(n, most)
	}
	for p := range all.all() {
		if s.passes(p, f) {
			if n++; n == most {
				break
			}
		}
	}
	return n
}

// countOf is count for the members of a category.
func (s *segment) countOf(category uint32, f *filter, most int) (n int) {
	for _, p := range s.members.of(category) {
		if s.passes(p, f) {
			if n++; n == most {
				break
			}
		}
	}
	return n
}

// KnowsCategory reports whether a live category has this slug.
func (x *Index) KnowsCategory(slug string) bool {
	x.mu.RLock()
	defer x.mu.RUnlock()
	_, known := x.categories.bySlug[slug]
	return known
}
