package orders_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/storefront/storefront/server/config"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/shop/orders"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

// TestOrdersEveryMove tries every move from every status, with and without a
// payment.
func TestOrdersEveryMove(t *testing.T) {
	t.Parallel()
	s := newOrdering(t)
	all, _ := orderStatuses()
	for _, paid := range []bool{true, false} {
		for _, from := range all {
			allowed := allowedTo(from, stageOf(from), paid)
			for _, to := range all {
				name := from + " to " + to
				if !paid {
					name += " unpaid"
				}
				t.Run(name, func(t *testing.T) {
					t.Parallel()
					id := s.put(t, from, paid)
					if slices.Contains(allowed, to) {
						s.wantMoved(t, id, from, to)
					} else {
						s.wantRefused(t, id, from, to, allowed)
					}
				})
			}
		}
	}
}

func (s ordering) wantMoved(t *testing.T, id, from, to string) {
	t.Helper()
	before := s.get(t, id)
	reply := s.move(t, id, to)
	var result object
	reply.Result(t, &result)
	want := object{"id": id, "status": to}
	if to == "cancelled" {
		want["refundOwedOere"] = 0
		if before.PaidAt != nil {
			want["refundOwedOere"] = before.TotalDkk
		}
	}
	if reply.Status != 200 || !servertest.SameJSON(result, want) {
		t.Fatalf("status %d: %s", reply.Status, reply.Body)
	}
	after := s.get(t, id)
	if string(after.Status) != to {
		t.Errorf("the order is %s", after.Status)
	}
	row := s.moves(t, id)[0]
	servertest.WantFields(t, "audit, before", row.before, object{"id": id, "status": from, "paidAt": before.PaidAt})
	servertest.WantFields(t, "audit, after", row.after, object{
		"id": id, "status": to, "paidAt": after.PaidAt, "refundedAt": after.RefundedAt, "disputedAt": after.DisputedAt,
	})
	if (after.PaidAt == nil) != (to != "paid" && before.PaidAt == nil) || before.PaidAt != nil && !before.PaidAt.Equal(after.PaidAt.Time) {
		t.Errorf("paidAt went from %v to %v", before.PaidAt, after.PaidAt)
	}
	if (after.RefundedAt != nil) != (to == "refunded" || to == "partial_refund") || (after.DisputedAt != nil) != (to == "disputed") {
		t.Errorf("refundedAt is %v and disputedAt %v", after.RefundedAt, after.DisputedAt)
	}
}

func (s ordering) wantRefused(t *testing.T, id, from, to string, allowed []string) {
	t.Helper()
	before := s.get(t, id)
	p := s.move(t, id, to).Problem(t, problem.IllegalTransition)
	if p.Allowed == nil || !slices.Equal(*p.Allowed, allowed) {
		t.Errorf("allowed is %v, want %v", p.Allowed, allowed)
	}
	done := strings.Contains(p.Resolution, "Nothing to do")
	if done != (from == to) {
		t.Errorf("%q of %s to %s", p.Resolution, from, to)
	}
	for _, status := range allowed {
		if !done && !strings.Contains(p.Resolution, status) {
			t.Errorf("%q does not name %s", p.Resolution, status)
		}
	}
	if final := strings.Contains(p.Resolution, "final"); !done && final != (len(allowed) == 0) {
		t.Errorf("%q of %s", p.Resolution, from)
	}
	if after := s.get(t, id); !servertest.SameJSON(before, after) {
		t.Errorf("a refused move made %+v of %+v", after, before)
	}
	if rows := s.moves(t, id); len(rows) != 0 {
		t.Errorf("%d rows of success", len(rows))
	}
}

// moveRow is the audit row of a move.
type moveRow struct{ before, after object }

// moves returns the audit rows of the moves of an order, the newest first.
func (s ordering) moves(t *testing.T, id string) (rows []moveRow) {
	t.Helper()
	for _, row := range s.Succeeded(t, "orders.update_status") {
		if *row.EntityType == "order" && *row.EntityID == id {
			rows = append(rows, moveRow{servertest.Decoded(t, row.Before), servertest.Decoded(t, row.After)})
		}
	}
	return rows
}

// A partial refund does not change the stage of the parcel.
func TestOrdersPartialRefundKeepsTheStage(t *testing.T) {
	t.Parallel()
	s := newOrdering(t)
	id := s.place(t, orderDraft())
	for _, to := range []string{"paid", "processing", "shipped", "partial_refund"} {
		s.OK(t, s.key, "orders.update_status", object{"orderId": id, "status": to}, nil)
	}
	p := s.move(t, id, "processing").Problem(t, problem.IllegalTransition)
	if !slices.Equal(*p.Allowed, []string{"shipped", "delivered", "completed", "disputed", "refunded"}) || !strings.Contains(p.Detail, "shipped") {
		t.Errorf("%+v", p)
	}
	s.OK(t, s.key, "orders.update_status", object{"orderId": id, "status": "delivered"}, nil)
}

// An order that was cancelled after payment is refunded once.
func TestOrdersCancelledIsRefundedOnce(t *testing.T) {
	t.Parallel()
	s := newOrdering(t)
	id := s.place(t, orderDraft())
	for _, to := range []string{"paid", "cancelled", "refunded"} {
		s.OK(t, s.key, "orders.update_status", object{"orderId": id, "status": to}, nil)
	}
	rows := s.moves(t, id)
	servertest.WantFields(t, "refunded", rows[0].after, object{"refundedOere": s.get(t, id).TotalDkk, "restockedPieces": 0})
	servertest.WantFields(t, "cancelled", rows[1].after, object{"refundedOere": 0, "restockedPieces": 3})
	if stock := s.stock(t); stock["rund"] != orderable || stock["klud"] != orderable {
		t.Errorf("the stock is %v", stock)
	}

	whole := s.put(t, "cancelled", true)
	s.Execute(t, "UPDATE orders SET refunded_oere = total_oere WHERE id = $1", whole)
	s.wantRefused(t, whole, "cancelled", "refunded", []string{})
}

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

var doneAlready = regexp.MustCompile(`^The order is paid already, since \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ, by `)

func TestOrdersUpdateStatusExpectsAStatus(t *testing.T) {
	t.Parallel()
	s := newOrdering(t)
	id := s.place(t, orderDraft())
	move := func(from, to string) object { return object{"orderId": id, "status": to, "expectedStatus": from} }
	s.OK(t, s.key, "orders.update_status", move("pending_payment", "paid"), nil)

	p := s.Refused(t, s.key, "orders.update_status", move("pending_payment", "paid"), problem.OrderChanged)
	if !doneAlready.MatchString(p.Detail) || !strings.HasSuffix(p.Detail, "by this key.") || !strings.Contains(p.Resolution, "Nothing to do") {
		t.Errorf("the same again: %+v", p)
	}
	again := object{"orderId": id, "status": "paid"}
	if p := s.Refused(t, s.key, "orders.update_status", again, problem.IllegalTransition); p.Allowed == nil || !strings.HasSuffix(p.Detail, "by this key.") {
		t.Errorf("the same again, without a status expected: %+v", p)
	}
	if p := s.Refused(t, s.Key(t, "orders:write"), "orders.update_status", again, problem.IllegalTransition); !strings.HasSuffix(p.Detail, "by another key.") {
		t.Errorf("the same by another key: %+v", p)
	}
	p = s.Refused(t, s.key, "orders.update_status", move("processing", "shipped"), problem.OrderChanged)
	if !strings.Contains(p.Resolution, "orders.get") {
		t.Errorf("another status: %+v", p)
	}
	s.Refused(t, s.key, "orders.update_status", move("paid", "pending"), problem.IllegalTransition)
	s.Refused(t, s.key, "orders.update_status", move("sent", "paid"), problem.ValidationFailed)
	if rows := s.moves(t, id); len(rows) != 1 || s.get(t, id).Status != "paid" {
		t.Errorf("%d moves, and the order is %s", len(rows), s.get(t, id).Status)
	}
}

// The whole table is that of the design.
func TestOrdersTransitionsOfAll(t *testing.T) {
	t.Parallel()
	s := newOrdering(t)
	var result object
	s.OK(t, s.key, "orders.transitions", object{}, &result)
	all, leadsTo := orderStatuses()
	rows, _ := result["table"].([]any)
	if result["status"] != nil || !servertest.SameJSON(result["allowed"], []string{}) || len(rows) != len(all) {
		t.Fatalf("%v", result)
	}
	for i, from := range all {
		if want := (object{"from": from, "to": leadsTo[from]}); !servertest.SameJSON(rows[i], want) {
			t.Errorf("%v, want %v", rows[i], want)
		}
	}
}

// What an order is said to be allowed is what update_status allows.
func TestOrdersTransitionsOfAnOrder(t *testing.T) {
	t.Parallel()
	s := newOrdering(t)
	all, _ := orderStatuses()
	for _, paid := range []bool{true, false} {
		for _, status := range all {
			id := s.put(t, status, paid)
			var result object
			s.OK(t, s.key, "orders.transitions", object{"orderId": id}, &result)
			want := object{"status": status, "allowed": allowedTo(status, stageOf(status), paid)}
			if !servertest.SameJSON(result, want) {
				t.Errorf("%v, want %v", result, want)
			}
			p := s.move(t, id, status).Problem(t, problem.IllegalTransition)
			if allowed, _ := want["allowed"].([]string); !slices.Equal(*p.Allowed, allowed) {
				t.Errorf("%s: update_status allows %v", status, *p.Allowed)
			}
		}
	}
	for _, unknown := range []string{"x", orderID(9)} {
		s.Refused(t, s.key, "orders.transitions", object{"orderId": unknown}, problem.OrderNotFound)
	}
}

// A reopened dispute keeps the time of its first opening.
func TestTheTimeOfADisputeIsSetOnce(t *testing.T) {
	t.Parallel()
	s := newOrdering(t)
	id := s.put(t, "paid", true)
	move := func(to string) {
		t.Helper()
		s.OK(t, s.key, "orders.update_status", object{"orderId": id, "status": to}, nil)
	}
	move("disputed")
	opened := s.get(t, id).DisputedAt
	move("completed")
	move("disputed")
	if again := s.get(t, id).DisputedAt; opened == nil || again == nil || !again.Equal(opened.Time) {
		t.Errorf("disputed at %v, and after it was opened again at %v", opened, again)
	}
}

// The first refund sets the time, whether it is full or partial.
func TestTheTimeOfARefundIsThatOfTheFirst(t *testing.T) {
	t.Parallel()
	s := newOrdering(t)
	id := s.put(t, "paid", true)
	s.OK(t, s.key, "orders.update_status", object{"orderId": id, "status": "partial_refund"}, nil)
	part := s.get(t, id).RefundedAt
	s.OK(t, s.key, "orders.update_status", object{"orderId": id, "status": "refunded"}, nil)
	if whole := s.get(t, id).RefundedAt; part == nil || whole == nil || !whole.Equal(part.Time) {
		t.Errorf("part of it at %v, all of it at %v", part, whole)
	}
}

// Orders that nobody pays are cancelled, once, however many replicas do it, and their stock
// comes back; one that was paid in time stays.
func TestUnpaidOrdersExpire(t *testing.T) {
	t.Parallel()
	clock := servertest.NewClock()
	o := servertest.Options{Template: storetest.Empty, Clock: clock.Now, Config: func(c *config.Serve) { c.UnpaidExpiry = config.Period(24 * time.Hour) }}
	s := newCartShop(t, servertest.New(t, o))
	replica := s.Beside(t, servertest.Options{Clock: clock.Now, Config: o.Config})
	var unpaid, paid, later, taken object
	s.OK(t, s.key, "orders.create", purchase(s.openWith(t, "rund", 3)), &unpaid)
	s.OK(t, s.key, "orders.create", purchase(s.openWith(t, "rund", 1)), &paid)
	s.OK(t, s.key, "orders.update_status", object{"orderId": paid["id"], "status": "paid"}, nil)
	s.OK(t, s.key, "orders.create", purchase(s.openWith(t, "rund", 1)), &taken) // money was taken, whatever its status says
	s.Execute(t, "UPDATE orders SET paid_at = created_at WHERE id = $1", taken["id"])
	clock.Advance(23 * time.Hour)
	s.OK(t, s.key, "orders.create", purchase(s.openWith(t, "rund", 1)), &later)
	s.RunJobs(t)
	if n := s.stock(t, "rund"); n != 4 {
		t.Errorf("an hour too early: %d left", n)
	}
	clock.Advance(2 * time.Hour)
	servertest.Together(6, func(i int) servertest.Reply {
		if i%2 == 0 {
			s.RunJobs(t)
		} else {
			replica.RunJobs(t)
		}
		return servertest.Reply{}
	})
	for id, want := range map[any]string{unpaid["id"]: "cancelled", paid["id"]: "paid", later["id"]: "pending_payment", taken["id"]: "pending_payment"} {
		if got := servertest.One[string](t, s.Server, "SELECT status FROM orders WHERE id = $1", id); got != want {
			t.Errorf("an order is %s, want %s", got, want)
		}
	}
	if n := s.stock(t, "rund"); n != 7 {
		t.Errorf("%d left", n)
	}
	const rows = "SELECT count(*) FROM audit_log WHERE actor = 'system:orders.expire' AND entity_id = $1"
	if n := servertest.One[int](t, s.Server, rows, unpaid["id"]); n != 1 {
		t.Errorf("%d rows in the audit", n)
	}
}
