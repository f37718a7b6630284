package ratelimit_test

import (
	"testing"
	"time"

	"github.com/alicebob/miniredis/v2"

	"github.com/storefront/storefront/server/edge/ratelimit"
)

// subject is a limiter and the clock that it goes by.
type subject struct {
	ratelimit.Limiter
	advance func(time.Duration) // moves the clock; back, if negative
}

// implementation is a kind of limiter.
type implementation struct {
	name      string
	unit      time.Duration // the shortest time that it counts
	histories uint64        // how many random ones are played
	make      func(t *testing.T, policies ...string) subject
}

// implementations have to behave the same.
func implementations() []implementation {
	return []implementation{
		{"Memory", time.Nanosecond, 50, inMemory},
		{"Redis", time.Microsecond, 1, inMiniredis},
	}
}

func inMemory(_ *testing.T, policies ...string) subject {
	clock := newClock()
	return subject{ratelimit.NewMemory(clock.Now, 1_000_000, policies...), clock.Advance}
}

// inMiniredis runs the script in a server in Go, whose clock can be moved.
func inMiniredis(t *testing.T, _ ...string) subject {
	server, clock := miniredis.RunT(t), newClock()
	server.SetTime(clock.Now())
	return subject{newRedis(t, "redis://"+server.Addr()), func(d time.Duration) {
		clock.Advance(d)
		server.SetTime(clock.Now())
		server.FastForward(max(d, 0)) // the keys expire
	}}
}

// newRedis returns a Redis that uses a server until the test ends, and waits long
// enough for it on a busy machine.
func newRedis(t *testing.T, url string) *ratelimit.Redis {
	t.Helper()
	return newHastyRedis(t, url, 10*time.Second)
}

func newHastyRedis(t *testing.T, url string, timeout time.Duration) *ratelimit.Redis {
	t.Helper()
	r, err := ratelimit.NewRedis(url, []byte("secret"), timeout)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = r.Close() })
	return r
}

// forEach runs a test with each kind of limiter.
func forEach(t *testing.T, test func(t *testing.T, l subject)) {
	t.Helper()
	for _, i := range implementations() {
		t.Run(i.name, func(t *testing.T) { test(t, i.make(t, "small", "other")) })
	}
}
