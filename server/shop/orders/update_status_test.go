package orders_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
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
	if reply.Status != 200 || !servertest.SameJSON(result, object{"id": id, "status": to}) {
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
