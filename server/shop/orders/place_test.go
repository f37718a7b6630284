package orders_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/shop/catalog"
	"github.com/storefront/storefront/server/shop/orders"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

func TestPlace(t *testing.T) {
	t.Parallel()
	s := newShop(t, 5, 5, 5)
	d := draft(orders.Line{Slug: "p2", Quantity: 1}, orders.Line{Slug: "p0", Quantity: 2}, orders.Line{Slug: "p2", Quantity: 1})
	d.ID = uuid.MustParse("01994f5e-0000-7000-8000-000000000777")
	d.At = time.Date(2026, time.January, 2, 3, 4, 5, 678_900_000, time.UTC)
	d.Discount = &orders.Discount{Code: "X10", Type: api.DiscountTypePercent, Value: 10}
	if id := s.mustPlace(t, d); id != d.ID {
		t.Errorf("the id is %s", id)
	}
	o := s.order(t, d.ID)
	if o.Status != "pending_payment" || o.Stage != "none" || o.PaidAt != nil || o.EmailKey != "freja@example.com" || o.Email != "Freja@Example.com" {
		t.Errorf("%+v", o)
	}
	if o.SubtotalOere != 80000 || o.DiscountOere != 8000 || o.ShippingOere != 0 || o.TotalOere != 72000 || *o.VatOere != 14400 || *o.DiscountCode != "X10" {
		t.Errorf("%+v", o)
	}
	if at := d.At.Truncate(time.Millisecond); !o.CreatedAt.Equal(at) || !o.UpdatedAt.Equal(at) {
		t.Errorf("placed at %s", o.CreatedAt)
	}
	items, err := s.Read().OrderItems(t.Context(), d.ID)
	if err != nil || len(items) != 3 {
		t.Fatal(items, err)
	}
	for i, want := range []string{"Product 2", "Product 0", "Product 2"} {
		if items[i].ProductName != want || items[i].Line != int32(i+1) || items[i].Quantity != d.Lines[i].Quantity {
			t.Errorf("line %d: %+v", i+1, items[i])
		}
	}
	if got := s.stock(t); !slices.Equal(got, []int64{3, 5, 3}) {
		t.Errorf("the stock is %v", got)
	}
}

// An order keeps the VAT rate that it was made with, whatever becomes of the rate and the order; nothing computes that of older ones.
func TestAnOrderKeepsItsVATRate(t *testing.T) {
	t.Parallel()
	s := newCartShop(t, servertest.Borrow(t, storetest.Empty))
	place := func() string {
		var placed api.OrdersCreateResult
		s.OK(t, s.key, "orders.create", purchase(s.openWith(t, "rund", 1)), &placed)
		return placed.Id
	}
	want := map[string]*int32{}
	for rate, ppm := range map[float64]int32{25: 250_000, 0: 0, 8.1235: 81_235, 100: 1_000_000} {
		s.OK(t, s.owner, "settings.update_tax", object{"patch": object{"vatRatePercent": rate}}, nil)
		want[place()] = &ppm
	}
	older := place()
	want[older] = nil
	s.Execute(t, "UPDATE orders SET vat_rate_ppm = NULL WHERE id = $1", older)
	s.OK(t, s.owner, "settings.update_tax", object{"patch": object{"vatRatePercent": 12}}, nil)
	for id := range want {
		for _, status := range []string{"paid", "processing", "refunded"} {
			s.OK(t, s.key, "orders.update_status", object{"orderId": id, "status": status}, nil)
		}
	}
	customer := servertest.One[string](t, s.Server, "SELECT id::text FROM customers")
	s.OK(t, s.owner, "customer.erase", object{"customerId": customer, "confirm": true}, nil)
	for id, rate := range want {
		if got := servertest.One[*int32](t, s.Server, "SELECT vat_rate_ppm FROM orders WHERE id = $1", id); !servertest.SameJSON(got, rate) {
			t.Errorf("%s has the rate %v, want %v", id, got, rate)
		}
		var order object
		if s.OK(t, s.key, "orders.get", object{"orderId": id}, &order); strings.Contains(fmt.Sprint(order), "vatRate") {
			t.Errorf("orders.get shows %v", order)
		}
	}
}

func TestPlaceAuditsNoPersonalData(t *testing.T) {
	t.Parallel()
	s := newShop(t, 5)
	id := s.mustPlace(t, draft(orders.Line{Slug: "p0", Quantity: 1}))
	s.mustMove(t, id, "paid", "cancelled")
	rows := query[string](t, s, `SELECT concat(tool, ' ', entity_type, ' ', entity_id, ' ', before, ' ', after) FROM audit_log ORDER BY at, id`)
	if len(rows) != 3 {
		t.Fatalf("%d rows: %q", len(rows), rows)
	}
	for _, row := range rows {
		if !strings.HasPrefix(row, "system.test order "+id.String()) || strings.Contains(row, "Freja") || strings.Contains(row, "gade") {
			t.Errorf("%s", row)
		}
	}
}

func TestPlaceWithTooLittleStock(t *testing.T) {
	t.Parallel()
	s := newShop(t, 5, 1, 0)
	_, err := s.place(t.Context(), draft(orders.Line{Slug: "p1", Quantity: 1}, orders.Line{Slug: "p2", Quantity: 3},
		orders.Line{Slug: "p0", Quantity: 2}, orders.Line{Slug: "p1", Quantity: 1}))
	short, ok := errors.AsType[catalog.InsufficientStock](err)
	if !ok || !slices.Equal(short, catalog.InsufficientStock{
		{Goods: catalog.Goods{Slug: "p1"}, Wanted: 2, Stock: 1}, {Goods: catalog.Goods{Slug: "p2"}, Wanted: 3, Stock: 0},
	}) {
		t.Errorf("%v", err)
	}
	if got := s.stock(t); !slices.Equal(got, []int64{5, 1, 0}) {
		t.Errorf("the stock is %v", got)
	}
	if n := query[int64](t, s, "SELECT count(*) FROM orders")[0]; n != 0 {
		t.Errorf("%d orders", n)
	}
}

func TestPlaceUnknownOrDeletedProducts(t *testing.T) {
	t.Parallel()
	s := newShop(t, 5, 5)
	s.exec(t, "UPDATE products SET deleted_at = now() WHERE slug = 'p1'")
	for _, slug := range []string{"p1", "nothing"} {
		_, err := s.place(t.Context(), draft(orders.Line{Slug: "p0", Quantity: 1}, orders.Line{Slug: slug, Quantity: 1}))
		if p, ok := errors.AsType[*problem.Error](err); !ok || p.Code != problem.ProductNotFound || !strings.Contains(p.Detail, slug) {
			t.Errorf("%s: %v", slug, err)
		}
	}
	if got := s.stock(t); !slices.Equal(got, []int64{5, 5}) {
		t.Errorf("the stock is %v", got)
	}
}

func TestPlaceWithTooLargeASum(t *testing.T) {
	t.Parallel()
	s := newShop(t, 5)
	s.exec(t, "UPDATE products SET price_oere = 9007199254740991")
	if _, err := s.place(t.Context(), draft(orders.Line{Slug: "p0", Quantity: 2})); !errors.Is(err, orders.ErrAmountTooLarge) {
		t.Errorf("%v", err)
	}
	if got := s.stock(t); !slices.Equal(got, []int64{5}) {
		t.Errorf("the stock is %v", got)
	}
}

// TestPlaceTheLastPieces has many buyers compete for the last pieces.
func TestPlaceTheLastPieces(t *testing.T) {
	t.Parallel()
	s := newShop(t, 10)
	var sold, refused atomic.Int64
	var wg sync.WaitGroup
	for range 60 {
		wg.Go(func() {
			_, err := s.place(t.Context(), draft(orders.Line{Slug: "p0", Quantity: 1}))
			if _, short := errors.AsType[catalog.InsufficientStock](err); short {
				refused.Add(1)
			} else if err == nil {
				sold.Add(1)
			} else {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if sold.Load() != 10 || refused.Load() != 50 || s.stock(t)[0] != 0 {
		t.Errorf("%d sold, %d refused, %d left", sold.Load(), refused.Load(), s.stock(t)[0])
	}
}

// TestPlaceWhatWasGivenBack places an order that waits for a transaction which gives pieces
// back. It takes them, although they were not there when its statement began.
func TestPlaceWhatWasGivenBack(t *testing.T) {
	t.Parallel()
	s := newShop(t, 0)
	conn, err := pgx.Connect(t.Context(), s.url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.WithoutCancel(t.Context()))
	if _, err := conn.Exec(t.Context(), "BEGIN; UPDATE products SET stock = 2"); err != nil {
		t.Fatal(err)
	}
	placed := make(chan error, 1)
	go func() {
		_, err := s.place(t.Context(), draft(orders.Line{Slug: "p0", Quantity: 2}))
		placed <- err
	}()
	const waiting = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
	for query[int64](t, s, waiting)[0] == 0 {
		select {
		case err := <-placed:
			t.Fatalf("the order did not wait: %v", err)
		case <-time.After(5 * time.Millisecond):
		}
	}
	if _, err := conn.Exec(t.Context(), "COMMIT"); err != nil {
		t.Fatal(err)
	}
	if err := <-placed; err != nil || s.stock(t)[0] != 0 {
		t.Errorf("%v, %d left", err, s.stock(t)[0])
	}
}

// TestStockChangesTheVersionOfTheProduct: callers compare updatedAt before they
// write, so a change of stock must change it, even within the same millisecond.
func TestStockChangesTheVersionOfTheProduct(t *testing.T) {
	t.Parallel()
	s := newShop(t, 5)
	s.exec(t, "UPDATE products SET updated_at = now() + interval '1 hour'")
	const version = "SELECT updated_at FROM products"
	first := query[time.Time](t, s, version)[0]
	id := s.mustPlace(t, draft(orders.Line{Slug: "p0", Quantity: 1}))
	second := query[time.Time](t, s, version)[0]
	s.mustMove(t, id, "cancelled")
	third := query[time.Time](t, s, version)[0]
	if !second.After(first) || !third.After(second) {
		t.Errorf("%s, %s, %s", first, second, third)
	}
}
