package customers_test

import (
	"slices"
	"testing"

	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
)

// exported is a result of customer.export.
type exported struct {
	Customer object
	Orders   []struct {
		Order            object
		History, Refunds []object
	}
	NextCursor   *string
	Carts        []object
	AuditEntries []struct{ ID, Tool, Actor, Outcome string }
}

func (s shop) export(t *testing.T, body object) (e exported) {
	t.Helper()
	s.OK(t, s.agent, "customer.export", body, &e)
	return e
}

func TestCustomerExport(t *testing.T) {
	t.Parallel()
	s := newShop(t, servertest.Options{})
	ids := s.spread(t)
	s.buy(t, buyer("mads@example.com", "Mads"))
	id := s.customer(t, zebulon["email"].(string))
	body := object{"customerId": id}
	e := s.export(t, body)
	servertest.WantFields(t, "customer", e.Customer, object{"id": id, "email": zebulon["email"]})
	if len(e.Orders) != 2 || e.NextCursor != nil || e.Orders[0].Order["id"] != ids[1] || e.Orders[1].Order["id"] != ids[0] {
		t.Fatalf("%v", e.Orders)
	}
	for _, o := range e.Orders {
		var order object
		var history []object
		s.OK(t, s.agent, "orders.get", object{"orderId": o.Order["id"]}, &order)
		s.OK(t, s.agent, "orders.history", object{"orderId": o.Order["id"]}, &history)
		if !servertest.SameJSON(o.Order, order) || !servertest.SameJSON(o.History, history) {
			t.Errorf("%v\n%v", o, order)
		}
	}
	if refunds := e.Orders[1].Refunds; len(refunds) != 1 || refunds[0]["amountOere"] != 100.0 || refunds[0]["reason"] != "Zefortrød" || len(e.Orders[0].Refunds) != 0 {
		t.Errorf("%v", refunds)
	}
	if len(e.Carts) != 3 {
		t.Errorf("%v", e.Carts)
	}
	tools := map[string]int{}
	for _, entry := range e.AuditEntries {
		tools[entry.Tool+" "+entry.Outcome]++
	}
	for want, n := range map[string]int{
		"orders.create success": 2, "orders.create failure": 4, "orders.refund failure": 1, "orders.set_tracking success": 2, "customer.lookup_by_phone success": 10, "cart.create success": 4,
	} {
		if tools[want] < n {
			t.Errorf("%d rows of %s, want %d", tools[want], want, n)
		}
	}
	// The next export has the row of this one.
	if again := s.export(t, body); again.AuditEntries[0].Tool != "orders.history" || !slices.ContainsFunc(again.AuditEntries, func(a struct{ ID, Tool, Actor, Outcome string }) bool {
		return a.Tool == "customer.export"
	}) {
		t.Errorf("%v", again.AuditEntries[:3])
	}
	s.Refused(t, s.agent, "customer.export", object{"customerId": "x"}, problem.CustomerNotFound)
	for _, body := range []object{{}, {"customerId": id, "cursor": "x"}, {"customerId": id, "cursor": nil}, {"customerId": id, "limit": 1}} {
		s.Refused(t, s.agent, "customer.export", body, problem.ValidationFailed)
	}
}

// A customer with many orders has them in pages, each order once.
// The lines of a cart are exported in their order, with their variants.
func TestCustomerExportOfVariants(t *testing.T) {
	t.Parallel()
	s := newShop(t, servertest.Options{})
	s.buy(t, buyer("freja@example.com", "Freja Holm"))
	s.OK(t, s.owner, "products.create", servertest.With(servertest.NewProduct("hat"), object{
		"options": []object{{"name": "Size", "values": []string{"S"}}}, "variants": []object{{"attributes": object{"Size": "S"}, "stock": 5}},
	}), nil)
	var c object
	s.OK(t, s.agent, "cart.create", object{"email": "freja@example.com", "items": []object{{"slug": "hat", "quantity": 2}, {"slug": "rund", "quantity": 1}}}, &c)
	e := s.export(t, object{"customerId": s.customer(t, "freja@example.com")})
	want := []object{{"slug": "hat", "variantId": c["items"].([]any)[0].(object)["variantId"], "quantity": 2}, {"slug": "rund", "variantId": nil, "quantity": 1}}
	if len(e.Carts) != 2 || !servertest.SameJSON(e.Carts[0]["items"], want) {
		t.Errorf("%v, want %v", e.Carts, want)
	}
}

func TestCustomerExportPages(t *testing.T) {
	t.Parallel()
	s := newShop(t, servertest.Options{})
	s.buy(t, buyer("freja@example.com", "Freja Holm"))
	s.Execute(t, `INSERT INTO orders (id, user_id, email, email_key, status, shipping_name, shipping_address, shipping_zip, shipping_city, subtotal_oere,
			shipping_oere, discount_oere, total_oere, channel, created_at, updated_at)
		SELECT gen_random_uuid(), user_id, email, email_key, 'paid', 'Name', 'Vej 1', '1000', 'By', 100, 0, 0, 100, 'web', created_at - n / 7 * interval '1 second', now()
		FROM orders, generate_series(1, 249) n`)
	id := s.customer(t, "freja@example.com")
	seen := map[any]bool{}
	body := object{"customerId": id}
	var sizes []int
	for {
		e := s.export(t, body)
		for _, o := range e.Orders {
			seen[o.Order["id"]] = true
		}
		sizes = append(sizes, len(e.Orders))
		if first := body["cursor"] == nil; len(e.Carts) > 0 != first || len(e.AuditEntries) > 0 != first {
			t.Errorf("page %d has %d carts and %d rows", len(sizes), len(e.Carts), len(e.AuditEntries))
		}
		if e.NextCursor == nil {
			break
		}
		body["cursor"] = *e.NextCursor
	}
	if !slices.Equal(sizes, []int{100, 100, 50}) || len(seen) != 250 {
		t.Errorf("pages of %v, %d orders", sizes, len(seen))
	}
	s.buy(t, buyer("mads@example.com", "Mads"))
	s.Refused(t, s.agent, "customer.export", servertest.With(body, object{"customerId": s.customer(t, "mads@example.com")}), problem.ValidationFailed)
}
