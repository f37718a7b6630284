package webhooks_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

// The log says that an endpoint fails, that it has recovered and that it was disabled, once each; single
// attempts are for those who debug.
func TestTheLogSaysWhenAnEndpointChanges(t *testing.T) {
	t.Parallel()
	clock := servertest.NewClock()
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
