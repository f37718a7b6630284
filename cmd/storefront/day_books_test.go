package main_test

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
)

// books are what the script writes down of what it does. They know the rules of a shop, and nothing of the service.
type books struct {
	channel  string
	products map[string]*product // by slug
	codes    map[string]*discount
	sales    []*sale
	erased   map[string]bool     // buyers
	searches map[string]*tally   // by the words; amount: products found
	calls    map[string]*tally   // by key; amount: those that were refused
	events   map[string][]string // by the id or the slug of their thing
}

// Amounts are in ore.
const (
	shippingFee, freeShippingFrom = 3900, 50000
	vatPercent                    = 20
	few                           = 3 // pieces that are little stock
)

type product struct {
	id, slug, name, brand, category string
	price, stock                    int64
}

// discount is what a code takes off the goods: per cents, or an amount.
type discount struct {
	percent, fixed int64
	uses           int64
	limit          any // a number or nil
}

type tally struct{ count, amount int64 }

func newBooks(channel string) *books {
	return &books{
		channel: channel, products: map[string]*product{}, codes: map[string]*discount{}, erased: map[string]bool{},
		searches: map[string]*tally{}, calls: map[string]*tally{}, events: map[string][]string{},
	}
}

// called counts a call of an operation.
func (b *books) called(key string, refused bool) {
	failures := int64(0)
	if refused {
		failures = 1
	}
	add(b.calls, key, failures)
}

// searched counts a search for words that found so many products.
func (b *books) searched(words string, found int64) { add(b.searches, words, found) }

func add(to map[string]*tally, name string, amount int64) {
	if to[name] == nil {
		to[name] = &tally{}
	}
	to[name].count++
	to[name].amount += amount
}

// happened expects an event about a thing, after the earlier ones about it.
func (b *books) happened(thing, event string) { b.events[thing] = append(b.events[thing], event) }

// take takes pieces from the stock; a negative number gives them back.
func (b *books) take(slug string, pieces int64) {
	p := b.products[slug]
	if p.stock > few && p.stock-pieces <= few {
		b.happened(slug, fmt.Sprint("stock.low ", p.stock-pieces))
	}
	p.stock -= pieces
}

// shelf returns the products, by slug.
func (b *books) shelf() []*product {
	return sorted(b.products, func(p *product) string { return p.slug })
}

// count returns how many products there are of each value of a field.
func (b *books) count(field func(*product) string) map[string]int64 {
	counts := map[string]int64{}
	for _, p := range b.products {
		counts[field(p)]++
	}
	return counts
}

// sorted returns the values of a map in the order of their names.
func sorted[V any](of map[string]V, name func(V) string) []V {
	return slices.SortedFunc(maps.Values(of), func(a, b V) int { return cmp.Compare(name(a), name(b)) })
}

// sale is an order, as the books have it. Amounts are in ore.
type sale struct {
	buyer        string // a first name
	lines        []line
	code, source string   // a discount code and the name of a software agent, or ""
	moves        []string // what its status becomes, after pending_payment

	id, status                   string
	paid, shipped                bool
	discount, shipping, refunded int64
}

// line is a product in an order.
type line struct {
	slug             string
	pieces, returned int64 // returned of the pieces
	price            int64 // of one
}

func (s *sale) email() string { return s.buyer + "@example.com" }

func (s *sale) subtotal() (sum int64) {
	for _, l := range s.lines {
		sum += l.price * l.pieces
	}
	return sum
}

func (s *sale) total() int64 { return s.subtotal() - s.discount + s.shipping }

// vat is the tax in the total.
func (s *sale) vat() int64 { return share(s.total(), vatPercent, 100+vatPercent) }

// revenue is what was paid and not given back.
func (s *sale) revenue() int64 {
	if !s.paid {
		return 0
	}
	return s.total() - s.refunded
}

// worth is what pieces of a line cost, less their share of the discount.
func (s *sale) worth(l line, pieces int64) int64 {
	return l.price*pieces - share(l.price*pieces, s.discount, s.subtotal())
}

// byAgent reports whether a software agent ordered.
func (s *sale) byAgent(channel string) bool { return channel == "mcp" || s.source != "" }

// share returns amount * part / whole, rounded half up.
func share(amount, part, whole int64) int64 { return (2*amount*part + whole) / (2 * whole) }

// price gives a sale the prices, the discount and the shipping of the moment.
func (b *books) price(s *sale) {
	for i := range s.lines {
		s.lines[i].price = b.products[s.lines[i].slug].price
	}
	s.discount, s.shipping = 0, 0
	if c := b.codes[s.code]; c != nil {
		s.discount = min(s.subtotal(), share(s.subtotal(), c.percent, 100)+c.fixed)
	}
	if s.subtotal() < freeShippingFrom {
		s.shipping = shippingFee
	}
}

// placed enters an order.
func (b *books) placed(s *sale, id string) {
	s.id, s.status = id, "pending_payment"
	b.sales = append(b.sales, s)
	b.happened(id, fmt.Sprint("order.created ", s.status, " ", s.total()))
	for _, l := range s.lines {
		b.take(l.slug, l.pieces)
	}
	if c := b.codes[s.code]; c != nil {
		c.uses++
	}
}

// moved enters another status: money that is taken or given back with it, and what returns to the stock.
func (b *books) moved(s *sale, to string) {
	if to == "refunded" {
		b.happened(s.id, fmt.Sprint("order.refunded ", s.total()-s.refunded))
		s.refunded = s.total()
	}
	b.happened(s.id, "order.status_changed "+s.status+" > "+to)
	s.status, s.paid, s.shipped = to, s.paid || to == "paid", s.shipped || to == "shipped"
	if to == "cancelled" || to == "refunded" && !s.shipped {
		for _, l := range s.lines {
			b.take(l.slug, l.returned-l.pieces)
		}
	}
}

// returned enters pieces that came back, into the stock too, and were paid back.
func (b *books) returned(s *sale, l *line, pieces int64) {
	amount := s.worth(*l, pieces)
	s.refunded += amount
	l.returned += pieces
	b.happened(s.id, fmt.Sprint("order.refunded ", amount))
	b.happened(s.id, "order.status_changed "+s.status+" > partial_refund")
	s.status = "partial_refund"
	b.take(l.slug, -pieces)
}
