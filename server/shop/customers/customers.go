// Package customers answers what is known of the people who ordered, and forgets
// them. There is one customer for each e-mail address; all else about a customer
// is in the orders with that address.
package customers

import (
	"context"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/calendar"
	"github.com/storefront/storefront/server/platform/paging"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/schema"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/text"
	"github.com/storefront/storefront/server/platform/wire"
	"github.com/storefront/storefront/server/shop/orders"
)

// Customers answers the operations customer.*.
type Customers struct{ Store *store.Store }

// CustomerGet returns a customer with the newest orders.
func (h Customers) CustomerGet(ctx context.Context, req api.CustomerGetRequestObject) (api.CustomerGetResponseObject, error) {
	const newest = 10
	c, err := find(ctx, h.Store.Read(), req.Body.CustomerId, req.Body.Email)
	if err != nil {
		return nil, err
	}
	summaries, err := orders.Newest(ctx, h.Store, c.Email, newest)
	return api.CustomerGet200JSONResponse{Ok: true, Result: toCustomer(&c, summaries)}, err
}

// CustomerLookupByEmail returns what is known by an e-mail address.
func (h Customers) CustomerLookupByEmail(ctx context.Context, req api.CustomerLookupByEmailRequestObject) (api.CustomerLookupByEmailResponseObject, error) {
	c, err := h.Store.Read().CustomerByEmail(ctx, text.Case(req.Body.Email))
	if store.NotFound(err) {
		return api.CustomerLookupByEmail200JSONResponse{Ok: true}, nil
	}
	found := toCustomerFound(c.ID, c.OrderCount, c.ShippingName, c.ShippingAddress, c.ShippingZip, c.ShippingCity)
	return api.CustomerLookupByEmail200JSONResponse{Ok: true, Result: found}, err
}

// CustomerLookupByPhone returns what is known by a telephone number.
func (h Customers) CustomerLookupByPhone(ctx context.Context, req api.CustomerLookupByPhoneRequestObject) (api.CustomerLookupByPhoneResponseObject, error) {
	c, err := h.Store.Read().CustomerByPhone(ctx, req.Body.Phone)
	if store.NotFound(err) {
		return api.CustomerLookupByPhone200JSONResponse{Ok: true}, nil
	}
	found := toCustomerFound(c.ID, c.OrderCount, c.ShippingName, c.ShippingAddress, c.ShippingZip, c.ShippingCity)
	return api.CustomerLookupByPhone200JSONResponse{Ok: true, Result: found}, err
}

// find returns the customer with an id or an e-mail address, one of which a call names. The error is a
// customer_not_found if there is no such customer, or no longer.
func find(ctx context.Context, q *db.Queries, id, email *string) (db.CustomerRecord, error) {
	switch {
	case id == nil && email == nil:
		return db.CustomerRecord{}, problem.Invalid("/customerId", schema.CodeRequired, "is required where email is left out", `Add "customerId" to the body, or "email".`,
			schema.Correction{Do: schema.Set})
	case id != nil && email != nil:
		return db.CustomerRecord{}, problem.Invalid("/email", schema.CodeUnknownField, "must be left out beside customerId", `Remove "email" from the body.`,
			schema.Correction{Do: schema.Remove})
	case email != nil:
		c, err := q.CustomerByEmail(ctx, text.Case(*email))
		if store.NotFound(err) {
			err = problem.New(problem.CustomerNotFound, "No customer has this e-mail address.", "").Lookup("customer.list", "email", "email", "a customer")
		}
		return c, err
	}
	parsed, err := store.ID(*id, notFound)
	if err != nil {
		return db.CustomerRecord{}, err
	}
	c, err := q.CustomerGet(ctx, parsed)
	return c, store.OrNotFound(err, parsed, notFound)
}

func notFound(id string) error {
	return problem.Newf(problem.CustomerNotFound, "No customer has the id %q.", id)
}

// CustomerList returns customers, the newest first.
func (h Customers) CustomerList(ctx context.Context, req api.CustomerListRequestObject) (api.CustomerListResponseObject, error) {
	span, err := calendar.SpanOf(req.Body.Period, req.Body.FromDate, req.Body.ToDate, paging.Asked(req.Body.Cursor, h.Store.Now()))
	if err != nil {
		return nil, err
	}
	filters := filtersOf(req.Body.Q, span)
	var after *paging.SortKey
	if req.Body.Cursor != nil {
		after = new(paging.SortKey)
		if err := paging.DecodeCursor(*req.Body.Cursor, "customer.list", filters, after); err != nil {
			return nil, err
		}
	}
	limit := int(*req.Body.Limit)
	rows, err := h.rows(ctx, newListQuery(req.Body.Q, span, after, limit+1))
	if err != nil {
		return nil, err
	}
	rows, next, err := paging.Cut(rows, limit, "customer.list", filters, func(r *db.CustomerRecord) any {
		return paging.Place{SortKey: paging.SortKey{At: r.CreatedAt, ID: r.ID}, Asked: span.Asked}
	})
	if err != nil {
		return nil, err
	}
	page := api.CustomerPage{Items: toSummaries(rows), NextCursor: next}
	if len(rows) == 0 && after == nil {
		page.Messages, err = h.why(ctx, req.Body, span)
	}
	return api.CustomerList200JSONResponse{Ok: true, Result: page, Period: span.Bounds()}, err
}

// rows sends a query, which is nil when no customer can match. It is planned for each call,
// because a word may begin as most do or as one does.
func (h Customers) rows(ctx context.Context, q *listQuery) ([]db.CustomerRecord, error) {
	if q == nil {
		return nil, nil
	}
	rows, err := h.Store.Query(ctx, q.sql(), append([]any{pgx.QueryExecModeExec}, q.args...)...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[db.CustomerRecord])
}

// filtersOf is everything in a request that decides which customers are listed, in one spelling.
func filtersOf(q *string, span calendar.Span) []any {
	var period [2]*int64
	if span.From != nil {
		period[0] = new(span.From.UnixMilli())
	}
	if span.To != nil {
		period[1] = new(span.To.UnixMilli())
	}
	return []any{q, period}
}

// maxWords is the maximum number of words of q that are used; the contract has
// the same.
const maxWords = 8

// listQuery builds the SQL of a list from fixed pieces; everything from the
// caller becomes an argument.
type listQuery struct {
	where []string // conditions on customers c
	limit string
	args  store.Args
}

// newListQuery returns the query for the first n customers after a key, from the
// beginning if that is nil. It is nil when no customer can match.
func newListQuery(wanted *string, span calendar.Span, after *paging.SortKey, n int) *listQuery {
	q := &listQuery{where: []string{"c.erased_at IS NULL"}}
	if wanted != nil && !q.search(*wanted) {
		return nil
	}
	if span.From != nil {
		q.where = append(q.where, "c.created_at >= "+q.args.Add(span.From.Time))
	}
	if span.To != nil {
		q.where = append(q.where, "c.created_at <= "+q.args.Add(span.To.Time))
	}
	if after != nil {
		q.where = append(q.where, "(c.created_at, c.id) < ("+q.args.Add(after.At)+"::timestamptz, "+q.args.Add(after.ID)+"::uuid)")
	}
	q.limit = q.args.Add(n)
	return q
}

// sql returns the SQL. The page is found first: what the orders say is summed
// up for its customers alone.
func (q *listQuery) sql() string {
	return "SELECT r.* FROM (SELECT c.id FROM customers c WHERE " + strings.Join(q.where, " AND ") +
		" ORDER BY c.created_at DESC, c.id DESC LIMIT " + q.limit + ") AS page JOIN customer_records r USING (id)" +
		" ORDER BY r.created_at DESC, r.id DESC"
}

// search requires everything in the q of a request: e-mail addresses, and the beginnings of words. A
// blank one requires nothing. It reports whether a customer can match.
func (q *listQuery) search(wanted string) bool {
	var rest []string
	for part := range strings.FieldsSeq(wanted) {
		if strings.Contains(part, "@") {
			q.where = append(q.where, "c.email_key = "+q.args.Add(text.Case(part)))
		} else {
			rest = append(rest, part)
		}
	}
	words := text.Words(strings.Join(rest, " "))
	for _, word := range words[:min(len(words), maxWords)] {
		q.where = append(q.where, "c.email_key IN (SELECT o.email_key FROM order_words w JOIN orders o ON o.id = w.order_id WHERE "+q.beginning(word)+")")
	}
	return len(rest) == 0 || len(words) > 0
}

// beginning requires that w.word begins with another word, in one of its spellings.
func (q *listQuery) beginning(word string) string {
	const afterAll = "\U0010FFFF" // sorts after every letter
	var any []string
	for _, start := range text.Starts(word) {
		any = append(any, "w.word >= "+q.args.Add(start)+" AND w.word < "+q.args.Add(start+afterAll))
	}
	return "(" + strings.Join(any, " OR ") + ")"
}

func toSummaries(rows []db.CustomerRecord) []api.CustomerSummary {
	out := make([]api.CustomerSummary, len(rows))
	for i := range rows {
		c := &rows[i]
		out[i] = api.CustomerSummary{
			Id: c.ID.String(), Email: c.Email, Name: c.ShippingName, OrderCount: c.OrderCount, TotalSpentOere: c.TotalSpentOere,
			LastOrderAt: wire.TimeOf(c.LastOrderAt), CreatedAt: wire.TimeOf(c.CreatedAt),
		}
	}
	return out
}

func toCustomer(c *db.CustomerRecord, orders []api.OrderSummary) api.Customer {
	return api.Customer{
		Id: c.ID.String(), Email: c.Email, Name: c.ShippingName, OrderCount: c.OrderCount, TotalSpentOere: c.TotalSpentOere,
		LastOrderAt: wire.TimeOf(c.LastOrderAt), CreatedAt: wire.TimeOf(c.CreatedAt), PhoneNumber: c.PhoneNumber,
		LastShipping: api.CustomerShipping{Name: c.ShippingName, Address: c.ShippingAddress, Zip: c.ShippingZip, City: c.ShippingCity},
		Orders:       orders,
	}
}

func toCustomerFound(id uuid.UUID, orders int64, name, address, zip, city string) api.CustomerFound {
	return api.CustomerFound{
		HasOrders: true, OrderCount: orders, CustomerId: new(id.String()),
		LastShipping: &api.CustomerShippingOrNull{Name: name, Address: address, Zip: zip, City: city},
	}
}
