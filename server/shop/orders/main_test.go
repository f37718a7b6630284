package orders_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/shop/orders"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

// TestMain also fails if an operation was never seen to refuse with a code that
// the contract lists for it.
func TestMain(m *testing.M) { storetest.Main(m, servertest.EveryRefusal("cart", "orders")) }

type object = servertest.Object

// shop is a database with a few products.
type shop struct {
	*store.Store
	url string
}

// newShop makes products p0, p1, … that cost 100, 200, … kroner.
func newShop(t *testing.T, stock ...int64) shop {
	t.Helper()
	s := shop{url: storetest.New(t, storetest.Empty)}
	var err error
	if s.Store, err = store.Open(s.url, store.Options{}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	category := uuid.New()
	s.exec(t, `INSERT INTO categories (id, slug, name, name_sort, search, created_at, updated_at) VALUES ($1, 'all', 'All', 'all', '', now(), now())`, category)
	for i, pieces := range stock {
		// Random ids, so that their order is not that of the slugs.
		s.exec(t, `INSERT INTO products (id, slug, name, name_sort, description, price_oere, stock, featured, category_id, attributes,
			faq, use_cases, comparison_facts, images, search, created_at, updated_at)
			VALUES ($1, $2, $3, $2, 'A thing for tests.', $4, $5, false, $6, '{}', '[]', '[]', '{}', '[]', '', now(), now())`,
			uuid.New(), fmt.Sprintf("p%d", i), fmt.Sprintf("Product %d", i), (i+1)*10000, pieces, category)
	}
	return s
}

func (s shop) exec(t *testing.T, statement string, args ...any) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), s.url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.WithoutCancel(t.Context()))
	if _, err := conn.Exec(t.Context(), statement, args...); err != nil {
		t.Fatal(err)
	}
}

// stock returns how many pieces there are of p0, p1, ….
func (s shop) stock(t *testing.T) []int64 {
	t.Helper()
	return query[int64](t, s, "SELECT stock FROM products ORDER BY slug")
}

func query[T any](t *testing.T, s shop, text string, args ...any) []T {
	t.Helper()
	rows, err := s.Query(t.Context(), text, args...)
	if err != nil {
		t.Fatal(err)
	}
	values, err := pgx.CollectRows(rows, pgx.RowTo[T])
	if err != nil {
		t.Fatal(err)
	}
	return values
}

// place places a draft in a transaction of its own.
func (s shop) place(ctx context.Context, d orders.Draft) (id uuid.UUID, err error) {
	ctx = call.With(ctx, call.Task("test"))
	err = s.Write(ctx, func(tx *store.Tx) (err error) {
		placed, err := orders.Place(ctx, tx, d)
		id = placed.ID
		return err
	})
	return id, err
}

func (s shop) mustPlace(t *testing.T, d orders.Draft) uuid.UUID {
	t.Helper()
	id, err := s.place(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func (s shop) move(ctx context.Context, id uuid.UUID, path ...string) error {
	ctx = call.With(ctx, call.Task("test"))
	for _, to := range path {
		if err := s.Write(ctx, func(tx *store.Tx) error { return orders.Move(ctx, tx, id, api.OrderStatus(to)) }); err != nil {
			return fmt.Errorf("to %s: %w", to, err)
		}
	}
	return nil
}

func (s shop) mustMove(t *testing.T, id uuid.UUID, path ...string) {
	t.Helper()
	if err := s.move(t.Context(), id, path...); err != nil {
		t.Fatal(err)
	}
}

func (s shop) order(t *testing.T, id uuid.UUID) db.Order {
	t.Helper()
	o, err := s.Read().OrderGet(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// usualTerms are the terms of a new shop.
var usualTerms = orders.Terms{ShippingFeeOere: 4900, FreeShippingFromOere: 49900, VATPPM: 250_000}

func draft(lines ...orders.Line) orders.Draft {
	return orders.Draft{
		Email: "Freja@Example.com", Channel: orders.ChannelAPI, Terms: usualTerms, Lines: lines,
		Shipping: orders.Address{Name: "Freja Holm", Address: "Nørregade 12", Zip: "1165", City: "København K"},
	}
}

const orderScopes = "orders:read,orders:write"

// ordering is a service with two products, and a key for its orders.
type ordering struct {
	*servertest.Server
	key string
}

// orderable is the initial stock of each product.
const orderable = 10_000

func newOrdering(t *testing.T) ordering {
	t.Helper()
	return prepared(t, servertest.Borrow(t, storetest.Empty))
}

// newOrderingWith is newOrdering with options; the database is empty.
func newOrderingWith(t *testing.T, o servertest.Options) ordering {
	t.Helper()
	o.Template = storetest.Empty
	return prepared(t, servertest.New(t, o))
}

// prepared gives an empty shop its products.
func prepared(t *testing.T, s *servertest.Server) ordering {
	t.Helper()
	all := s.Key(t, "categories:write,products:write")
	s.OK(t, all, "categories.upsert", object{"slug": "briller", "name": "Briller"}, nil)
	for slug, price := range map[string]int{"rund": 129900, "klud": 2500} {
		s.OK(t, all, "products.create", servertest.With(servertest.NewProduct(slug), object{"stock": orderable, "priceDkk": price}), nil)
	}
	return ordering{s, s.Key(t, orderScopes)}
}

func orderDraft(lines ...orders.Line) orders.Draft {
	return orders.Draft{
		Email: "freja@example.com", Channel: orders.ChannelAPI, Terms: usualTerms, Lines: lines,
		Shipping: orders.Address{Name: "Freja Holm", Address: "Nørregade 12, 2. tv.", Zip: "1165", City: "København K"},
	}
}

// placeOnAccount places an order that begins as pending, as those of the demo do that are paid by invoice.
func (s ordering) placeOnAccount(t *testing.T, d orders.Draft) string {
	t.Helper()
	id := s.place(t, d)
	err := s.Store.Task(t.Context(), "on account", func(tx *store.Tx) error { return tx.OrderOnAccount(t.Context(), uuid.MustParse(id)) })
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// place places an order; without lines it gets a round pair and two cloths.
func (s ordering) place(t *testing.T, d orders.Draft) string {
	t.Helper()
	if d.Lines == nil {
		d.Lines = []orders.Line{{Slug: "rund", Quantity: 1}, {Slug: "klud", Quantity: 2}}
	}
	ctx := call.With(t.Context(), call.Task("test"))
	var id uuid.UUID
	err := s.Store.Write(ctx, func(tx *store.Tx) (err error) {
		placed, err := orders.Place(ctx, tx, d)
		id = placed.ID
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return id.String()
}

// put puts a new order into the state in which a move is to begin.
func (s ordering) put(t *testing.T, status string, paid bool) string {
	t.Helper()
	id := s.place(t, orderDraft())
	var paidAt *time.Time
	if paid {
		paidAt = new(time.Date(2026, time.January, 2, 3, 4, 5, 0, time.UTC))
	}
	s.Execute(t, "UPDATE orders SET status = $2, stage = $3, paid_at = $4 WHERE id = $1", id, status, stageOf(status), paidAt)
	return id
}

func (s ordering) get(t *testing.T, id string) (o api.Order) {
	t.Helper()
	s.OK(t, s.key, "orders.get", object{"orderId": id}, &o)
	return o
}

func (s ordering) move(t *testing.T, id, status string) servertest.Reply {
	t.Helper()
	return s.Call(t, s.key, "orders.update_status", object{"orderId": id, "status": status})
}

func (s ordering) stock(t *testing.T) map[string]int64 {
	t.Helper()
	return map[string]int64{"rund": s.Product(t, "rund").Stock, "klud": s.Product(t, "klud").Stock}
}

// legalMoves is a copy of the design's table; the program has its own.
const legalMoves = `
pending_payment: paid, flagged_review, cancelled
pending: paid, processing, flagged_review, cancelled
paid: processing, shipped, flagged_review, disputed, partial_refund, refunded, cancelled
processing: shipped, completed, flagged_review, disputed, partial_refund, refunded, cancelled
shipped: delivered, completed, disputed, partial_refund, refunded
delivered: completed, disputed, partial_refund, refunded
completed: disputed, partial_refund, refunded
flagged_review: paid, processing, cancelled, refunded
partial_refund: processing, shipped, delivered, completed, disputed, refunded
disputed: completed, partial_refund, refunded, cancelled
cancelled: refunded
refunded:`

// orderStatuses returns all statuses, and the legal moves from each.
func orderStatuses() (all []string, leadsTo map[string][]string) {
	leadsTo = map[string][]string{}
	for row := range strings.Lines(strings.TrimSpace(legalMoves)) {
		from, to, _ := strings.Cut(strings.TrimSpace(row), ":")
		all = append(all, from)
		leadsTo[from] = strings.FieldsFunc(to, func(r rune) bool { return r == ',' || r == ' ' })
	}
	return all, leadsTo
}

// allowedTo is the design's rule for an order that was not fully refunded; never
// nil.
func allowedTo(status, stage string, paid bool) []string {
	_, leadsTo := orderStatuses()
	return slices.DeleteFunc(append([]string{}, leadsTo[status]...), func(to string) bool {
		aboutMoney := slices.Contains([]string{"refunded", "partial_refund", "disputed"}, to)
		back := status == "partial_refund" && stageOf(to) == to && stageRank(to) < stageRank(stage)
		return aboutMoney && !paid || back
	})
}

var orderStages = []string{"none", "processing", "shipped", "delivered", "completed"}

func stageRank(stage string) int { return slices.Index(orderStages, stage) }

// stageOf returns the status if it is also a stage, else none.
func stageOf(status string) string { return orderStages[max(0, stageRank(status))] }

func millisecond(n int) time.Time {
	return time.Date(2026, time.March, 1, 12, 0, 0, n*int(time.Millisecond), time.UTC)
}

func orderID(n int) string { return fmt.Sprintf("01994f5e-0000-7000-8000-%012d", n) }
