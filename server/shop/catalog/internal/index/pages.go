package index

// page is what a query finds.
type page struct {
	places []place // of the hits
	found  Found
}

// mostPages is how many pages of each kind are remembered: each takes some 120 bytes, and
// 8 for each hit.
const mostPages = 4_096

// pages remembers pages by the places of their hits, so that many people who search for
// the same words have the products ranked once.
type pages struct {
	lasting memo[page] // until a product is replaced or moved; see Query.isLasting
	others  memo[page] // until the next change
}

func newPages() pages { return pages{newMemo[page](mostPages), newMemo[page](mostPages)} }

// of returns those among which the page of a query is.
func (p *pages) of(q *Query) *memo[page] {
	if q.isLasting() {
		return &p.lasting
	}
	return &p.others
}

// isLasting reports whether what Adjust changes in place decides nothing: orders take from
// the stock all the time.
func (q *Query) isLasting() bool {
	rest := q.Filter
	rest.IDs, rest.Slugs, rest.Category, rest.Brands, rest.Frame, rest.Lens, rest.Attributes = nil, nil, "", nil, "", "", nil
	return rest.IsOpen() && (q.Order == ByRelevance || q.Order == ByName || q.Order == ByCreation)
}

// page returns the page of a query.
func (x *Index) page(q *Query) page {
	pages, key := x.pages.of(q), q.pageKey()
	known, is := pages.get(key)
	if !is {
		known = x.rankedPage(q)
		pages.put(key, known)
	}
	return known
}
