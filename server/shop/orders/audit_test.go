package orders_test

import (
	"strings"
	"testing"

	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/undo"
	"github.com/storefront/storefront/server/shop/orders"
	"github.com/storefront/storefront/server/test/servertest"
)

func TestMovesThatCanBeTakenBack(t *testing.T) {
	t.Parallel()
	refused := orders.Orders{}.Undo().Refused
	for moved, want := range map[string]bool{
		"paid>processing": true, "processing>shipped": true, "shipped>delivered": true, "delivered>completed": true, "processing>paid": false,
		"pending_payment>flagged_review": true, "paid>flagged_review": true, "partial_refund>shipped": true, "shipped>disputed": true,
		"disputed>completed": true, "pending_payment>paid": false, "flagged_review>paid": false, "paid>cancelled": false,
		"pending_payment>cancelled": false, "paid>refunded": false, "paid>partial_refund": false, "cancelled>refunded": false,
	} {
		from, to, _ := strings.Cut(moved, ">")
		why := refused(undo.State{"status": from}, undo.State{"status": to})
		if (why == "") != want || why != "" && len(strings.Split(why, ". ")) != 2 {
			t.Errorf("%s: %q", moved, why)
		}
	}
	if why := refused(undo.State{"carrier": nil}, undo.State{"carrier": "GLS"}); why != "" {
		t.Errorf("tracking: %s", why)
	}
}

// A move that is taken back leaves an entry in the history of the order, and gives back
// the moment of a dispute with it.
func TestAMoveIsTakenBack(t *testing.T) {
	t.Parallel()
	s := newOrdering(t)
	key := s.Key(t, orderScopes+",audit:read,audit:revert")
	id := s.place(t, orderDraft())
	for _, status := range []string{"paid", "shipped"} {
		s.OK(t, key, "orders.update_status", object{"orderId": id, "status": status}, nil)
	}
	s.OK(t, key, "orders.update_status", object{"orderId": id, "status": "disputed"}, nil)
	entry := s.LastAudit(t, 1)[0].ID.String()
	if s.get(t, id).DisputedAt == nil {
		t.Error("it is not disputed")
	}
	s.OK(t, key, "audit.revert", object{"auditLogId": entry, "confirm": true}, nil)
	after := s.get(t, id)
	if after.Status != "shipped" || after.DisputedAt != nil {
		t.Errorf("%+v", after)
	}
	s.wantStory(t, id, ">pending_payment", "pending_payment>paid", "paid>shipped", "shipped>disputed", "disputed>shipped")
	s.OK(t, key, "orders.update_status", object{"orderId": id, "status": "delivered"}, nil)
}

// A move is not taken back when the order was moved since, though it has the same status again: it may be
// paid by now, and would be cancelled as unpaid.
func TestAMoveOfAnOrderThatWasMovedSince(t *testing.T) {
	t.Parallel()
	s := newOrdering(t)
	key := s.Key(t, orderScopes+",audit:read,audit:revert")
	move := func(id string, statuses ...string) (entries []string) {
		for _, status := range statuses {
			s.OK(t, key, "orders.update_status", object{"orderId": id, "status": status}, nil)
			entries = append(entries, s.LastAudit(t, 1)[0].ID.String())
		}
		return entries
	}
	for name, c := range map[string]struct {
		from          string   // the status of the order at first; "" for pending_payment
		before, since []string // moves; the last of before is reverted
		amount        int      // of a refund after since, in ore
	}{
		"paid since":                {"", []string{"flagged_review"}, []string{"paid", "flagged_review"}, 0},
		"paid and processed since":  {"", []string{"flagged_review"}, []string{"paid", "processing", "flagged_review"}, 0},
		"looked at again":           {"", []string{"paid", "processing"}, []string{"flagged_review", "processing"}, 0},
		"disputed and settled":      {"", []string{"paid", "shipped", "completed"}, []string{"disputed", "completed"}, 0},
		"money was given back":      {"", []string{"paid", "shipped"}, []string{"partial_refund", "shipped"}, 0},
		"money was recorded":        {"", []string{"paid", "shipped"}, nil, 100},
		"a dispute that was lost":   {"", []string{"paid", "shipped", "disputed"}, []string{"partial_refund", "disputed"}, 0},
		"on account, and paid then": {"pending", []string{"flagged_review"}, []string{"paid", "flagged_review"}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			id := s.place(t, orderDraft())
			if c.from != "" {
				s.Execute(t, "UPDATE orders SET status = $2 WHERE id = $1", id, c.from)
			}
			entries := move(id, c.before...)
			move(id, c.since...)
			if c.amount > 0 {
				s.OK(t, key, "orders.refund", object{"orderId": id, "amountOere": c.amount, "reason": "A scratch.", "confirm": true}, nil)
			}
			before := s.get(t, id)
			body := object{"auditLogId": entries[len(entries)-1], "confirm": true}
			p := s.Refused(t, key, "audit.revert", body, problem.RevertConflict)
			if len(p.Conflicts) == 0 || p.Conflicts[0].Path == "" {
				t.Errorf("%+v", p)
			}
			var dry struct{ Conflicts []object }
			s.OK(t, key, "audit.revert", servertest.With(body, object{"dryRun": true}), &dry)
			if len(dry.Conflicts) != len(p.Conflicts) || s.get(t, id).Status != before.Status {
				t.Errorf("%+v", dry)
			}
		})
	}
}

// Moves that are taken back one after the other, the last one first, leave none in the way.
func TestMovesAreTakenBackOneAfterTheOther(t *testing.T) {
	t.Parallel()
	s := newOrdering(t)
	key := s.Key(t, orderScopes+",audit:read,audit:revert")
	id := s.place(t, orderDraft())
	var entries []string
	for _, status := range []string{"paid", "processing", "shipped", "delivered"} {
		s.OK(t, key, "orders.update_status", object{"orderId": id, "status": status}, nil)
		entries = append(entries, s.LastAudit(t, 1)[0].ID.String())
	}
	s.OK(t, key, "orders.set_tracking", object{"orderId": id, "carrier": "GLS", "trackingNumber": "1"}, nil)
	s.Refused(t, key, "audit.revert", object{"auditLogId": entries[2], "confirm": true}, problem.RevertConflict)
	for i, want := range []string{"shipped", "processing", "paid"} {
		s.OK(t, key, "audit.revert", object{"auditLogId": entries[3-i], "confirm": true}, nil)
		if got := s.get(t, id).Status; string(got) != want {
			t.Errorf("it is %s, want %s", got, want)
		}
	}
}

// A move that is taken back can be done again, whatever its opposite would have meant.
func TestAMoveIsDoneAgain(t *testing.T) {
	t.Parallel()
	s := newOrdering(t)
	key := s.Key(t, orderScopes+",audit:read,audit:revert")
	id := s.place(t, orderDraft())
	for _, status := range []string{"paid", "processing"} {
		s.OK(t, key, "orders.update_status", object{"orderId": id, "status": status}, nil)
	}
	last := s.LastAudit(t, 1)[0].ID.String()
	for _, want := range []string{"paid", "processing", "paid"} {
		var result struct{ AuditLogID string }
		s.OK(t, key, "audit.revert", object{"auditLogId": last, "confirm": true}, &result)
		last = result.AuditLogID
		if got := s.get(t, id).Status; string(got) != want {
			t.Errorf("it is %s, want %s", got, want)
		}
	}
	var page struct{ Items []object }
	s.OK(t, key, "audit.list", object{"toolPrefix": "audit.revert", "revertible": true}, &page)
	if len(page.Items) != 1 {
		t.Errorf("%d reverts can be reverted, want the last one: %v", len(page.Items), page.Items)
	}
}
