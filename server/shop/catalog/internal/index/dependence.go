package index

// dependence is what an answer depends on that is remembered: what it names, and all that
// comes before.
type dependence int

// The dependences.
const (
	onContent dependence = iota // what only Apply changes
	onOffer                     // the price, whether a product is in stock, and whether it is featured
	onTime                      // when a product was last changed
	dependences
)

// dependence returns what decides whether a product passes the filter.
func (f *Filter) dependence() dependence {
	rest := *f
	rest.IDs, rest.Slugs, rest.Category, rest.Brands, rest.Frame, rest.Lens, rest.Attributes = nil, nil, "", nil, "", "", nil
	if rest.IsOpen() {
		return onContent
	}
	rest.Featured, rest.InStock, rest.Min, rest.Max = nil, false, Any.Min, Any.Max
	if rest.IsOpen() {
		return onOffer
	}
	return onTime
}

func (o Order) dependence() dependence {
	switch o {
	case ByRelevance, ByName, ByCreation:
		return onContent
	case ByPrice, ByPriceDown:
		return onOffer
	}
	return onTime
}

// changed returns what changes of a product with a change in place. Its stock is written
// anew in each hit: only whether there is any matters.
func (m mutable) changed(now mutable) dependence {
	if m.price != now.price || m.featured != now.featured || inStock(m.stock) != inStock(now.stock) {
		return onOffer
	}
	return onTime
}
