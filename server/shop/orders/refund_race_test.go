package orders_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/shop/orders"
	"github.com/storefront/storefront/server/test/servertest"
)

// wantBalanced checks what must be true of all orders, whatever was done to them:
// the recorded refunds are the refunded money, and every piece is in the stock or
// in an order.
func (s ordering) wantBalanced(t *testing.T) {
	t.Helper()
	for what, query := range map[string]string{
		"orders whose refunds are not what they are refunded": `SELECT count(*) FROM orders o WHERE refunded_oere <>
			(SELECT coalesce(sum(amount_oere), 0) FROM order_refunds r WHERE r.order_id = o.id)`,
		"orders whose history leads elsewhere": `SELECT count(*) FROM orders o WHERE status <>
			(SELECT to_status FROM order_history h WHERE h.order_id = o.id AND to_status IS NOT NULL ORDER BY at DESC, id DESC LIMIT 1)`,
		"entries that do not follow the one before": `SELECT count(*) FROM (SELECT from_status, lag(to_status) OVER (PARTITION BY order_id ORDER BY at, id) AS before
			FROM order_history WHERE to_status IS NOT NULL) AS chain WHERE from_status IS DISTINCT FROM before`,
	} {
		if n := servertest.One[int64](t, s.Server, query); n != 0 {
			t.Errorf("%d %s", n, what)
		}
	}
	for slug, left := range s.stock(t) {
		out := servertest.One[int64](t, s.Server, `SELECT coalesce(sum(i.quantity - i.restocked_quantity), 0)::bigint
			FROM order_items i JOIN products p ON p.id = i.product_id WHERE p.slug = $1`, slug)
		if left+out != orderable {
			t.Errorf("%s: %d there and %d out", slug, left, out)
		}
	}
}

// Of many refunds at once none is lost, and together they are no more than what
// was paid.
func TestOrdersRefundAtOnce(t *testing.T) {
	t.Parallel()
	s := newOrdering(t)
	for name, fields := range map[string]func(*api.Order) object{
		"a third of the money":  func(*api.Order) object { return object{"amountOere": paidTotal / 3} },
		"the one pair":          func(o *api.Order) object { return object{"items": []object{of(o, 0, 1)}, "restock": true} },
		"everything":            func(*api.Order) object { return object{"amountOere": paidTotal} },
		"pieces of both things": func(o *api.Order) object { return object{"items": []object{of(o, 1, 1), of(o, 0, 1)}, "restock": true} },
	} {
		o := s.paidOrder(t)
		statuses, replies := servertest.Together(24, func(int) servertest.Reply { return s.refund(t, o.Id, fields(&o)) })
		var most int64
		for _, reply := range replies {
			if reply.Status == 200 {
				var result api.OrdersRefundResult
				reply.Result(t, &result)
				most = max(most, result.RefundedOere)
				continue
			}
			wantRefundLost(t, reply)
		}
		if now := servertest.One[int64](t, s.Server, "SELECT refunded_oere FROM orders WHERE id = $1", o.Id); now != most || now > paidTotal {
			t.Errorf("%s: %d refunded, the largest answer is %d", name, now, most)
		}
		if rows := servertest.One[int64](t, s.Server, "SELECT count(*) FROM order_refunds WHERE order_id = $1", o.Id); statuses[200] < 1 || rows != int64(statuses[200]) {
			t.Errorf("%s: %v, and %d refunds", name, statuses, rows)
		}
	}
	s.wantBalanced(t)
}

func wantRefundLost(t *testing.T, reply servertest.Reply) {
	t.Helper()
	var p problem.Document
	if err := json.Unmarshal(reply.Body, &p); err != nil {
		t.Fatal(err)
	}
	if !slices.Contains([]problem.Code{problem.OrderChanged, problem.RefundExceedsPaid, problem.IllegalTransition}, p.Code) {
		t.Errorf("%s", reply.Body)
	}
}

// Refunds, moves, notes and new orders of the same goods, in any sequence and at
// once, never deadlock, and lose neither money nor pieces.
func TestOrdersRefundWalks(t *testing.T) {
	t.Parallel()
	const walkers, steps = 6, 40
	s := newOrdering(t)
	shared := s.paidOrder(t)
	var wg sync.WaitGroup
	for walker := range uint64(walkers) {
		wg.Go(func() {
			random := rand.New(rand.NewPCG(walker, 6)) // the same numbers in every run
			own := s.paidOrder(t)
			for range steps {
				o := &own
				if random.IntN(3) == 0 {
					o = &shared
				}
				s.step(t, random, o)
				if random.IntN(8) == 0 {
					own = s.paidOrder(t)
				}
			}
		})
	}
	wg.Wait()
	s.wantBalanced(t)
	if n := servertest.One[int64](t, s.Server, "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"); n != 0 {
		t.Errorf("%d deadlocks", n)
	}
}

// step does something to an order; what is refused is refused for its state.
func (s ordering) step(t *testing.T, random *rand.Rand, o *api.Order) {
	t.Helper()
	items := []object{of(o, 0, 1), of(o, 1, 1+random.IntN(2))}
	random.Shuffle(len(items), func(i, j int) { items[i], items[j] = items[j], items[i] })
	var reply servertest.Reply
	switch random.IntN(5) {
	case 0:
		reply = s.refund(t, o.Id, object{"amountOere": 1 + random.IntN(paidTotal/3)})
	case 1:
		reply = s.refund(t, o.Id, object{"items": items[:1+random.IntN(2)], "restock": random.IntN(2) == 0})
	case 2:
		all, _ := orderStatuses()
		reply = s.move(t, o.Id, all[random.IntN(len(all))])
	case 3:
		reply = s.note(t, o.Id, fmt.Sprint(random.Int()))
	case 4:
		s.place(t, orderDraft(orders.Line{Slug: "klud", Quantity: 1}, orders.Line{Slug: "rund", Quantity: 1}))
		return
	}
	if reply.Status != 200 {
		wantRefundLost(t, reply)
	}
}
