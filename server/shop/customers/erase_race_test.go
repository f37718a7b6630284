package customers_test

import (
	"context"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
)

// Of many erasures of one customer at once, one erases.
func TestCustomerEraseOnce(t *testing.T) {
	t.Parallel()
	s := newShop(t, servertest.Options{})
	s.buy(t, buyer("freja@example.com", "Freja Holm"))
	body := object{"customerId": s.customer(t, "freja@example.com"), "confirm": true}
	statuses, _ := servertest.Together(6, func(int) servertest.Reply { return s.Call(t, s.owner, "customer.erase", body) })
	if statuses[http.StatusOK] != 1 || statuses[http.StatusNotFound] != 5 {
		t.Errorf("%v", statuses)
	}
	if rows := s.Succeeded(t, "customer.erase"); len(rows) != 1 {
		t.Errorf("%d rows in the audit", len(rows))
	}
}

func TestCustomerEraseRefusals(t *testing.T) {
	t.Parallel()
	s := newShop(t, servertest.Options{})
	s.buy(t, buyer("freja@example.com", "Freja Holm"))
	id := s.customer(t, "freja@example.com")
	before := s.Contents(t)
	for _, unknown := range []string{"x", "01994f5e-0000-7000-8000-00000000ffff", "{" + id + "}"} {
		s.Refused(t, s.owner, "customer.erase", object{"customerId": unknown, "confirm": true}, problem.CustomerNotFound)
	}
	for _, body := range []object{{"customerId": id}, {"customerId": id, "confirm": false}, {"confirm": true}, {"customerId": nil, "confirm": true}, {"customerId": id, "confirm": true, "email": "x"}} {
		s.Refused(t, s.owner, "customer.erase", body, problem.ValidationFailed)
	}
	s.Refused(t, s.agent, "customer.erase", object{"customerId": id, "confirm": true}, problem.InsufficientScope)
	if s.Contents(t) != before {
		t.Error("a refused call changed something")
	}
}

// While somebody orders, moves orders and is erased again and again, each order
// belongs to the customer with its e-mail address, and no erased one has a name.
func TestCustomerEraseWhileOrdersArePlaced(t *testing.T) {
	t.Parallel()
	s := newShop(t, servertest.Options{})
	who := buyer("freja@example.com", "Freja Holm")
	s.buy(t, who)
	const buyers, rounds = 3, 8
	var wg sync.WaitGroup
	for range buyers {
		wg.Go(func() {
			for range rounds {
				var c, placed object
				s.Call(t, s.agent, "cart.create", object{"email": "FREJA@example.com", "items": []object{{"slug": "rund", "quantity": 1}}}).Result(t, &c)
				reply := s.Call(t, s.agent, "orders.create", servertest.With(who, object{"cartId": c["cartId"]}))
				if reply.Status != http.StatusOK {
					t.Errorf("%s", reply.Body)
					return
				}
				reply.Result(t, &placed)
				moved := s.Call(t, s.agent, "orders.update_status", object{"orderId": placed["id"], "status": "paid"})
				if moved.Status != http.StatusOK && moved.Status != http.StatusConflict {
					t.Errorf("%s", moved.Body)
				}
			}
		})
	}
	erased := 0
	bought := make(chan struct{})
	go func() { wg.Wait(); close(bought) }()
	for done := false; !done; {
		select {
		case <-bought:
			done = true
		default:
		}
		var found struct{ CustomerID *string }
		s.OK(t, s.agent, "customer.lookup_by_email", object{"email": "freja@example.com"}, &found)
		if found.CustomerID != nil {
			s.OK(t, s.owner, "customer.erase", object{"customerId": *found.CustomerID, "confirm": true}, nil)
			erased++
		}
	}
	if erased < 2 {
		t.Errorf("%d erasures", erased)
	}
	const half = `SELECT count(*) FROM orders o LEFT JOIN customers c ON c.id = o.user_id
		WHERE c.email_key IS DISTINCT FROM o.email_key OR (c.erased_at IS NULL) <> (o.shipping_name = 'Freja Holm') OR (c.erased_at IS NULL) <> (o.email = 'freja@example.com')`
	if n := servertest.One[int](t, s.Server, half); n != 0 {
		t.Errorf("%d orders are erased by half", n)
	}
	if n := servertest.One[int](t, s.Server, "SELECT count(*) FROM orders"); n != 1+buyers*rounds {
		t.Errorf("%d orders", n)
	}
}

// An erasure waits for an order that is being placed, and an order for an erasure:
// neither sees half of the other.
func TestCustomerEraseAndAnOrderWaitForEachOther(t *testing.T) {
	t.Parallel()
	s := newShop(t, servertest.Options{})
	who := buyer("freja@example.com", "Freja Holm")
	s.buy(t, who)
	id, cart := s.customer(t, "freja@example.com"), s.cart(t)
	conn, err := pgx.Connect(t.Context(), s.DatabaseURL)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.WithoutCancel(t.Context()))
	// The customer's row is held, so that the erasure stops with the e-mail address locked.
	tx, err := conn.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tx.Exec(t.Context(), "SELECT FROM customers FOR KEY SHARE"); err != nil {
		t.Fatal(err)
	}
	waiting := func(n int) {
		servertest.Eventually(t, 10*time.Second, func() bool {
			return servertest.One[int](t, s.Server, "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'") == n
		})
	}
	var wg sync.WaitGroup
	wg.Go(func() { s.OK(t, s.owner, "customer.erase", object{"customerId": id, "confirm": true}, nil) })
	waiting(1)
	var placed object
	wg.Go(func() { s.OK(t, s.agent, "orders.create", servertest.With(who, object{"cartId": cart}), &placed) })
	waiting(2)
	if err := tx.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	wg.Wait()
	if again := s.customer(t, "freja@example.com"); again == id {
		t.Error("the order belongs to the erased customer")
	} else if c := s.get(t, again); c["orderCount"] != 1.0 || c["name"] != "Freja Holm" {
		t.Errorf("%v", c)
	}
}
