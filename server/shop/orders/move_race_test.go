package orders_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/shop/orders"
	"github.com/storefront/storefront/server/test/servertest"
)

// Of a hundred callers who move one order at once, one succeeds, and the others
// are told that the order changed.
func TestOneOfManyConcurrentMovesSucceeds(t *testing.T) {
	t.Parallel()
	s := newOrdering(t)
	for _, to := range []string{"paid", "cancelled"} {
		id := s.place(t, orderDraft())
		statuses, replies := servertest.Together(100, func(int) servertest.Reply { return s.move(t, id, to) })
		if statuses[200] != 1 || statuses[409] != 99 {
			t.Errorf("to %s: %v", to, statuses)
		}
		for _, reply := range replies {
			wantLost(t, reply)
		}
		if rows := s.moves(t, id); len(rows) != 1 {
			t.Errorf("%d rows of success", len(rows))
		}
	}
	// The first order keeps its goods; the second has given them back once.
	if stock := s.stock(t); stock["rund"] != orderable-1 || stock["klud"] != orderable-2 {
		t.Errorf("the stock is %v", stock)
	}
}

func wantLost(t *testing.T, reply servertest.Reply) {
	t.Helper()
	if reply.Status == 200 {
		return
	}
	var p problem.Document
	if err := json.Unmarshal(reply.Body, &p); err != nil {
		t.Fatal(err)
	}
	if p.Code != problem.OrderChanged && p.Code != problem.IllegalTransition {
		t.Errorf("%s", reply.Body)
	}
}

// TestOrdersWalks has several callers send orders through random moves, legal
// and illegal, and checks the invariants: a model agrees with each response, and
// in the end no piece is lost or gained.
func TestOrdersWalks(t *testing.T) {
	t.Parallel()
	const walkers, walks, steps = 4, 4, 25
	s := newOrdering(t)
	t.Run("walkers", func(t *testing.T) {
		for walker := range uint64(walkers) {
			t.Run(fmt.Sprint(walker), func(t *testing.T) {
				t.Parallel()
				random := rand.New(rand.NewPCG(walker, 3)) // the same numbers in every run
				for range walks {
					s.walk(t, random, steps)
				}
			})
		}
	})
	for slug, left := range s.stock(t) {
		out := servertest.One[int64](t, s.Server, `SELECT coalesce(sum(i.quantity - i.restocked_quantity), 0)::bigint
			FROM order_items i JOIN products p ON p.id = i.product_id WHERE p.slug = $1`, slug)
		if left+out != orderable {
			t.Errorf("%s: %d there and %d out", slug, left, out)
		}
	}
	// The goods of an order are either all out or all back; they are back when it
	// was cancelled, or refunded before shipment.
	if n := servertest.One[int64](t, s.Server, `SELECT count(*) FROM orders o JOIN order_items i ON i.order_id = o.id
		WHERE i.restocked_quantity NOT IN (0, i.quantity)
		OR i.restocked_quantity = 0 AND (o.status = 'cancelled' OR o.status = 'refunded' AND o.stage IN ('none', 'processing'))
		OR i.restocked_quantity > 0 AND o.status NOT IN ('cancelled', 'refunded')`); n != 0 {
		t.Errorf("%d lines whose goods are where they should not be", n)
	}
}

// walk takes one order through random moves and compares with the model.
func (s ordering) walk(t *testing.T, random *rand.Rand, steps int) {
	t.Helper()
	place := s.place
	if random.IntN(2) == 0 {
		place = s.placeOnAccount
	}
	id := place(t, orderDraft())
	all, _ := orderStatuses()
	o, stage, made := s.get(t, id), "none", []string{}
	first := o.Status
	for range steps {
		allowed := allowedTo(string(o.Status), stage, o.PaidAt != nil)
		to := all[random.IntN(len(all))]
		if len(allowed) > 0 && random.IntN(2) == 0 {
			to = allowed[random.IntN(len(allowed))]
		}
		reply := s.move(t, id, to)
		after := s.get(t, id)
		if !slices.Contains(allowed, to) {
			if p := reply.Problem(t, problem.IllegalTransition); !slices.Equal(*p.Allowed, allowed) || !servertest.SameJSON(o, after) {
				t.Errorf("%s to %s: %s", o.Status, to, reply.Body)
			}
			continue
		}
		if reply.Status != 200 || string(after.Status) != to {
			t.Errorf("%s to %s: %s", o.Status, to, reply.Body)
		}
		wantKept(t, &o, &after)
		made = append(made, to)
		o = after
		if stageRank(to) > stageRank(stage) {
			stage = to
		}
	}
	s.wantHistory(t, id, string(first), made)
	story, from := []string{">" + string(first)}, string(first)
	for _, to := range made {
		story, from = append(story, from+">"+to), to
	}
	s.wantStory(t, id, story...)
}

// wantKept checks the fields that a move never changes.
func wantKept(t *testing.T, before, after *api.Order) {
	t.Helper()
	if before.Status == "refunded" {
		t.Errorf("the order left refunded for %s", after.Status)
	}
	if before.PaidAt != nil && !servertest.SameJSON(before.PaidAt, after.PaidAt) || before.RefundedAt != nil && !servertest.SameJSON(before.RefundedAt, after.RefundedAt) {
		t.Errorf("paidAt went from %v to %v, refundedAt from %v to %v", before.PaidAt, after.PaidAt, before.RefundedAt, after.RefundedAt)
	}
	restored := *after
	restored.Status, restored.PaidAt, restored.RefundedAt, restored.DisputedAt = before.Status, before.PaidAt, before.RefundedAt, before.DisputedAt
	if !servertest.SameJSON(before, restored) {
		t.Errorf("%+v became %+v", before, after)
	}
}

// wantHistory checks that the audit contains the moves, each from the status
// that the previous one led to.
func (s ordering) wantHistory(t *testing.T, id, from string, made []string) {
	t.Helper()
	rows := s.moves(t, id)
	slices.Reverse(rows)
	if len(rows) != len(made) {
		t.Errorf("%d rows of %d moves", len(rows), len(made))
		return
	}
	for i, to := range made {
		servertest.WantFields(t, "before", rows[i].before, object{"id": id, "status": from})
		servertest.WantFields(t, "after", rows[i].after, object{"id": id, "status": to})
		from = to
	}
}

// Of several callers who expect the same status, one moves the order.
func TestOrdersUpdateStatusExpectedAtOnce(t *testing.T) {
	t.Parallel()
	s := newOrdering(t)
	id := s.put(t, "paid", true)
	statuses, replies := servertest.Together(8, func(int) servertest.Reply {
		return s.Call(t, s.key, "orders.update_status", object{"orderId": id, "status": "processing", "expectedStatus": "paid"})
	})
	for _, reply := range replies {
		if reply.Status != 200 {
			reply.Problem(t, problem.OrderChanged)
		}
	}
	if statuses[200] != 1 || len(s.moves(t, id)) != 1 {
		t.Errorf("%v, and %d moves", statuses, len(s.moves(t, id)))
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
