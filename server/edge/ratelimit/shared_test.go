package ratelimit_test

import (
	"context"
	"io"
	"log"
	"log/slog"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/alicebob/miniredis/v2"

	"github.com/storefront/storefront/server/edge/ratelimit"
	"github.com/storefront/storefront/server/test/servertest"
)

// secret is the password of the server in the tests.
const secret = "the-password"

// large is a policy under which no token comes back during a test.
func large() ratelimit.Policy {
	return ratelimit.Policy{Name: "large", Quota: 1000, Refill: time.Hour}
}

// replica is a Shared, and what it logs.
type replica struct {
	*ratelimit.Shared
	log  *servertest.Log
	stop func() // ends Run
}

// newReplica returns a replica that waits as long for Redis as a busy machine needs.
func newReplica(t *testing.T, address string) replica {
	t.Helper()
	return newHastyReplica(t, address, 10*time.Second)
}

func newHastyReplica(t *testing.T, address string, timeout time.Duration) replica {
	t.Helper()
	log := &servertest.Log{}
	local := ratelimit.NewMemory(newClock().Now, 1000, large().Name)
	s := ratelimit.NewShared(newHastyRedis(t, "redis://:"+secret+"@"+address, timeout), local, slog.New(slog.NewTextHandler(log, nil)))
	ctx, cancel := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { s.Run(ctx) })
	stop := func() { cancel(); running.Wait() }
	t.Cleanup(stop)
	return replica{s, log, stop}
}

// eventually waits until the condition is true, within a generous time.
func eventually(t *testing.T, what string, condition func() bool) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); !condition(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("in 20 s not so: %s", what)
		}
	}
}

func newServer(t *testing.T) *miniredis.Miniredis {
	t.Helper()
	server := miniredis.RunT(t)
	server.RequireAuth(secret)
	return server
}

func TestReplicasDrawOnTheSameBuckets(t *testing.T) {
	server := newServer(t)
	one, other := newReplica(t, server.Addr()), newReplica(t, server.Addr())
	if d := take(t, one, large(), ratelimit.Key{1}); d.Remaining != 999 {
		t.Errorf("the first call: %+v", d)
	}
	if d := take(t, other, large(), ratelimit.Key{1}); d.Remaining != 998 {
		t.Errorf("the second call, at another replica: %+v", d)
	}
	giveBack(t, one, large(), ratelimit.Key{1})
	if d := take(t, other, large(), ratelimit.Key{1}); d.Remaining != 998 {
		t.Errorf("after a return at the other one: %+v", d)
	}
	if got := one.Status(); got != (ratelimit.Status{Shared: true}) {
		t.Errorf("status %+v", got)
	}
}

// However Redis goes away, calls are counted by the replica, the log says so once, and
// the replica comes back by itself.
func TestWhileRedisIsAwayTheReplicaCountsAlone(t *testing.T) {
	refuses := func(reply string) func(*miniredis.Miniredis, *relay) {
		return func(s *miniredis.Miniredis, _ *relay) { s.SetError(reply) }
	}
	answers := func(s *miniredis.Miniredis, _ *relay) { s.SetError("") }
	for name, c := range map[string]struct {
		away, back func(*miniredis.Miniredis, *relay)
		reason     string
		timeout    time.Duration
		late       int // calls that Redis carried out when nobody waited for them any more
	}{
		"stopped": {
			func(s *miniredis.Miniredis, _ *relay) { s.Close() },
			func(s *miniredis.Miniredis, _ *relay) { _ = s.Restart() }, "Redis cannot be reached", 10 * time.Second, 0,
		},
		"hangs": {
			func(_ *miniredis.Miniredis, r *relay) { r.hangs.Store(true) },
			func(_ *miniredis.Miniredis, r *relay) { r.hangs.Store(false) }, "Redis does not answer", time.Second, 1,
		},
		"starts":          {refuses("LOADING Redis is loading the dataset in memory"), answers, "Redis refuses calls: LOADING", 10 * time.Second, 0},
		"is a copy":       {refuses("READONLY You can't write against a read only replica."), answers, "Redis refuses calls: READONLY", 10 * time.Second, 0},
		"is full":         {refuses("OOM command not allowed when used memory > 'maxmemory'."), answers, "Redis refuses calls: OOM", 10 * time.Second, 0},
		"knows no script": {refuses("ERR unknown command 'evalsha' at 10.1.2.3"), answers, "Redis refuses calls: ERR", 10 * time.Second, 0},
		"another password": {
			func(s *miniredis.Miniredis, _ *relay) { s.Close(); s.RequireAuth("another"); _ = s.Restart() },
			func(s *miniredis.Miniredis, _ *relay) { s.Close(); s.RequireAuth(secret); _ = s.Restart() }, "Redis refuses calls: WRONGPASS", 10 * time.Second, 0,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := newServer(t)
			way := newRelay(t, server.Addr())
			l := newHastyReplica(t, way.address, c.timeout)
			take(t, l, large(), ratelimit.Key{1})

			c.away(server, way)
			if d := take(t, l, large(), ratelimit.Key{1}); d.Remaining != 999 {
				t.Errorf("the first call after it: %+v, want one of a full bucket of its own", d)
			}
			eventually(t, c.reason, func() bool { return l.Status().Reason == c.reason })
			giveBack(t, l, large(), ratelimit.Key{1})
			if d := take(t, l, large(), ratelimit.Key{1}); d.Remaining != 999 {
				t.Errorf("a call later: %+v", d)
			}
			if got := l.Status(); got.Shared || got.Fallbacks != 3 || got.Outages != 1 {
				t.Errorf("status %+v", got)
			}

			c.back(server, way)
			eventually(t, "limits are shared again", func() bool { return l.Status().Shared })
			if d := take(t, l, large(), ratelimit.Key{1}); d.Remaining != 998-c.late || l.Status().Fallbacks != 3 {
				t.Errorf("%+v, %+v, want the bucket in Redis", d, l.Status())
			}
			eventually(t, "the log says so", func() bool { return strings.Contains(l.log.String(), "again") }) // after the status
			log := l.log.String()
			if strings.Count(log, "alone") != 1 || strings.Count(log, "again") != 1 {
				t.Errorf("the log is not of one outage:\n%s", log)
			}
			if strings.Contains(log, secret) || strings.Contains(log, "127.0.0.1") || strings.Contains(log, "10.1.2.3") {
				t.Errorf("the log has what is nobody's business:\n%s", log)
			}
		})
	}
}

// While Redis is known to be away nothing is sent to it but probes.
func TestWhileRedisIsAwayNoCallWaits(t *testing.T) {
	way := newRelay(t, newServer(t).Addr())
	way.hangs.Store(true)
	l := newHastyReplica(t, way.address, 100*time.Millisecond)
	eventually(t, "the replica counts alone", func() bool { return !l.Status().Shared })
	l.stop() // no more probes
	time.Sleep(10 * time.Millisecond)
	received := way.received.Load()
	for range 500 {
		take(t, l, large(), ratelimit.Key{1})
	}
	if got := way.received.Load(); got != received {
		t.Errorf("%d pieces of data were sent for calls", got-received)
	}
}

// A client that has gone does not look like a server that has.
func TestACancelledCallIsCountedAsAnyOther(t *testing.T) {
	l := newReplica(t, newServer(t).Addr())
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for want := 999; want > 900; want-- {
		if d, err := l.Take(ctx, large(), ratelimit.Key{1}); err != nil || d.Remaining != want {
			t.Fatalf("%+v, %v", d, err)
		}
	}
	if got := l.Status(); got != (ratelimit.Status{Shared: true}) {
		t.Errorf("status %+v", got)
	}
}

// A certificate that no authority has signed is not taken, and the reason says so.
func TestACertificateThatIsNotValid(t *testing.T) {
	server := httptest.NewUnstartedServer(nil)
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	server.StartTLS()
	t.Cleanup(server.Close)
	local := ratelimit.NewMemory(newClock().Now, 1000, large().Name)
	l := ratelimit.NewShared(newRedis(t, "rediss://"+server.Listener.Addr().String()), local, slog.New(slog.DiscardHandler))
	ctx, cancel := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { l.Run(ctx) })
	t.Cleanup(func() { cancel(); running.Wait() })
	eventually(t, "the certificate is not valid", func() bool { return l.Status().Reason == "the certificate of Redis is not valid" })
}
