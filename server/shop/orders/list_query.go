package orders

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/text"
)

// header are the columns of an order that its summary shows, in this order.
type header struct {
	ID                                                  uuid.UUID
	Email, ShippingName, Status                         string
	SubtotalOere, DiscountOere, ShippingOere, TotalOere int64
	DiscountCode                                        *string
	CreatedAt                                           time.Time
	PaidAt                                              *time.Time
	UpdatedAt                                           time.Time
}

const columns = `o.id, o.email, o.shipping_name, o.status, o.subtotal_oere, o.discount_oere, o.shipping_oere, o.total_oere,
	o.discount_code, o.created_at, o.paid_at, o.updated_at`

// statement builds the SQL of a listing from fixed pieces; everything from the
// caller becomes an argument. Each combination of filters has its own statement:
// PostgreSQL would find no good plan for one statement with all of them.
type statement struct {
	from    string   // what the orders are found by, without the table of orders
	at, id  string   // the columns of it by which they are sorted
	where   []string // conditions on it
	whether []string // conditions on the table of orders, o
	branch  bool     // whether from has a branch for each status
	oldest  bool     // whether the oldest come first
	args    []any
}

func (s *statement) arg(v any) string {
	s.args = append(s.args, v)
	return "$" + strconv.Itoa(len(s.args))
}

func (l *listing) statement() *statement {
	f, s := &l.filter, &statement{oldest: l.oldest, at: "o.created_at", id: "o.id"}
	switch {
	case len(f.words) > 0:
		s.byWords(f.words, f.product)
	case f.product != nil:
		s.byProduct(*f.product)
	case len(f.statuses) > 1 && len(f.emails) == 0 && len(f.ids) == 0:
		s.branch = true
		s.from = "unnest(" + s.arg(f.statuses) + "::text[]) AS s (status)"
		s.whether = append(s.whether, "o.status = s.status")
	}
	if len(f.statuses) == 1 {
		s.whether = append(s.whether, "o.status = "+s.arg(f.statuses[0]))
	} else if f.statuses != nil && !s.branch {
		s.whether = append(s.whether, "o.status = ANY ("+s.arg(f.statuses)+"::text[])")
	}
	if f.attention {
		s.whether = append(s.whether, "o.needs_attention")
	}
	for _, email := range f.emails {
		s.whether = append(s.whether, "o.email_key = "+s.arg(email))
	}
	for _, id := range f.ids {
		s.whether = append(s.whether, "o.id = "+s.arg(id))
	}
	s.within(l)
	return s
}

// byWords finds the orders with all of the words and, if it is given, a product.
func (s *statement) byWords(words []string, product *uuid.UUID) {
	s.at, s.id = "w0.ordered_at", "w0.order_id"
	for i, word := range words {
		if i == 0 {
			s.from = "order_words w0"
		} else {
			s.from += fmt.Sprintf(" JOIN order_words w%d USING (ordered_at, order_id)", i)
		}
		s.where = append(s.where, fmt.Sprintf("w%d.word = %s", i, s.arg(word)))
	}
	if product != nil {
		s.where = append(s.where, "EXISTS (SELECT FROM order_items i WHERE i.order_id = w0.order_id AND i.product_id = "+s.arg(*product)+")")
	}
}

// byProduct finds the orders with a product, each once. They are sorted before
// they are joined, so that no more are read than are listed.
func (s *statement) byProduct(product uuid.UUID) {
	s.at, s.id = "p.ordered_at", "p.order_id"
	s.from = "(SELECT DISTINCT ordered_at, order_id FROM order_items WHERE product_id = " + s.arg(product) +
		" ORDER BY " + s.sorted("ordered_at", "order_id") + ") AS p"
}

// within keeps to the period and to the part of the list after the last page.
func (s *statement) within(l *listing) {
	var all []string
	if l.filter.from != nil {
		all = append(all, s.at+" >= "+s.arg(*l.filter.from))
	}
	if l.filter.to != nil {
		all = append(all, s.at+" <= "+s.arg(*l.filter.to))
	}
	beyond := "<"
	if s.oldest {
		beyond = ">"
	}
	if l.after != nil {
		all = append(all, fmt.Sprintf("(%s, %s) %s (%s::timestamptz, %s::uuid)", s.at, s.id, beyond, s.arg(l.after.At), s.arg(l.after.ID)))
	}
	if s.at == "o.created_at" {
		s.whether = append(s.whether, all...)
	} else {
		s.where = append(s.where, all...)
	}
}

// selection selects columns of the first n orders, in order. The table of orders
// is read only if the columns or the conditions need it.
func (s *statement) selection(columns string, needed bool, n string) string {
	orders, end := "orders o"+conditions(" WHERE ", s.whether), " ORDER BY "+s.sorted(s.at, s.id)+" LIMIT "+n
	switch {
	case s.branch:
		return "SELECT o.* FROM " + s.from + " CROSS JOIN LATERAL (SELECT " + columns + " FROM " + orders + end + ") AS o" + end
	case s.from == "":
		return "SELECT " + columns + " FROM " + orders + end
	}
	from := s.from
	if needed || len(s.whether) > 0 {
		from += " JOIN orders o ON " + strings.Join(append([]string{"o.id = " + s.id}, s.whether...), " AND ")
	}
	return "SELECT " + columns + " FROM " + from + conditions(" WHERE ", s.where) + end
}

// key returns the columns that tell the position of an order.
func (s *statement) key() string { return s.at + ", " + s.id }

// sorted returns the order of the list by the columns at and id.
func (s *statement) sorted(at, id string) string {
	if s.oldest {
		return at + ", " + id
	}
	return at + " DESC, " + id + " DESC"
}

func conditions(before string, all []string) string {
	if len(all) == 0 {
		return ""
	}
	return before + strings.Join(all, " AND ")
}

// orders selects the first n orders with their items. With the largest limit as
// a constant too, and OFFSET 0, one plan is good for every limit: planning each
// call would cost more than the list.
func (s *statement) orders(n int64) string {
	selected, limit := columns, s.arg(n)
	if s.branch {
		selected = s.key()
	}
	first := "SELECT * FROM (" + s.selection(selected, true, "101") + ") AS most LIMIT " + limit
	if s.branch { // the orders of all branches are not read, only their index
		first = "SELECT " + columns + " FROM (" + first + ") AS first JOIN orders o ON o.id = first.id"
	}
	return `SELECT o.*, coalesce(i.product_name, ''), coalesce(i.quantity, 0), coalesce(i.unit_price_oere, 0)
		FROM (` + first + `) AS o
		LEFT JOIN LATERAL (SELECT * FROM order_items WHERE order_id = o.id OFFSET 0) AS i ON true
		ORDER BY ` + s.sorted("o.created_at", "o.id") + `, i.line`
}

// position selects the position of order n, by an index-only scan: none of those
// before it is read.
func (s *statement) position(n int64) string {
	return "SELECT * FROM (" + s.selection(s.key(), false, s.arg(n)) + ") AS skipped OFFSET " + s.arg(n-1)
}

// count counts the orders, up to most.
func (s *statement) count(most int64) string {
	return "SELECT count(*) FROM (" + s.selection(s.key(), false, s.arg(most)) + ") AS counted"
}

// maxWords is the maximum number of words of q that are used.
const maxWords = 8

// filter is what orders have to be like. The zero value is any order.
type filter struct {
	nothing   bool     // whether no order can match
	statuses  []string // one of these; nil for any
	attention bool
	emails    []string // each of these
	ids       []uuid.UUID
	product   *uuid.UUID
	words     []string // all of these, as order_words has them
	from, to  *time.Time
}

func newFilter(b *api.OrdersListRequest) filter {
	f := filter{attention: b.NeedsAttention != nil && *b.NeedsAttention}
	if b.FromDate != nil {
		f.from = &b.FromDate.Time
	}
	if b.ToDate != nil {
		f.to = &b.ToDate.Time
	}
	if b.Email != nil {
		f.emails = append(f.emails, text.Case(*b.Email))
	}
	if b.ProductId != nil {
		id, ok := store.ParseID(*b.ProductId)
		f.product, f.nothing = &id, !ok
	}
	if b.Status != nil {
		f.among([]api.OrderStatus{*b.Status})
	}
	if b.Statuses != nil {
		f.among(*b.Statuses)
	}
	if f.attention {
		f.among(needingAttention)
	}
	if b.Q != nil {
		f.find(*b.Q)
	}
	return f
}

// needingAttention are the statuses of orders whose needs_attention may be set.
var needingAttention = []api.OrderStatus{
	api.OrderStatusPaid, api.OrderStatusProcessing, api.OrderStatusDisputed, api.OrderStatusFlaggedReview, api.OrderStatusCancelled,
}

// among requires one of the statuses, besides what is required already.
func (f *filter) among(statuses []api.OrderStatus) {
	wanted := []string{}
	for _, status := range statuses {
		if s := string(status); (f.statuses == nil || slices.Contains(f.statuses, s)) && !slices.Contains(wanted, s) {
			wanted = append(wanted, s)
		}
	}
	f.statuses, f.nothing = wanted, f.nothing || len(wanted) == 0
}

// find requires everything in q: ids, e-mail addresses and words. A blank q
// requires nothing; one without a letter or digit matches nothing.
func (f *filter) find(q string) {
	var rest []string
	parts := strings.Fields(q)
	for _, part := range parts {
		if id, ok := store.ParseID(part); ok {
			f.ids = append(f.ids, id)
		} else if strings.Contains(part, "@") {
			f.emails = append(f.emails, text.Case(part))
		} else {
			rest = append(rest, part)
		}
	}
	words := text.Keys(rest...)
	f.words = words[:min(len(words), maxWords)]
	if len(rest) > 0 && len(words) == 0 {
		f.nothing = true
	}
}
