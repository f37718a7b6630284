package discounts_test

import (
	"testing"

	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
)

func TestDiscountsDelete(t *testing.T) {
	t.Parallel()
	s := servertest.NewEmpty(t)
	key := s.Key(t, discountScopes)
	sommer := object{"code": "SOMMER25", "type": "percent", "value": 25}
	var created, deleted, again object
	s.OK(t, key, "discounts.create", sommer, &created)
	was := find(t, s, key, "SOMMER25")
	for _, bad := range []object{{"code": "SOMMER25"}, {"code": "SOMMER25", "confirm": false}, {"code": "SOMMER25", "confirm": nil}, {"confirm": true}, {"code": " ", "confirm": true}} {
		s.Refused(t, key, "discounts.delete", bad, problem.ValidationFailed)
	}
	s.Refused(t, key, "discounts.delete", object{"code": "ingen", "confirm": true}, problem.DiscountNotFound)

	s.OK(t, key, "discounts.delete", object{"code": " sommer25 ", "confirm": true}, &deleted)
	if !servertest.SameJSON(deleted, object{"ok": true, "code": "SOMMER25"}) {
		t.Errorf("deleted %v", deleted)
	}
	before, after := s.Wrote(t, "discounts.delete", "discount", created["id"].(string))
	if !servertest.SameJSON(before, was) || after != nil {
		t.Errorf("the deletion left %v → %v", before, after)
	}
	s.WantList(t, key, "discounts.list", object{}, "code")
	for tool, more := range map[string]object{"discounts.toggle": nil, "discounts.update": {"patch": object{"value": 1}}, "discounts.delete": {"confirm": true}} {
		s.Refused(t, key, tool, servertest.With(object{"code": "SOMMER25"}, more), problem.DiscountNotFound)
	}
	if kept := servertest.One[int](t, s, "SELECT count(*) FROM discounts WHERE deleted_at IS NOT NULL"); kept != 1 {
		t.Errorf("%d deleted rows are kept", kept)
	}

	s.OK(t, key, "discounts.create", sommer, &again)
	if again["id"] == created["id"] {
		t.Error("a new code has the id of the deleted one")
	}
	s.OK(t, key, "discounts.delete", object{"code": "SOMMER25", "confirm": true}, nil)
}

// An order that used the code keeps it.
func TestDiscountsDeleteLeavesOrders(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	key := s.Key(t, discountScopes+",orders:read")
	const order = "01994f5e-0000-7000-8000-000000000103"
	var was, now object
	s.OK(t, key, "orders.get", object{"orderId": order}, &was)
	s.OK(t, key, "discounts.delete", object{"code": "VELKOMMEN10", "confirm": true}, nil)
	s.OK(t, key, "orders.get", object{"orderId": order}, &now)
	if was["discountCode"] != "VELKOMMEN10" || !servertest.SameJSON(now, was) {
		t.Errorf("the order was %v and is %v", was, now)
	}
}

func TestDiscountsDeleteAtOnce(t *testing.T) {
	t.Parallel()
	s := servertest.NewEmpty(t)
	key := s.Key(t, discountScopes)
	s.OK(t, key, "discounts.create", object{"code": "CODE", "type": "fixed", "value": 1}, nil)
	statuses, _ := servertest.Together(8, func(int) servertest.Reply {
		return s.Call(t, key, "discounts.delete", object{"code": "CODE", "confirm": true})
	})
	if !servertest.SameJSON(statuses, map[string]int{"200": 1, "404": 7}) {
		t.Errorf("statuses %v", statuses)
	}
	if rows := s.Succeeded(t, "discounts.delete"); len(rows) != 1 {
		t.Errorf("%d deletions are in the audit", len(rows))
	}
}
