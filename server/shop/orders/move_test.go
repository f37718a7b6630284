package orders_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/shop/orders"
)

func TestStockComesBackOnce(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		path []string
		back bool
	}{
		{"on the way", []string{"paid", "processing", "shipped"}, false},
		{"cancelled", []string{"cancelled"}, true},
		{"cancelled, then refunded", []string{"paid", "cancelled", "refunded"}, true},
		{"cancelled after a dispute", []string{"paid", "shipped", "disputed", "cancelled"}, true},
		{"refunded before shipment", []string{"paid", "processing", "refunded"}, true},
		{"refunded after shipment", []string{"paid", "shipped", "refunded"}, false},
		{"refunded in part", []string{"paid", "partial_refund"}, false},
		{"refunded in parts before shipment", []string{"paid", "partial_refund", "disputed", "refunded"}, true},
		{"refunded in parts after shipment", []string{"paid", "shipped", "partial_refund", "refunded"}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := newShop(t, 5, 5)
			id := s.mustPlace(t, draft(orders.Line{Slug: "p1", Quantity: 2}, orders.Line{Slug: "p0", Quantity: 1}, orders.Line{Slug: "p1", Quantity: 1}))
			s.mustMove(t, id, c.path...)
			want := []int64{4, 2}
			if c.back {
				want = []int64{5, 5}
			}
			if got := s.stock(t); !slices.Equal(got, want) {
				t.Errorf("the stock is %v, want %v", got, want)
			}
		})
	}
}

func TestStockOfADeletedProductComesBack(t *testing.T) {
	t.Parallel()
	s := newShop(t, 5)
	id := s.mustPlace(t, draft(orders.Line{Slug: "p0", Quantity: 2}))
	s.exec(t, "UPDATE products SET deleted_at = now()")
	s.mustMove(t, id, "cancelled")
	if got := s.stock(t); got[0] != 5 {
		t.Errorf("the stock is %v", got)
	}
}

// TestSwapRefusesAnOrderThatReturnedToItsStatus: an order that left its status and returned to
// it counts as changed.
func TestSwapRefusesAnOrderThatReturnedToItsStatus(t *testing.T) {
	t.Parallel()
	s := newShop(t, 5)
	id := s.mustPlace(t, draft(orders.Line{Slug: "p0", Quantity: 1}))
	s.mustMove(t, id, "paid", "partial_refund")
	seen := s.order(t, id)
	s.mustMove(t, id, "shipped", "partial_refund")
	ctx := call.With(t.Context(), call.Task("test"))
	var moved int64
	err := s.Write(ctx, func(tx *store.Tx) (err error) {
		moved, err = tx.OrderMove(ctx, db.OrderMoveParams{
			ID: id, SeenStatus: seen.Status, SeenUpdatedAt: seen.UpdatedAt, Status: "processing", Stage: "processing", At: time.Now(), Actor: "system:test",
		})
		return errors.Join(err, tx.Audit(store.AuditEntry{EntityType: "order"}))
	})
	if err != nil || moved != 0 {
		t.Errorf("the order went back from shipped: %d rows, %v", moved, err)
	}
}

// TestConcurrentOrdersAndCancellations places and cancels orders of the same products,
// with their lines in a different sequence in each order. No call fails, nothing
// deadlocks, and no piece is lost or gained.
func TestConcurrentOrdersAndCancellations(t *testing.T) {
	t.Parallel()
	const buyers, rounds, products, pieces = 24, 12, 6, 100_000
	stock := slices.Repeat([]int64{pieces}, products)
	s := newShop(t, stock...)
	var wg sync.WaitGroup
	for buyer := range uint64(buyers) {
		wg.Go(func() {
			random := rand.New(rand.NewPCG(buyer, 2)) // the same numbers in every run
			for range rounds {
				var lines []orders.Line
				for _, i := range random.Perm(products) {
					lines = append(lines, orders.Line{Slug: "p" + string(rune('0'+i)), Quantity: 1 + random.Int64N(3)})
				}
				id, err := s.place(t.Context(), draft(lines...))
				if err == nil && random.IntN(2) == 0 {
					err = s.move(t.Context(), id, "cancelled")
				}
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	out := query[int64](t, s, `SELECT coalesce(sum(i.quantity - i.restocked_quantity), 0)::bigint
		FROM products p LEFT JOIN order_items i ON i.product_id = p.id GROUP BY p.slug ORDER BY p.slug`)
	for i, left := range s.stock(t) {
		if left+out[i] != pieces {
			t.Errorf("p%d: %d there and %d out", i, left, out[i])
		}
	}
	if n := query[int64](t, s, "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()")[0]; n != 0 {
		t.Errorf("%d deadlocks", n)
	}
}

// TestMovesAtOnce moves an order to different statuses at once: each refused
// caller is told that the order changed or that the move is no longer legal.
func TestMovesAtOnce(t *testing.T) {
	t.Parallel()
	s := newShop(t, 5)
	for range 10 {
		id := s.mustPlace(t, draft(orders.Line{Slug: "p0", Quantity: 1}))
		s.mustMove(t, id, "paid")
		atOnce(t, s, id, "cancelled", "refunded", "processing", "flagged_review", "cancelled", "refunded")
		if err := s.move(t.Context(), id, "cancelled"); err != nil && s.order(t, id).Status != "cancelled" && s.order(t, id).Status != "refunded" {
			t.Error(err)
		}
		if got := s.stock(t); got[0] != 5 {
			t.Fatalf("the stock is %v", got)
		}
	}
}

func atOnce(t *testing.T, s shop, id uuid.UUID, moves ...string) {
	t.Helper()
	var wg sync.WaitGroup
	for _, to := range moves {
		wg.Go(func() {
			err := s.move(t.Context(), id, to)
			if p, ok := errors.AsType[*problem.Error](err); err != nil && (!ok || p.Code != problem.OrderChanged && p.Code != problem.IllegalTransition) {
				t.Errorf("to %s: %v", to, err)
			}
		})
	}
	wg.Wait()
}
