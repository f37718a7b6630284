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
	"github.com/storefront/storefront/server/shop/discounts"
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

	channel            *string
	byAgent            *bool
	code               *string // of a discount
	minTotal, maxTotal *int64  // in ore
}

// maxWords is the maximum number of words of q that are used.
const maxWords = 8

func newFilter(b *api.OrdersListRequest, span calendar.Span) filter {
	f := filter{attention: b.NeedsAttention != nil && *b.NeedsAttention, byAgent: b.IsAiGenerated, minTotal: b.MinTotalOere, maxTotal: b.MaxTotalOere}
	if b.Channel != nil {
		f.channel = new(text.Case(*b.Channel))
	}
	if b.DiscountCode != nil {
		f.code = new(discounts.Canonical(*b.DiscountCode))
	}
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

// toDo is the condition of the index orders_to_do, word for word.
const toDo = "(o.needs_attention OR o.status = 'pending' OR o.status = 'partial_refund' AND o.stage IN ('none', 'processing'))"

// attention says what an order that somebody has to deal with waits for, by its status; no other status has such.
var attention = map[api.OrderStatus]string{
	api.OrderStatusPending: "not_shipped", api.OrderStatusPaid: "not_shipped", api.OrderStatusProcessing: "not_shipped", api.OrderStatusPartialRefund: "not_shipped",
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

// isUneven reports whether the filter may leave a few orders or most, which its values decide.
func (f *filter) isUneven() bool {
	return len(f.words) > 0 || f.channel != nil || f.byAgent != nil || f.code != nil || f.minTotal != nil || f.maxTotal != nil
}

// listQuery builds the SQL of a listing from fixed pieces; everything from the
// caller becomes an argument. Each combination of filters has its own statement:
// PostgreSQL would find no good plan for one statement with all of them.
type listQuery struct {
	from       string   // what the orders are found by, without the table of orders
	at, id     string   // the columns of it with their times and ids
	by         string   // the column by which they are sorted, before the id
	where      []string // conditions on it
	orderWhere []string // conditions on the table of orders, o
	branch     bool     // whether from has a branch for each status
	oldest     bool     // whether the oldest come first
	args       store.Args
}

// newQuery returns the query for the orders after l.after that the filter takes.
func (l *listing) newQuery() *listQuery {
	f, q := &l.filter, &listQuery{oldest: l.sort == api.OrderSortOldest, at: "o.created_at", id: "o.id"}
	switch {
	case len(f.words) > 0:
		q.byWords(f.words, f.product)
	case f.product != nil:
		q.byProduct(*f.product)
	case len(f.statuses) > 1 && len(f.emails) == 0 && len(f.ids) == 0 && !f.isUneven() && !l.byTotal():
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
		q.orderWhere = append(q.orderWhere, toDo)
	}
	for _, email := range f.emails {
		q.orderWhere = append(q.orderWhere, "o.email_key = "+q.args.Add(email))
	}
	for _, id := range f.ids {
		q.orderWhere = append(q.orderWhere, "o.id = "+q.args.Add(id))
	}
	if q.by = q.at; l.byTotal() {
		q.by = totalColumn
	}
	q.ofKind(f)
	q.within(l)
	return q
}

// totalColumn is what a list by the total is sorted by.
const totalColumn = "o.total_oere"

// ofKind keeps to the orders that came a way, with a code, and of some amount.
func (q *listQuery) ofKind(f *filter) {
	if f.channel != nil {
		q.orderWhere = append(q.orderWhere, "o.channel = "+q.args.Add(*f.channel))
	}
	if f.byAgent != nil {
		q.orderWhere = append(q.orderWhere, "o.is_ai_generated = "+q.args.Add(*f.byAgent))
	}
	if f.code != nil {
		q.orderWhere = append(q.orderWhere, "o.discount_code = "+q.args.Add(*f.code))
	}
	if f.minTotal != nil {
		q.orderWhere = append(q.orderWhere, totalColumn+" >= "+q.args.Add(*f.minTotal))
	}
	if f.maxTotal != nil {
		q.orderWhere = append(q.orderWhere, totalColumn+" <= "+q.args.Add(*f.maxTotal))
	}
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
	all := &q.where
	if q.at == "o.created_at" {
		all = &q.orderWhere
	}
	if l.filter.from != nil {
		*all = append(*all, q.at+" >= "+q.args.Add(*l.filter.from))
	}
	if l.filter.to != nil {
		*all = append(*all, q.at+" <= "+q.args.Add(*l.filter.to))
	}
	beyond := "<"
	if q.oldest {
		beyond = ">"
	}
	switch {
	case l.after == nil:
	case l.byTotal():
		q.orderWhere = append(q.orderWhere, fmt.Sprintf("(%s, %s) < (%s::bigint, %s::uuid)", q.by, q.id, q.args.Add(l.after.Total), q.args.Add(l.after.ID)))
	default:
		*all = append(*all, fmt.Sprintf("(%s, %s) %s (%s::timestamptz, %s::uuid)", q.by, q.id, beyond, q.args.Add(l.after.At), q.args.Add(l.after.ID)))
	}
}

// orders selects the first n orders with their items. With the largest limit as
// a constant too, and OFFSET 0, one plan is good for every limit: planning each
// call would cost more than the list.
func (q *listQuery) orders(n int64) string {
	selected, limit, sortedBy := columns, q.args.Add(n), "o.created_at"
	if q.by == totalColumn {
		sortedBy = q.by
	}
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
		ORDER BY ` + q.sorted(sortedBy, "o.id") + `, i.line`
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
	orders, end := "orders o"+conditions(" WHERE ", q.orderWhere), " ORDER BY "+q.sorted(q.by, q.id)+" LIMIT "+n
	switch {
	case q.branch:
		return "SELECT o.* FROM " + q.from + " CROSS JOIN LATERAL (SELECT " + columns + " FROM " + orders + end + ") AS o" + end
	case q.from == "":
		return "SELECT " + columns + " FROM " + orders + end
	}
	from := q.from
	if needed || len(q.orderWhere) > 0 || q.by == totalColumn {
		from += " JOIN orders o ON " + strings.Join(append([]string{"o.id = " + q.id}, q.orderWhere...), " AND ")
	}
	return "SELECT " + columns + " FROM " + from + conditions(" WHERE ", q.where) + end
}

// key returns the columns of the sort key.
func (q *listQuery) key() string { return q.by + ", " + q.id }

// sorted returns the order of the list by two columns.
func (q *listQuery) sorted(by, id string) string {
	if q.oldest {
		return by + ", " + id
	}
	return by + " DESC, " + id + " DESC"
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
	Channel                                             string
	IsAIGenerated                                       bool
	AIAgentSource, PaymentMethod                        *string
}

const columns = `o.id, o.email, o.shipping_name, o.status, o.subtotal_oere, o.discount_oere, o.shipping_oere, o.total_oere,
	o.discount_code, o.created_at, o.paid_at, o.updated_at, ` + toDo + ` AS needs_attention, o.channel, o.is_ai_generated, o.ai_agent_source, o.payment_method`
