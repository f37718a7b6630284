package index

// remembered holds what queries have found, so that many people who ask the same have it
// found once. Orders take from the stock all the time, so it is divided by what it depends
// on: a search for words stays until a product is replaced.
type remembered [dependences]struct {
	totals memo[int] // how many products match
	pages  memo[page]
	facets memo[*faceted]
}

// page is what a query finds.
type page struct {
	places []place // of the hits
	found  Found
}

// How much is remembered at most, of each dependence.
const (
	mostTotals = 4_096
	mostPages  = 4_096 // each takes some 120 bytes, and 8 for each hit
	mostFacets = 64    // each takes some bytes for each label that a product has
)

// init has it remember up to the numbers above.
func (r *remembered) init() {
	for i := range r {
		r[i].totals.most, r[i].pages.most, r[i].facets.most = mostTotals, mostPages, mostFacets
	}
}

// forget drops what depends on something that has changed.
func (r *remembered) forget(changed dependence) {
	for i := changed; i < dependences; i++ {
		r[i].totals.clear()
		r[i].facets.clear()
		r[i].pages.clear()
	}
}

// forgetPages drops all pages, because products are in other places.
func (r *remembered) forgetPages() {
	for i := range r {
		r[i].pages.clear()
	}
}

func (r *remembered) totalsOf(q *Query) *memo[int] { return &r[q.Filter.dependence()].totals }

func (r *remembered) pagesOf(q *Query) *memo[page] {
	return &r[max(q.Filter.dependence(), q.Order.dependence())].pages
}

// facetsOf returns the memo of the facets of a query. They include prices and stock.
func (r *remembered) facetsOf(q *Query) *memo[*faceted] {
	return &r[max(q.Filter.dependence(), onOffer)].facets
}
