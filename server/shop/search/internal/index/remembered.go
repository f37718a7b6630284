package index

import (
	"encoding/json"

	"github.com/maypok86/otter/v2"
)

// remembered holds what queries have found, so that many people who ask the same have it
// found once. Only where the products are is kept: each answer is written with the price
// and stock of now. Index.mu protects the counts of changes.
type remembered struct {
	cache *otter.Cache[string, *answer]

	// How often something has changed: offers, and all else that Apply changes. They are part
	// of the keys, so that nobody finds what was found before. The cache drops it for new answers.
	offers, content uint64
}

// answer is what a query finds: a page of it, or facets.
type answer struct {
	places []place // of the hits
	found  Found
	facets *faceted
}

// mostRemembered is about how many bytes of answers are kept; a page of 20 hits takes some 800.
const mostRemembered = 4 << 20

func newRemembered() remembered {
	return remembered{cache: otter.Must(&otter.Options[string, *answer]{MaximumWeight: mostRemembered, Weigher: weight})}
}

// weight is about how many bytes an answer takes.
func weight(key string, a *answer) uint32 {
	const each, ofPlace, ofCount = 300, 8, 4
	bytes := each + len(key) + ofPlace*len(a.places)
	if f := a.facets; f != nil {
		bytes += ofCount * (len(f.category) + len(f.brand) + len(f.frame) + len(f.lens))
	}
	return uint32(bytes)
}

// get returns what was found for a key.
func (r *remembered) get(key string) (a answer, found bool) {
	kept, found := r.cache.GetIfPresent(key)
	if found {
		a = *kept
	}
	return a, found
}

func (r *remembered) put(key string, a answer) {
	if key != "" {
		r.cache.Set(key, &a)
	}
}

// key returns all that decides what a query finds, or which facets; "" for nothing that is
// worth keeping.
func (r *remembered) key(q *Query, facets bool) string {
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

// dependence is what an answer depends on: what it names, and all that comes before.
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
// only whether there is any matters, so that most orders leave all that is remembered.
func (m mutable) changesOffer(now mutable) bool {
	return m.price != now.price || m.featured != now.featured || inStock(m.stock) != inStock(now.stock)
}
