package main_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// forget gives Ida what the shop has about her, and then forgets her. Her order stays in the books.
func (d *day) forget(t *testing.T) {
	t.Helper()
	ida := d.orderOf("Ida")
	who := d.lookUp(t, ida)
	if !who.HasOrders || who.OrderCount != 1 {
		t.Fatalf("%+v", who)
	}
	var all any
	d.owner.ok(t, "customer.export", object{"customerId": who.CustomerID}, &all)
	for _, part := range []string{ida.email(), ida.id, "Ida Holm"} {
		if text := fmt.Sprint(all); !strings.Contains(text, part) {
			t.Errorf("the export lacks %s: %s", part, text)
		}
	}
	d.owner.ok(t, "customer.erase", object{"customerId": who.CustomerID, "confirm": true}, nil)
	d.books.erased[ida.buyer] = true
	d.owner.refused(t, "customer.get", object{"customerId": who.CustomerID}, "", http.StatusNotFound, "customer_not_found")
	if again := d.lookUp(t, ida); again.HasOrders {
		t.Errorf("after the erasure: %+v", again)
	}
	var o struct {
		Email, ShippingName string
		TotalDkk            int64
	}
	d.clerk.ok(t, "orders.get", object{"orderId": ida.id}, &o)
	if o.Email != "erased-"+who.CustomerID+"@erased.invalid" || o.ShippingName != "erased" || o.TotalDkk != ida.total() {
		t.Errorf("her order is %+v", o)
	}
}

// known is what the shop knows of an e-mail address.
type known struct {
	HasOrders  bool
	OrderCount int
	CustomerID string
}

func (d *day) lookUp(t *testing.T, s *sale) (k known) {
	t.Helper()
	d.owner.ok(t, "customer.lookup_by_email", object{"email": strings.ToUpper(s.email())}, &k)
	return k
}
