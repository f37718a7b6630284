// Package index is an in-memory index of the products: it finds products by
// words and filters, and counts those of each category, without querying the
// database. It is notified of every change.
package index

import (
	"encoding/json"
	"math"
	mathbits "math/bits"
	"runtime"
	"slices"
	"sync"

	"github.com/google/uuid"
	"github.com/maypok86/otter/v2"
)

// Index finds products. It is safe for concurrent use. Its numbers, and its
// offsets into the texts of a segment, have 32 bits: enough for some millions of
// products.
type Index struct {
	hit     []part // of the JSON object of a product
	numbers *numbers
	scratch sync.Pool

	// turns has a place for each processor. Who counts facets takes one: more at once would
	// slow each other down, and hold up every short call.
	turns chan struct{}

	mu         sync.RWMutex
	segments   []*segment
	categories categories
	tallies    tallies
	cache      resultCache

	merging sync.Mutex // held by the one merge that runs in the background
	merges  sync.WaitGroup
}

// New returns an empty index. Its hits are JSON objects of these members, in
// this order.
func New(members ...Member) *Index {
	x := &Index{hit: partsOf(members), numbers: newNumbers(), turns: make(chan struct{}, runtime.GOMAXPROCS(0)), cache: newResultCache()}
	x.categories = newCategories(nil, x.numbers)
	return x
}

// SetCategories replaces the categories, which are given in list order.
func (x *Index) SetCategories(all []Category) {
	c := newCategories(all, x.numbers)
	x.mu.Lock()
	defer x.mu.Unlock()
	x.categories = c
	x.cache.content++
}

// Apply adds products, replaces those with the same ids, and removes those in
// gone. A search sees all of the change or nothing. Calls must not overlap.
func (x *Index) Apply(changed []Product, gone []uuid.UUID) {
	x.numbers.forget(&x.tallies)
	same, others := x.split(changed)
	added := build(others, x.numbers)
	x.mu.Lock()
	late := x.adjust(same)
	x.put(others, added)
	x.put(late, build(late, x.numbers))
	for _, id := range gone {
		x.markDeleted(id)
	}
	x.cache.content++
	x.mu.Unlock()
	x.tidy()
}

// setSegments replaces the segments: products are in other places then.
func (x *Index) setSegments(all []*segment) {
	x.segments = all
	x.cache.content++
}

// put adds a segment with products and removes their previous versions.
func (x *Index) put(products []Product, in *segment) {
	if len(products) == 0 {
		return
	}
	for i := range products {
		x.markDeleted(products[i].ID)
	}
	x.setSegments(append(x.segments, in))
	x.tallies.add(in)
}

func (x *Index) markDeleted(id uuid.UUID) {
	if s, p, found := x.find(id); found {
		s.markDeleted(p)
		x.tallies.remove(s, p)
	}
}

// find returns the place of the live version of a product.
func (x *Index) find(id uuid.UUID) (s *segment, p uint32, found bool) {
	for _, s := range x.segments {
		if p, found := s.find(id); found {
			return s, p, true
		}
	}
	return nil, 0, false
}

// Len returns the number of products.
func (x *Index) Len() int {
	x.mu.RLock()
	defer x.mu.RUnlock()
	return x.live()
}

func (x *Index) live() (n int) {
	for _, s := range x.segments {
		n += s.live
	}
	return n
}

const (
	fanIn      = 8 // segments of about the same size that are merged into one
	smallLevel = 2 // up to 255 products: merged before the change returns
)

// level groups segments of about the same size: each level is eight times the
// one before.
func (s *segment) level() int { return mathbits.Len(uint(s.len())) / 3 }

// tidy merges segments to keep their number small: each product is copied once
// for every eightfold growth. Small merges are done at once, large ones in the
// background.
func (x *Index) tidy() {
	for group := x.group(0, smallLevel); group != nil; group = x.group(0, smallLevel) {
		x.merge(group)
	}
	if x.merging.TryLock() {
		x.merges.Go(func() {
			defer x.merging.Unlock()
			for group := x.group(smallLevel+1, math.MaxInt); group != nil; group = x.group(smallLevel+1, math.MaxInt) {
				x.merge(group)
			}
		})
	}
}

// Compact merges all large segments into one, and computes the trigrams that
// misspelt terms need. It does not block searches.
func (x *Index) Compact() {
	x.merging.Lock()
	defer x.merging.Unlock()
	x.mu.RLock()
	all := slices.DeleteFunc(slices.Clone(x.segments), func(s *segment) bool { return s.level() <= smallLevel })
	x.mu.RUnlock()
	if len(all) > 1 {
		x.merge(all)
	}
	x.mu.RLock()
	all = slices.Clone(x.segments)
	x.mu.RUnlock()
	for _, s := range all {
		s.trigrams()
	}
}

// group returns segments of the given levels that should be merged: fanIn of a
// level, or one with many tombstones.
func (x *Index) group(from, to int) []*segment {
	x.mu.RLock()
	defer x.mu.RUnlock()
	levels := map[int][]*segment{}
	for _, s := range x.segments {
		level := s.level()
		if level < from || level > to {
			continue
		}
		if s.len()-s.live > s.live/3+fanIn {
			return []*segment{s}
		}
		if levels[level] = append(levels[level], s); len(levels[level]) == fanIn {
			return levels[level]
		}
	}
	return nil
}

// merge replaces several segments by one.
func (x *Index) merge(group []*segment) {
	frozen := x.frozen(group)
	x.replace(group, frozen, merged(frozen))
}

// frozen returns copies of the segments with their present tombstones: more
// products may be deleted during the merge.
func (x *Index) frozen(group []*segment) []*segment {
	x.mu.Lock()
	defer x.mu.Unlock()
	frozen := make([]*segment, len(group))
	for i, s := range group {
		s.merging = true
		f := *s
		f.tombstones = slices.Clone(s.tombstones)
		frozen[i] = &f
	}
	return frozen
}

func (x *Index) replace(group, frozen []*segment, result *segment) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for i, s := range group {
		for p := range s.tombstones.all() {
			if !frozen[i].tombstones.has(p) { // deleted during the merge
				if q, found := result.find(s.ids[p]); found {
					result.markDeleted(q)
				}
			}
		}
	}
	all := slices.DeleteFunc(x.segments, func(s *segment) bool { return s.live == 0 || slices.Contains(group, s) })
	if result.live > 0 {
		all = append(all, result)
	}
	x.setSegments(all)
}

// resultCache holds what queries have found, so that many people who ask the same have it
// found once. Only where the products are is kept: each hit is written with the price
// and stock of now. Index.mu protects the counts of changes.
type resultCache struct {
	kept *otter.Cache[string, *result]

	// How often something has changed: offers, and all else that Apply changes. They are part
	// of the keys, so that nobody finds what was found before. The cache drops it for new results.
	offers, content uint64
}

// result is what a query finds: a page of it, or facets.
type result struct {
	places []place // of the hits
	found  Found
	facets *facetCounts
}

// mostKept is about how many bytes of results are kept; a page of 20 hits takes some 800.
const mostKept = 4 << 20

func newResultCache() resultCache {
	return resultCache{kept: otter.Must(&otter.Options[string, *result]{MaximumWeight: mostKept, Weigher: weight})}
}

// weight is about how many bytes a result takes.
func weight(key string, a *result) uint32 {
	const each, ofPlace, ofCount = 300, 8, 4
	bytes := each + len(key) + ofPlace*len(a.places)
	if f := a.facets; f != nil {
		bytes += ofCount * (len(f.category) + len(f.brand) + len(f.frame) + len(f.lens))
		for _, one := range f.attributes {
			bytes += each * (1 + len(one.Values))
		}
	}
	return uint32(bytes)
}

// get returns what was found for a key.
func (r *resultCache) get(key string) (a result, found bool) {
	kept, found := r.kept.GetIfPresent(key)
	if found {
		a = *kept
	}
	return a, found
}

func (r *resultCache) put(key string, a result) {
	if key != "" {
		r.kept.Set(key, &a)
	}
}

// key returns all that decides what a query finds, or which facets; "" for nothing that is
// worth keeping.
func (r *resultCache) key(q *Query, facets bool) string {
	on := max(q.Filter.dependence(), q.Order.dependence())
	if on == onMore {
		return ""
	}
	of := struct {
		*Query
		Facets          bool
		Content, Offers uint64
	}{q, facets, r.content, 0}
	if facets || on == onOffer { // facets include prices and stock
		of.Offers = r.offers
	}
	key, err := json.Marshal(of)
	if err != nil {
		return ""
	}
	return string(key)
}

// dependence is what a result depends on: what it names, and all that comes before.
type dependence int

// The dependences.
const (
	onContent dependence = iota // what only Apply changes
	onOffer                     // the price, whether a product is in stock, and whether it is featured
	onMore                      // anything else, such as the time of the last change, which every order moves
)

// dependence returns what decides whether a product passes the filter: more, unless it is
// known to be less. Products that are named by ids or slugs are found as fast as a long key.
func (f *Filter) dependence() dependence {
	rest := *f
	rest.Category, rest.Brands, rest.Frame, rest.Lens, rest.Attributes = "", nil, "", "", nil
	if rest.IsOpen() {
		return onContent
	}
	rest.Featured, rest.InStock, rest.Min, rest.Max = nil, false, Any.Min, Any.Max
	if rest.IsOpen() {
		return onOffer
	}
	return onMore
}

func (o Order) dependence() dependence {
	switch o {
	case ByRelevance, ByName, ByCreation:
		return onContent
	case ByPrice, ByPriceDown:
		return onOffer
	}
	return onMore
}

// changesOffer reports whether a change in place can change what is found. Of the stock
// only whether there is any matters, so that most orders leave all that is kept.
func (m mutable) changesOffer(now mutable) bool {
	return m.price != now.price || m.featured != now.featured || inStock(m.stock) != inStock(now.stock)
}
