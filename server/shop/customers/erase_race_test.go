package customers_test

import (
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

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
	const buyers, erasures, most = 3, 2, 100
	var erased, bought atomic.Int64
	var wg sync.WaitGroup
	for range buyers {
		wg.Go(func() {
			for range most {
				var c, placed object
				s.Call(t, s.agent, "cart.create", object{"email": "FREJA@example.com", "items": []object{{"slug": "rund", "quantity": 1}}}).Result(t, &c)
				reply := s.Call(t, s.agent, "orders.create", servertest.With(who, object{"cartId": c["cartId"]}))
				if reply.Status != http.StatusOK {
					t.Errorf("%s", reply.Body)
					return
				}
				bought.Add(1)
				reply.Result(t, &placed)
				moved := s.Call(t, s.agent, "orders.update_status", object{"orderId": placed["id"], "status": "paid"})
				if moved.Status != http.StatusOK && moved.Status != http.StatusConflict {
					t.Errorf("%s", moved.Body)
				}
				if erased.Load() >= erasures {
					return
				}
			}
		})
	}
	done := make(chan struct{})
	go func() { wg.Wait(); close(done) }()
	for over := false; !over; {
		select {
		case <-done:
			over = true
		default:
		}
		var found struct{ CustomerID *string }
		s.OK(t, s.agent, "customer.lookup_by_email", object{"email": "freja@example.com"}, &found)
		if found.CustomerID != nil {
			s.OK(t, s.owner, "customer.erase", object{"customerId": *found.CustomerID, "confirm": true, "force": true}, nil)
			erased.Add(1)
		}
	}
	if n := erased.Load(); n < erasures {
		t.Errorf("%d erasures", n)
	}
	const half = `SELECT count(*) FROM orders o LEFT JOIN customers c ON c.id = o.user_id
		WHERE c.email_key IS DISTINCT FROM o.email_key OR (c.erased_at IS NULL) <> (o.shipping_name = 'Freja Holm') OR (c.erased_at IS NULL) <> (o.email = 'freja@example.com')`
	if n := servertest.One[int](t, s.Server, half); n != 0 {
		t.Errorf("%d orders are erased by half", n)
	}
	if n := servertest.One[int](t, s.Server, "SELECT count(*) FROM orders"); n != 1+int(bought.Load()) {
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
	// The customer's row is held, so that the erasure stops with the e-mail address locked.
	release := s.Meanwhile(t, "SELECT FROM customers FOR KEY SHARE")
	var wg sync.WaitGroup
	wg.Go(func() { s.OK(t, s.owner, "customer.erase", object{"customerId": id, "confirm": true}, nil) })
	s.AwaitLock(t, 1)
	var placed object
	wg.Go(func() { s.OK(t, s.agent, "orders.create", servertest.With(who, object{"cartId": cart}), &placed) })
	s.AwaitLock(t, 2)
	s.buy(t, buyer("mads@example.com", "Mads")) // the same product, and nobody in the way
	release()
	wg.Wait()
	if again := s.customer(t, "freja@example.com"); again == id {
		t.Error("the order belongs to the erased customer")
	} else if c := s.get(t, again); c["orderCount"] != 1.0 || c["name"] != "Freja Holm" {
		t.Errorf("%v", c)
	}
}

// What calls write that were under way during an erasure is erased once they have ended; who
// comes again later is somebody else.
func TestCustomerEraseAndTheCallsUnderWay(t *testing.T) {
	t.Parallel()
	clock := servertest.NewClock()
	s := newShop(t, servertest.Options{Clock: clock.Now})
	order := s.buy(t, zebulon)
	id := s.customer(t, zebulon["email"].(string))
	s.Execute(t, `CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_advisory_xact_lock(4711); RETURN NEW; END $$`)
	s.Execute(t, `CREATE TRIGGER hold BEFORE INSERT ON audit_log FOR EACH ROW WHEN (NEW.tool <> 'customer.erase') EXECUTE FUNCTION hold()`)
	release := s.Meanwhile(t, "SELECT pg_advisory_xact_lock(4711)")
	opened := object{"email": zebulon["email"]}
	var wg sync.WaitGroup
	wg.Go(func() { s.OK(t, s.agent, "customer.lookup_by_email", opened, nil) })
	s.AwaitLock(t, 1)
	wg.Go(func() {
		s.Refused(t, s.agent, "orders.refund", object{"orderId": order, "amountOere": 1, "reason": "Zefortrød", "confirm": true}, problem.RefundExceedsPaid)
	})
	wg.Go(func() { s.OK(t, s.agent, "cart.create", opened, nil) })
	s.AwaitLock(t, 2) // the rows of the read and of the refused call are written one after the other
	s.OK(t, s.owner, "customer.erase", object{"customerId": id, "confirm": true}, nil)
	release()
	wg.Wait()
	if text := s.dumped(t); !strings.Contains(text, "zefortrød") {
		t.Error("the calls left nothing")
	}
	clock.Advance(calls)
	var again object
	s.OK(t, s.agent, "cart.create", opened, &again)
	s.RunJobs(t)
	if left := s.rows(t, "SELECT id::text FROM carts WHERE email_key LIKE 'zebulon%'"); len(left) != 1 || left[0] != again["cartId"] {
		t.Errorf("the carts %q, not %v", left, again["cartId"])
	}
	s.Execute(t, "DELETE FROM carts WHERE id = $1", again["cartId"])
	s.Execute(t, "DELETE FROM audit_log WHERE entity_id = $1", again["cartId"])
	wantNone(t, "the database", s.dumped(t))
}

// Two who are named in different fields of the same refused calls are erased at once:
// neither erasure writes back what the other has redacted.
func TestTwoErasuresOfTheSameCalls(t *testing.T) {
	t.Parallel()
	s := newShop(t, servertest.Options{})
	var ids []string
	for _, name := range []string{"freja", "mads"} {
		s.buy(t, buyer(name+"@example.com", name))
		ids = append(ids, s.customer(t, name+"@example.com"))
	}
	s.Execute(t, `INSERT INTO audit_log (id, at, actor, tool, args, outcome, request_id, channel) SELECT gen_random_uuid(), now(), 'system:test', 'pages.get',
		'{"slug":"freja@example.com","locale":"mads@example.com"}', 'failure', gen_random_uuid(), 'system' FROM generate_series(1, 300)`)
	statuses, _ := servertest.Together(2, func(i int) servertest.Reply {
		return s.Call(t, s.owner, "customer.erase", object{"customerId": ids[i], "confirm": true})
	})
	if statuses[http.StatusOK] != 2 {
		t.Errorf("%v", statuses)
	}
	if n := servertest.One[int](t, s.Server, "SELECT count(*) FROM audit_log WHERE tool = 'pages.get' AND args::text LIKE '%@%'"); n != 0 {
		t.Errorf("%d rows have an address", n)
	}
}
