package orders

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/calendar"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/text"
)

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

// maxWords is the maximum number of words of q that are used.
const maxWords = 8

func newFilter(b *api.OrdersListRequest, span calendar.Span) filter {
	f := filter{attention: b.NeedsAttention != nil && *b.NeedsAttention}
	if span.From != nil {
		f.from = &span.From.Time
	}
	if span.To != nil {
		f.to = &span.To.Time
	}
	if b.Email != nil {
		f.emails = append(f.emails, text.Case(*b.Email))
	}
	if b.ProductId != nil {
		id, ok := store.ParseID(*b.ProductId)
		f.product, f.nothing = &id, !ok
	}
	if b.Status != nil {
		f.narrow([]api.OrderStatus{*b.Status})
	}
	if b.Statuses != nil {
		f.narrow(*b.Statuses)
	}
	if f.attention {
		f.narrow(slices.Sorted(maps.Keys(attention)))
	}
	if b.Q != nil {
		f.search(*b.Q)
	}
	return f
}

// attention says what an order whose needs_attention is set waits for, by its status; no other status sets it.
var attention = map[api.OrderStatus]string{
	api.OrderStatusPaid: "not_shipped", api.OrderStatusProcessing: "not_shipped",
	api.OrderStatusDisputed: "disputed", api.OrderStatusFlaggedReview: "flagged_review", api.OrderStatusCancelled: "refund_due",
}

// narrow requires one of the statuses, besides what is required already.
func (f *filter) narrow(statuses []api.OrderStatus) {
	wanted := []string{}
	for _, status := range statuses {
		if s := string(status); (f.statuses == nil || slices.Contains(f.statuses, s)) && !slices.Contains(wanted, s) {
			wanted = append(wanted, s)
		}
	}
	f.statuses, f.nothing = wanted, f.nothing || len(wanted) == 0
}

// search requires everything in q: ids, e-mail addresses and words. A blank q
// requires nothing; one without a letter or digit matches nothing.
func (f *filter) search(q string) {
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

// listQuery builds the SQL of a listing from fixed pieces; everything from the
// caller becomes an argument. Each combination of filters has its own statement:
// PostgreSQL would find no good plan for one statement with all of them.
type listQuery struct {
	from       string   // what the orders are found by, without the table of orders
	at, id     string   // the columns of it by which they are sorted
	where      []string // conditions on it
	orderWhere []string // conditions on the table of orders, o
	branch     bool     // whether from has a branch for each status
	oldest     bool     // whether the oldest come first
	args       store.Args
}

// newQuery returns the query for the orders after l.after that the filter takes.
func (l *listing) newQuery() *listQuery {
	f, q := &l.filter, &listQuery{oldest: l.oldest, at: "o.created_at", id: "o.id"}
	switch {
	case len(f.words) > 0:
		q.byWords(f.words, f.product)
	case f.product != nil:
		q.byProduct(*f.product)
	case len(f.statuses) > 1 && len(f.emails) == 0 && len(f.ids) == 0:
		q.branch = true
		q.from = "unnest(" + q.args.Add(f.statuses) + "::text[]) AS s (status)"
		q.orderWhere = append(q.orderWhere, "o.status = s.status")
	}
	if len(f.statuses) == 1 {
		q.orderWhere = append(q.orderWhere, "o.status = "+q.args.Add(f.statuses[0]))
	} else if f.statuses != nil && !q.branch {
		q.orderWhere = append(q.orderWhere, "o.status = ANY ("+q.args.Add(f.statuses)+"::text[])")
	}
	if f.attention {
		q.orderWhere = append(q.orderWhere, "o.needs_attention")
	}
	for _, email := range f.emails {
		q.orderWhere = append(q.orderWhere, "o.email_key = "+q.args.Add(email))
	}
	for _, id := range f.ids {
		q.orderWhere = append(q.orderWhere, "o.id = "+q.args.Add(id))
	}
	q.within(l)
	return q
}

// byWords finds the orders with all of the words and, if it is given, a product.
func (q *listQuery) byWords(words []string, product *uuid.UUID) {
	q.at, q.id = "w0.ordered_at", "w0.order_id"
	for i, word := range words {
		if i == 0 {
			q.from = "order_words w0"
		} else {
			q.from += fmt.Sprintf(" JOIN order_words w%d USING (ordered_at, order_id)", i)
		}
		q.where = append(q.where, fmt.Sprintf("w%d.word = %s", i, q.args.Add(word)))
	}
	if product != nil {
		q.where = append(q.where, "EXISTS (SELECT FROM order_items i WHERE i.order_id = w0.order_id AND i.product_id = "+q.args.Add(*product)+")")
	}
}

// byProduct finds the orders with a product, each once. They are sorted before
// they are joined, so that no more are read than are listed.
func (q *listQuery) byProduct(product uuid.UUID) {
	q.at, q.id = "p.ordered_at", "p.order_id"
	q.from = "(SELECT DISTINCT ordered_at, order_id FROM order_items WHERE product_id = " + q.args.Add(product) +
		" ORDER BY " + q.sorted("ordered_at", "order_id") + ") AS p"
}

// within keeps to the period and to the part of the list after the last page.
func (q *listQuery) within(l *listing) {
	var all []string
	if l.filter.from != nil {
		all = append(all, q.at+" >= "+q.args.Add(*l.filter.from))
	}
	if l.filter.to != nil {
		all = append(all, q.at+" <= "+q.args.Add(*l.filter.to))
	}
	beyond := "<"
	if q.oldest {
		beyond = ">"
	}
	if l.after != nil {
		all = append(all, fmt.Sprintf("(%s, %s) %s (%s::timestamptz, %s::uuid)", q.at, q.id, beyond, q.args.Add(l.after.At), q.args.Add(l.after.ID)))
	}
	if q.at == "o.created_at" {
		q.orderWhere = append(q.orderWhere, all...)
	} else {
		q.where = append(q.where, all...)
	}
}

// orders selects the first n orders with their items. With the largest limit as
// a constant too, and OFFSET 0, one plan is good for every limit: planning each
// call would cost more than the list.
func (q *listQuery) orders(n int64) string {
	selected, limit := columns, q.args.Add(n)
	if q.branch {
		selected = q.key()
	}
	first := "SELECT * FROM (" + q.selection(selected, true, "101") + ") AS most LIMIT " + limit
	if q.branch { // the orders of all branches are not read, only their index
		first = "SELECT " + columns + " FROM (" + first + ") AS first JOIN orders o ON o.id = first.id"
	}
	return `SELECT o.*, i.product_id, coalesce(i.product_name, ''), coalesce(i.quantity, 0), coalesce(i.unit_price_oere, 0), p.slug, p.stock
		FROM (` + first + `) AS o
		LEFT JOIN LATERAL (SELECT * FROM order_items WHERE order_id = o.id OFFSET 0) AS i ON true
		LEFT JOIN LATERAL (SELECT slug, stock FROM products WHERE id = i.product_id AND deleted_at IS NULL OFFSET 0) AS p ON true
		ORDER BY ` + q.sorted("o.created_at", "o.id") + `, i.line`
}

// nth selects the sort key of order n, by an index-only scan: none of those
// before it is read.
func (q *listQuery) nth(n int64) string {
	return "SELECT * FROM (" + q.selection(q.key(), false, q.args.Add(n)) + ") AS skipped OFFSET " + q.args.Add(n-1)
}

// count counts the orders, up to most.
func (q *listQuery) count(most int64) string {
	return "SELECT count(*) FROM (" + q.selection(q.key(), false, q.args.Add(most)) + ") AS counted"
}

// selection selects columns of the first n orders, in order. The table of orders
// is read only if the columns or the conditions need it.
func (q *listQuery) selection(columns string, needed bool, n string) string {
	orders, end := "orders o"+conditions(" WHERE ", q.orderWhere), " ORDER BY "+q.sorted(q.at, q.id)+" LIMIT "+n
	switch {
	case q.branch:
		return "SELECT o.* FROM " + q.from + " CROSS JOIN LATERAL (SELECT " + columns + " FROM " + orders + end + ") AS o" + end
	case q.from == "":
		return "SELECT " + columns + " FROM " + orders + end
	}
	from := q.from
	if needed || len(q.orderWhere) > 0 {
		from += " JOIN orders o ON " + strings.Join(append([]string{"o.id = " + q.id}, q.orderWhere...), " AND ")
	}
	return "SELECT " + columns + " FROM " + from + conditions(" WHERE ", q.where) + end
}

// key returns the columns of the sort key.
func (q *listQuery) key() string { return q.at + ", " + q.id }

// sorted returns the order of the list by the columns at and id.
func (q *listQuery) sorted(at, id string) string {
	if q.oldest {
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

// summaryColumns are the columns of an order that its summary shows, in this order.
type summaryColumns struct {
	ID                                                  uuid.UUID
	Email, ShippingName, Status                         string
	SubtotalOere, DiscountOere, ShippingOere, TotalOere int64
	DiscountCode                                        *string
	CreatedAt                                           time.Time
	PaidAt                                              *time.Time
	UpdatedAt                                           time.Time
	NeedsAttention                                      bool
}

const columns = `o.id, o.email, o.shipping_name, o.status, o.subtotal_oere, o.discount_oere, o.shipping_oere, o.total_oere,
	o.discount_code, o.created_at, o.paid_at, o.updated_at, o.needs_attention`
