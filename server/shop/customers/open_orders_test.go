package customers_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
)

// A customer of whom an order is open is erased only by force: who delivers it, or gives money back, needs the name.
func TestCustomerEraseWithAnOpenOrder(t *testing.T) {
	t.Parallel()
	s := newShop(t, servertest.Options{})
	for path, open := range map[string]bool{
		"":                               false,
		"cancelled":                      false,
		"flagged_review":                 true,
		"flagged_review cancelled":       false,
		"paid":                           true,
		"paid flagged_review":            true,
		"paid processing":                true,
		"paid processing shipped":        true,
		"paid shipped disputed":          true,
		"paid shipped delivered":         false,
		"paid processing completed":      false,
		"paid partial":                   true,
		"paid partial shipped":           true,
		"paid shipped partial":           true,
		"paid shipped delivered partial": false,
		"paid partial refunded":          false,
		"paid shipped delivered completed disputed":  true,
		"paid shipped completed disputed completed":  false,
		"paid shipped completed disputed partial":    false,
		"paid processing disputed cancelled":         true,
		"paid cancelled":                             true,
		"paid cancelled refunded":                    false,
		"paid processing shipped delivered refunded": false,
	} {
		who := buyer(fmt.Sprintf("%s@example.com", strings.ReplaceAll(path, " ", "-")+"-x"), "Freja Holm")
		order := s.buy(t, who)
		for _, to := range strings.Fields(path) {
			if to == "partial" {
				s.OK(t, s.agent, "orders.refund", object{"orderId": order, "amountOere": 100, "reason": "En ridse.", "confirm": true}, nil)
			} else {
				s.move(t, order, to)
			}
		}
		erase := object{"customerId": s.customer(t, who["email"].(string)), "confirm": true}
		if open {
			before := s.Contents(t)
			for _, body := range []object{erase, servertest.With(erase, object{"force": false})} {
				if p := s.Refused(t, s.owner, "customer.erase", body, problem.OpenOrders); !slices.Equal(p.OrderIDs, []string{order}) {
					t.Errorf("%q: the orders %q, want %s", path, p.OrderIDs, order)
				}
			}
			if s.Contents(t) != before {
				t.Errorf("%q: a refused erasure changed something", path)
			}
			erase["force"] = true
		}
		s.OK(t, s.owner, "customer.erase", erase, nil)
		if name := servertest.One[string](t, s.Server, "SELECT shipping_name FROM orders WHERE id = $1", order); name != "erased" {
			t.Errorf("%q: the name is %q", path, name)
		}
	}
}

// Of the open orders of a customer the oldest hundred are named, and none that is over.
func TestCustomerEraseWithManyOpenOrders(t *testing.T) {
	t.Parallel()
	s := newShop(t, servertest.Options{})
	who := buyer("freja@example.com", "Freja Holm")
	s.buy(t, who)
	s.move(t, s.buy(t, buyer("mads@example.com", "Mads")), "paid")
	const many, named = 104, 100
	open := make([]string, many)
	for i := range open {
		open[i] = s.buy(t, who)
	}
	servertest.Together(many, func(i int) servertest.Reply {
		return s.Call(t, s.agent, "orders.update_status", object{"orderId": open[i], "status": "paid"})
	})
	erase := object{"customerId": s.customer(t, "freja@example.com"), "confirm": true}
	if p := s.Refused(t, s.owner, "customer.erase", erase, problem.OpenOrders); !slices.Equal(p.OrderIDs, open[:named]) || !strings.Contains(p.Detail, "104") {
		t.Errorf("%s names %d: %q", p.Detail, len(p.OrderIDs), p.OrderIDs)
	}
	statuses, _ := servertest.Together(4, func(int) servertest.Reply {
		return s.Call(t, s.owner, "customer.erase", servertest.With(erase, object{"force": true}))
	})
	if statuses[http.StatusOK] != 1 || statuses[http.StatusNotFound] != 3 {
		t.Errorf("%v", statuses)
	}
}
