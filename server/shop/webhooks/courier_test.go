package webhooks_test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

// Two replicas deliver each event once, and those of one thing in order, while the endpoint fails
// now and then.
func TestReplicasDeliverOnceAndInOrder(t *testing.T) {
	t.Parallel()
	const things, changes = 8, 6
	s := newShop(t, servertest.Options{Template: storetest.Empty})
	s.Beside(t, servertest.Options{Config: loopback})
	var mu sync.Mutex
	taken, refused := map[string]int{}, map[string]bool{}
	order := map[string][]string{}
	r := newReceiver(t, func(w http.ResponseWriter, _ *http.Request, m *arrived) {
		time.Sleep(time.Duration(rand.IntN(10)) * time.Millisecond)
		mu.Lock()
		defer mu.Unlock()
		if taken[m.id] == 0 && !refused[m.id] && rand.IntN(20) == 0 { // once: the second retry comes after five minutes
			refused[m.id] = true
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		taken[m.id]++
		code := fmt.Sprint(m.Data["code"])
		order[code] = append(order[code], fmt.Sprint(m.Data["change"], m.Data["active"]))
	})
	s.subscribe(t, r, "discount.changed")
	var wg sync.WaitGroup
	for i := range things {
		wg.Go(func() {
			code := fmt.Sprint("CODE", i)
			s.discount(t, code)
			for n := range changes {
				s.OK(t, s.key, "discounts.toggle", object{"code": code, "active": n%2 == 1}, nil)
			}
		})
	}
	wg.Wait()
	servertest.Eventually(t, time.Minute, func() bool {
		return servertest.One[int64](t, s.Server, "SELECT count(*) FROM outbox_deliveries WHERE status <> 'delivered'") == 0
	})
	mu.Lock()
	defer mu.Unlock()
	if len(taken) != things*(changes+1) {
		t.Errorf("%d events arrived", len(taken))
	}
	for id, n := range taken {
		if n != 1 {
			t.Errorf("the event %s was taken %d times", id, n)
		}
	}
	want := "[createdtrue updatedfalse updatedtrue updatedfalse updatedtrue updatedfalse updatedtrue]"
	for code, got := range order {
		if fmt.Sprint(got) != want {
			t.Errorf("%s: %v, want %s", code, got, want)
		}
	}
}

// An event waits for the earlier one of the same thing, and other things do not.
func TestALaterEventWaitsForTheEarlierOne(t *testing.T) {
	t.Parallel()
	clock := clockAhead()
	s := newShop(t, servertest.Options{Template: storetest.Empty, Clock: clock.Now})
	refuse := func(w http.ResponseWriter, _ *http.Request, m *arrived) {
		if m.Data["code"] == "BAD" {
			w.WriteHeader(http.StatusBadGateway)
		}
	}
	r := newReceiver(t, refuse)
	id, _ := s.subscribe(t, r, "discount.changed")
	s.discount(t, "BAD")
	s.OK(t, s.key, "discounts.toggle", object{"code": "BAD", "active": false}, nil)
	s.discount(t, "GOOD")
	servertest.Eventually(t, 30*time.Second, func() bool {
		d := s.deliveries(t, id)
		return d[0].Status == "delivered" && d[2].Attempt == 1
	})
	time.Sleep(300 * time.Millisecond) // some rounds, in which the later event must not be sent
	if d := s.deliveries(t, id)[1]; d.Attempt != 0 || d.Status != "pending" {
		t.Errorf("the later event: %+v", d)
	}
	r.answers(nil)
	clock.Advance(5 * time.Second)
	servertest.Eventually(t, 30*time.Second, func() bool {
		clock.Advance(time.Second)
		return s.deliveries(t, id)[1].Status == "delivered"
	})
	var changes []any
	for _, m := range r.all() {
		if m.Data["code"] == "BAD" {
			changes = append(changes, m.Data["change"])
		}
	}
	if fmt.Sprint(changes) != "[created created updated]" {
		t.Errorf("sent %v", changes)
	}
}

// A replica whose clock is ahead takes no delivery that another one is attempting, and one whose clock is
// behind does not wait for it to catch up.
func TestReplicasWhoseClocksDiffer(t *testing.T) {
	t.Parallel()
	at := func(d time.Duration) func() time.Time { return func() time.Time { return time.Now().Add(d) } }
	s := newShop(t, servertest.Options{Template: storetest.Empty, Clock: at(-time.Hour)})
	r := newReceiver(t, func(w http.ResponseWriter, _ *http.Request, _ *arrived) {
		time.Sleep(2 * time.Second)
		w.WriteHeader(http.StatusNoContent)
	})
	id, _ := s.subscribe(t, r, "discount.changed")
	s.discount(t, "CODEA")
	r.await(t, 1)
	s.Beside(t, servertest.Options{Config: loopback, Clock: at(time.Hour)})
	s.settled(t, id, "delivered", 1)
	if n := len(r.all()); n != 1 {
		t.Errorf("the message was sent %d times", n)
	}
}

// A delivery whose process is gone is attempted again when its lease is over, and not before.
func TestALeaseEnds(t *testing.T) {
	t.Parallel()
	s := newShop(t, servertest.Options{Template: storetest.Empty})
	r := newReceiver(t, nil)
	id, _ := s.subscribe(t, r, "discount.changed")
	s.Execute(t, `CREATE FUNCTION lose() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.leased_until := now() + interval '2 seconds'; RETURN NEW; END $$;
		CREATE TRIGGER lose BEFORE INSERT ON outbox_deliveries FOR EACH ROW EXECUTE FUNCTION lose()`) // as a process that was killed
	began := time.Now()
	s.discount(t, "CODEA")
	s.settled(t, id, "delivered", 1)
	if took := time.Since(began); took < 1500*time.Millisecond {
		t.Errorf("it was taken from its process after %v", took)
	}
}

// A message that is under way when its webhook is deleted is the last one.
func TestAnEndpointIsDeletedDuringADelivery(t *testing.T) {
	t.Parallel()
	clock := clockAhead()
	s := newShop(t, servertest.Options{Template: storetest.Empty, Clock: clock.Now})
	deleted := make(chan struct{})
	r := newReceiver(t, func(w http.ResponseWriter, _ *http.Request, _ *arrived) {
		<-deleted
		w.WriteHeader(http.StatusInternalServerError)
	})
	id, _ := s.subscribe(t, r, "discount.changed")
	s.discount(t, "CODEA")
	r.await(t, 1)
	s.OK(t, s.key, "discounts.toggle", object{"code": "CODEA", "active": false}, nil)
	s.OK(t, s.key, "webhooks.delete", object{"id": id, "confirm": true}, nil)
	close(deleted)
	recorded := func(status string) int64 {
		return servertest.One[int64](t, s.Server, "SELECT count(*) FROM outbox_deliveries WHERE leased_until IS NULL AND status = $1", status)
	}
	servertest.Eventually(t, 10*time.Second, func() bool { return recorded("pending") == 2 })
	clock.Advance(time.Hour)
	time.Sleep(300 * time.Millisecond) // some rounds, in which nothing must be sent
	s.RunJobs(t)
	if n := len(r.all()); n != 1 || recorded("failed") != 2 {
		t.Errorf("%d messages, %d deliveries have failed", n, recorded("failed"))
	}
}

// An endpoint that cannot be disabled yet, because its row is locked, delays no other one.
func TestALockedEndpointDelaysNoOther(t *testing.T) {
	t.Parallel()
	s := newShop(t, servertest.Options{Template: storetest.Empty})
	gone, good := newReceiver(t, status(410)), newReceiver(t, nil)
	id, _ := s.subscribe(t, gone, "discount.changed")
	s.subscribe(t, good, "discount.changed")
	commit := s.Meanwhile(t, "SELECT FROM webhook_endpoints WHERE id = $1 FOR UPDATE", id)
	s.discount(t, "CODEA")
	s.settled(t, id, "failed", 1)
	s.discount(t, "CODEB")
	good.await(t, 2)
	if !s.webhook(t, id).Active {
		t.Error("the locked endpoint was disabled")
	}
	commit()
	servertest.Eventually(t, 10*time.Second, func() bool { return !s.webhook(t, id).Active })
}

// The log says that an endpoint fails, that it has recovered and that it was disabled, once each; single
// attempts are for those who debug.
func TestTheLogSaysWhenAnEndpointChanges(t *testing.T) {
	t.Parallel()
	clock := clockAhead()
	s := newShop(t, servertest.Options{Template: storetest.Empty, Clock: clock.Now})
	r := newReceiver(t, status(503))
	id, _ := s.subscribe(t, r, "discount.changed")
	const events = 20
	for i := range events {
		s.discount(t, fmt.Sprint("CODE", i))
	}
	settled := func(status string, attempt int) {
		t.Helper()
		servertest.Eventually(t, 30*time.Second, func() bool {
			return servertest.One[int64](t, s.Server, "SELECT count(*) FROM outbox_deliveries WHERE status = $1 AND attempts = $2", status, attempt) == events
		})
	}
	logged := func(line string, want int) {
		t.Helper()
		if n := strings.Count(s.Log.String(), line); n != want {
			t.Errorf("the log says %d times %q, want %d", n, line, want)
		}
	}
	settled("pending", 1)
	clock.Advance(5 * time.Second)
	settled("pending", 2)
	logged("an endpoint does not take messages", 1)
	logged("an endpoint takes messages again", 0)
	r.answers(nil)
	clock.Advance(5 * time.Minute)
	settled("delivered", 3)
	servertest.Eventually(t, 10*time.Second, func() bool { return strings.Contains(s.Log.String(), "an endpoint takes messages again") })
	r.answers(status(410))
	s.discount(t, "LAST")
	servertest.Eventually(t, 10*time.Second, func() bool { return !s.webhook(t, id).Active })
	servertest.Eventually(t, 10*time.Second, func() bool { return strings.Contains(s.Log.String(), "an endpoint was switched") })
	logged("an endpoint does not take messages", 2)
	logged("an endpoint takes messages again", 1)
	for line := range strings.Lines(s.Log.String()) {
		if strings.Contains(line, "a delivery failed") && !strings.Contains(line, "DEBUG") {
			t.Errorf("an attempt is logged to all: %s", line)
		}
	}
}
