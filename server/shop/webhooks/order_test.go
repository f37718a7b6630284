package webhooks_test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
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
	clock := servertest.NewClock()
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
