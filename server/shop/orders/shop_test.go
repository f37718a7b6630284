package orders_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/shop/orders"
	"github.com/storefront/storefront/server/test/storetest"
)

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
		if err := s.Write(ctx, func(tx *store.Tx) error { return orders.Move(ctx, tx, id, status(to)) }); err != nil {
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
