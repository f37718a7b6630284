package main_test

import "fmt"

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
