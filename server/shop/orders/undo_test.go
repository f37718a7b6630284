package orders_test

import (
	"strings"
	"testing"

	"github.com/storefront/storefront/server/platform/undo"
	"github.com/storefront/storefront/server/shop/orders"
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
