package orders_test

import (
	"slices"
	"testing"

	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
)

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
