package orders_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
)

// An order that cannot take the status is not refunded: a part of a cancelled
// one, and anything of one that was never paid.
func TestOrdersRefundIsAMove(t *testing.T) {
	t.Parallel()
	s := newOrdering(t)
	all, leadsTo := orderStatuses()
	for _, status := range all {
		id := s.put(t, status, true)
		total := s.get(t, id).TotalDkk
		legal := slices.Contains(leadsTo[status], "partial_refund") || status == "partial_refund"
		reply := s.refund(t, id, object{"amountOere": total - 1})
		switch {
		case legal && reply.Status != 200:
			t.Errorf("a part of an order that is %s: %s", status, reply.Body)
		case !legal:
			p := reply.Problem(t, problem.IllegalTransition)
			if !slices.Equal(*p.Allowed, allowedTo(status, stageOf(status), true)) {
				t.Errorf("%s: %v", status, *p.Allowed)
			}
			if whole := slices.Contains(*p.Allowed, "refunded"); whole != strings.HasPrefix(p.Resolution, "Refund all that remains") {
				t.Errorf("%s: %s", status, p.Resolution)
			}
		}

		id = s.put(t, status, true)
		if reply := s.refund(t, id, object{"amountOere": total}); slices.Contains(leadsTo[status], "refunded") {
			if reply.Status != 200 || s.get(t, id).Status != "refunded" {
				t.Errorf("all of an order that is %s: %s", status, reply.Body)
			}
		} else {
			reply.Problem(t, problem.IllegalTransition)
		}

		id = s.put(t, status, false)
		p := s.refund(t, id, object{"amountOere": 1}).Problem(t, problem.RefundExceedsPaid)
		if p.Detail != "Nothing was paid for the order." {
			t.Errorf("%s: %+v", status, p)
		}
	}
}

func TestOrdersRefundRefuses(t *testing.T) {
	t.Parallel()
	s := newOrdering(t)
	o := s.paidOrder(t)
	foreign := s.paidOrder(t)
	for name, c := range map[string]struct {
		fields  object
		pointer string
	}{
		"nothing":                         {nil, "/amountOere"},
		"both":                            {object{"amountOere": 1, "items": []object{of(&o, 0, 1)}}, "/items"},
		"an amount that returns":          {object{"amountOere": 1, "restock": true}, "/restock"},
		"an item of another order":        {object{"items": []object{of(&o, 1, 1), of(&foreign, 0, 1)}}, "/items/1/itemId"},
		"an item that is none":            {object{"items": []object{{"itemId": "x", "quantity": 1}}}, "/items/0/itemId"},
		"an item twice":                   {object{"items": []object{of(&o, 1, 1), of(&o, 0, 1), of(&o, 1, 1)}}, "/items/2/itemId"},
		"no items":                        {object{"items": []object{}}, "/items"},
		"no pieces":                       {object{"items": []object{of(&o, 0, 0)}}, "/items/0/quantity"},
		"an amount of nothing":            {object{"amountOere": 0}, "/amountOere"},
		"an amount below nothing":         {object{"amountOere": -1}, "/amountOere"},
		"half an ore":                     {object{"amountOere": 0.5}, "/amountOere"},
		"more than there is":              {object{"amountOere": 9007199254740992}, "/amountOere"},
		"no reason":                       {object{"amountOere": 1, "reason": " "}, "/reason"},
		"a reason that is too long":       {object{"amountOere": 1, "reason": strings.Repeat("x", 501)}, "/reason"},
		"without confirmation":            {object{"amountOere": 1, "confirm": false}, "/confirm"},
		"an item with a field of its own": {object{"items": []object{servertest.With(of(&o, 0, 1), object{"price": 1})}}, "/items/0/price"},
	} {
		p := s.refund(t, o.Id, c.fields).Problem(t, problem.ValidationFailed)
		if len(p.Errors) != 1 || p.Errors[0].Pointer != c.pointer {
			t.Errorf("%s: %+v", name, p)
		}
	}
	for _, unknown := range []string{"x", orderID(9)} {
		s.refund(t, unknown, object{"amountOere": 1}).Problem(t, problem.OrderNotFound)
	}
	if after := s.get(t, o.Id); !servertest.SameJSON(after, o) || len(s.Succeeded(t, "orders.refund")) != 0 {
		t.Errorf("a refused refund made %+v of %+v", after, o)
	}
}
