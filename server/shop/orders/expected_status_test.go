package orders_test

import (
	"strings"
	"testing"

	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
)

func TestOrdersUpdateStatusExpectsAStatus(t *testing.T) {
	t.Parallel()
	s := newOrdering(t)
	id := s.place(t, orderDraft())
	move := func(from, to string) object { return object{"orderId": id, "status": to, "expectedStatus": from} }
	s.OK(t, s.key, "orders.update_status", move("pending_payment", "paid"), nil)

	p := s.Refused(t, s.key, "orders.update_status", move("pending_payment", "paid"), problem.OrderChanged)
	if !strings.Contains(p.Detail, "is paid, not pending_payment") || !strings.Contains(p.Resolution, "Nothing to do") {
		t.Errorf("the same again: %+v", p)
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
