package orders_test

import (
	"testing"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/auth"
	"github.com/storefront/storefront/server/test/servertest"
)

func (s ordering) wantRefunds(t *testing.T, id string, want object) []api.OrderRefund {
	t.Helper()
	var fields object
	var result api.OrdersRefundsResult
	s.OK(t, s.key, "orders.refunds", object{"orderId": id}, &fields).Result(t, &result)
	servertest.WantFields(t, "the refunds", fields, want)
	return result.Items
}

// What is left of the money and the pieces is what orders.refund accepts, and each refund has the name of who recorded it.
func TestOrdersRefunds(t *testing.T) {
	t.Parallel()
	s := newOrdering(t)
	unpaid := s.place(t, orderDraft())
	s.wantRefunds(t, unpaid, object{
		"paidOere": 0, "refundedOere": 0, "remainingOere": 0, "refundOwedOere": 0, "items": []any{}, "remainingItems": []any{},
	})
	o := s.paidOrder(t)
	s.OK(t, s.key, "orders.update_status", object{"orderId": o.Id, "status": "shipped"}, nil)
	s.wantRefunds(t, o.Id, object{
		"paidOere": paidTotal, "remainingOere": paidTotal, "remainingItems": []object{of(&o, 0, 1), of(&o, 1, 3)},
	})
	_, support := s.Grant(t, auth.Grant{Name: "Support agent", Scopes: []string{"orders:write"}})
	s.OK(t, support, "orders.refund", part(o.Id, object{"amountOere": 1000}), nil)
	s.OK(t, support, "orders.refund", part(o.Id, object{"items": []object{of(&o, 0, 1), of(&o, 1, 1)}, "restock": true}), nil)
	items := s.wantRefunds(t, o.Id, object{
		"paidOere": paidTotal, "refundedOere": 1000 + 119_160, "remainingOere": 3500, "refundOwedOere": 0, "remainingItems": []object{of(&o, 1, 2)},
	})
	want := []object{
		{"at": items[0].At, "actorName": "Support agent", "amountOere": 119_160, "items": []object{of(&o, 0, 1), of(&o, 1, 1)}, "restock": true,
			"reason": "Fejl på varen."},
		{"at": items[1].At, "actorName": "Support agent", "amountOere": 1000, "items": []any{}, "restock": false, "reason": "Fejl på varen."},
	}
	if !servertest.SameJSON(items, want) {
		t.Errorf("%+v", items)
	}

	s.Execute(t, "UPDATE order_refunds SET actor = 'cli:freja' WHERE amount_oere = 1000")
	s.Execute(t, "UPDATE order_refunds SET actor = 'apikey:01994f5e-0000-7000-8000-000000000999' WHERE amount_oere = 119160")
	s.OK(t, s.key, "orders.update_status", object{"orderId": o.Id, "status": "refunded"}, nil)
	items = s.wantRefunds(t, o.Id, object{"refundedOere": paidTotal, "remainingOere": 0, "remainingItems": []any{}})
	if len(items) != 3 || items[0].Reason != nil || items[0].AmountOere != 3500 ||
		items[1].ActorName != "01994f5e-0000-7000-8000-000000000999" || items[2].ActorName != "freja" {
		t.Errorf("%+v", items)
	}
}

// Money is owed for a cancelled order alone, and for one that was contested and refunded in part before only the rest.
func TestOrdersRefundOwed(t *testing.T) {
	t.Parallel()
	s := newOrdering(t)
	statuses, _ := orderStatuses()
	for _, status := range statuses {
		for _, paid := range []bool{true, false} {
			id, owed := s.put(t, status, paid), int64(0)
			if paid && status == "cancelled" {
				owed = s.get(t, id).TotalDkk
			}
			s.wantRefunds(t, id, object{"refundOwedOere": owed})
		}
	}
	o := s.paidOrder(t)
	s.wantRefund(t, o.Id, object{"amountOere": 660}, "partial_refund", 660, paidTotal-660)
	s.OK(t, s.key, "orders.update_status", object{"orderId": o.Id, "status": "disputed"}, nil)
	var moved object
	s.OK(t, s.key, "orders.update_status", object{"orderId": o.Id, "status": "cancelled"}, &moved)
	servertest.WantFields(t, "cancelled", moved, object{"refundOwedOere": paidTotal - 660})
	s.wantRefunds(t, o.Id, object{"refundOwedOere": paidTotal - 660, "remainingItems": []object{of(&o, 0, 1), of(&o, 1, 3)}})
	s.wantRefund(t, o.Id, object{"amountOere": paidTotal - 660}, "refunded", paidTotal, 0)
	s.wantRefunds(t, o.Id, object{"refundOwedOere": 0})
}

func TestOrdersRefundsAreTheNewest(t *testing.T) {
	t.Parallel()
	s := newOrdering(t)
	id := s.put(t, "partial_refund", true)
	s.Execute(t, `INSERT INTO order_refunds (id, order_id, at, amount_oere, actor, restocked)
		SELECT gen_random_uuid(), $1, now() + n * interval '1 second', n, 'system:test', 0 FROM generate_series(1, 1001) n`, id)
	items := s.wantRefunds(t, id, object{})
	if len(items) != 1000 || items[0].AmountOere != 1001 || items[999].AmountOere != 2 || items[0].ActorName != "test" {
		t.Errorf("%d refunds, from %+v to %+v", len(items), items[0], items[len(items)-1])
	}
}
