package webhooks_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

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
	clock := servertest.NewClock()
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
