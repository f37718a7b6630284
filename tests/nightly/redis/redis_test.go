//go:build redis

// Package redis tests three replicas of the built program with a real Redis: make test-redis.
package redis

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/gomodule/redigo/redis"

	"github.com/storefront/storefront/server/platform/auth"
	"github.com/storefront/storefront/server/test/redistest"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

func TestMain(m *testing.M) { storetest.Main(m) }

const (
	alone  = "limits are counted by each replica alone: "
	logged = "limits are counted by this replica alone"
	again  = "limits are shared by all replicas again"
)

// The steps have one Redis and three replicas, and an address of a caller each.
func TestThreeReplicasShareTheirLimits(t *testing.T) {
	server := redistest.Start(t)
	shop := servertest.New(t, servertest.Options{})
	_, key := shop.Grant(t, auth.Grant{Scopes: []string{"catalog:read"}, Quota: 30})
	common := []string{"DATABASE_URL=" + shop.DatabaseURL, "STOREFRONT_SECRETS_KEY=" + strings.Repeat("A", 43) + "="}
	var all replicas
	for range 3 {
		all = append(all, serve(t, append(common, "REDIS_URL="+server.URL())...))
	}
	single := replicas{serve(t, common...)}
	all.awaitReasons(t, "")

	t.Run("a burst is allowed 60 calls in all", func(t *testing.T) {
		want := wantBurst(t, single.burst(t, 200, "192.0.2.1", ""), "anonymous", 60)
		if got := wantBurst(t, all.burst(t, 200, "192.0.2.1", ""), "anonymous", 60); !slices.Equal(got, want) {
			t.Errorf("headers of three replicas:\n%s\nof one process:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
		wantBurst(t, all.burst(t, 200, "192.0.2.2", ""), "anonymous", 60) // another address has its own
	})
	t.Run("a key is allowed its quota in all, and uses up no attempts", func(t *testing.T) {
		wantBurst(t, all.burst(t, 90, "192.0.2.3", key), "api-key", 30)
		wantBurst(t, all.burst(t, 200, "192.0.2.3", "sfk_guess"), "auth-attempt", 120)
	})
	t.Run("keys in Redis end, and have no addresses", func(t *testing.T) { wantKeysInOrder(t, server) })

	t.Run("killed under load", func(t *testing.T) {
		stop := load(t, all)
		server.Kill()
		all.awaitReasons(t, alone+"Redis cannot be reached")
		for i, r := range all { // each has a bucket of its own
			wantBurst(t, replicas{r}.burst(t, 100, fmt.Sprintf("192.0.2.%d", 10+i), ""), "anonymous", 60)
			wantBurst(t, replicas{r}.burst(t, 100, "192.0.2.10", ""), "anonymous", 60*min(i, 1))
		}
		server.Restart(t)
		all.awaitReasons(t, "")
		stop()
		wantBurst(t, all.burst(t, 200, "192.0.2.20", ""), "anonymous", 60)
		wantLogged(t, all, 1)
	})
	t.Run("hanging under load", func(t *testing.T) {
		stop := load(t, all)
		server.Signal(t, syscall.SIGSTOP)
		all.awaitReasons(t, alone+"Redis does not answer")
		server.Signal(t, syscall.SIGCONT)
		all.awaitReasons(t, "")
		stop()
		wantBurst(t, all.burst(t, 200, "192.0.2.30", ""), "anonymous", 60)
		wantLogged(t, all, 2)
	})
	for i, c := range []struct{ name, setting, away, back, reason string }{
		{"full", "maxmemory", "1", "0", "OOM"},
		{"a copy of another server", "replicaof", "127.0.0.1 1", "no one", "READONLY"},
	} {
		t.Run(c.name, func(t *testing.T) {
			set := func(value string) {
				command, args := c.setting, anys(strings.Fields(value))
				if c.setting == "maxmemory" {
					command, args = "CONFIG", append([]any{"SET", c.setting}, args...)
				}
				server.Do(t, command, args...)
			}
			set(c.away)
			all.awaitReasons(t, alone+"Redis refuses calls: "+c.reason)
			wantBurst(t, all[:1].burst(t, 100, fmt.Sprintf("192.0.2.%d", 40+i), ""), "anonymous", 60)
			set(c.back)
			all.awaitReasons(t, "")
			wantLogged(t, all, 3+i)
		})
	}
	t.Run("the buckets were deleted, and the script", func(t *testing.T) {
		server.Do(t, "FLUSHALL")
		server.Do(t, "SCRIPT", "FLUSH")
		wantBurst(t, all.burst(t, 200, "192.0.2.2", ""), "anonymous", 60)
		wantLogged(t, all, 4)
	})
}

func anys(words []string) (values []any) {
	for _, w := range words {
		values = append(values, w)
	}
	return values
}

// wantBurst fails the test unless the given number of answers are not refused for the
// policy, each with another number of tokens left. It returns the headers of all
// answers in order, without the times, which depend on when a call came.
func wantBurst(t *testing.T, answers []*http.Response, policy string, allowed int) (headers []string) {
	t.Helper()
	remaining := map[string]int{}
	for _, a := range answers {
		h := a.Header
		if !strings.HasPrefix(h.Get("RateLimit-Policy"), strconv.Quote(policy)+";") {
			t.Errorf("policy %q, want %q: %s", h.Get("RateLimit-Policy"), policy, a.Status)
		}
		if a.StatusCode != http.StatusTooManyRequests {
			remaining[h.Get("RateLimit-Remaining")]++
		}
		wantTimes(t, h)
		headers = append(headers, fmt.Sprintf("%d %s %s of %s, retry-after %t", a.StatusCode, h.Get("RateLimit-Policy"), h.Get("RateLimit-Remaining"),
			h.Get("RateLimit-Limit"), h.Get("Retry-After") != ""))
	}
	if len(remaining) != allowed {
		t.Errorf("%s: %d allowed with different numbers of tokens left, want %d", policy, len(remaining), allowed)
	}
	for left, n := range remaining {
		if n != 1 {
			t.Errorf("%s: %d calls were told that %s tokens are left", policy, n, left)
		}
	}
	slices.Sort(headers)
	return headers
}

// wantTimes fails the test unless the bucket is full when the tokens that are missing
// have come back, one an hour; up to a minute may have passed of the first one's time.
func wantTimes(t *testing.T, h http.Header) {
	t.Helper()
	number := func(name string) int {
		n, err := strconv.Atoi(h.Get(name))
		if err != nil {
			t.Errorf("header %s: %q", name, h.Get(name))
		}
		return n
	}
	limit, left, reset := number("RateLimit-Limit"), number("RateLimit-Remaining"), number("RateLimit-Reset")
	if latest := (limit - left) * 3600; reset > latest || reset < latest-60 {
		t.Errorf("full in %d s with %d of %d tokens left, want %d s", reset, left, limit, latest)
	}
	if got, want := h.Get("RateLimit"), fmt.Sprintf(";r=%d;t=%d", left, reset); !strings.HasSuffix(got, want) {
		t.Errorf("header RateLimit: %q, want %q", got, want)
	}
}

// wantKeysInOrder fails the test unless every key in Redis will end and shows no address.
func wantKeysInOrder(t *testing.T, server *redistest.Server) {
	t.Helper()
	keys, err := redis.Strings(server.Do(t, "KEYS", "*"), nil)
	if err != nil || len(keys) < 4 {
		t.Fatalf("keys %q, %v", keys, err)
	}
	for _, key := range keys {
		const gone = -2
		if ttl, err := redis.Int(server.Do(t, "PTTL", key), nil); err != nil || ttl < 0 && ttl != gone {
			t.Errorf("%s never ends: %d, %v", key, ttl, err)
		}
		if !strings.HasPrefix(key, "storefront:limit:") || strings.Contains(key, "192.0.2") || strings.Contains(key, "\xc0\x00\x02") {
			t.Errorf("the key %q", key)
		}
	}
}

// wantLogged fails the test unless every replica has logged each outage once, and
// neither password nor address of Redis.
func wantLogged(t *testing.T, all replicas, outages int) {
	t.Helper()
	for _, r := range all {
		log := r.log.String()
		if strings.Count(log, logged) != outages || strings.Count(log, again) != outages {
			t.Errorf("the log is not of %d outages:\n%s", outages, log)
		}
		if strings.Contains(log, redistest.Password) || strings.Contains(log, "6379") || strings.Contains(log, "redis: ") {
			t.Errorf("the log has what is nobody's business:\n%s", log)
		}
	}
}

// load calls the replicas from many addresses until it is stopped, and fails the test
// when a call is not answered, is answered with an error, or takes seconds.
func load(t *testing.T, all replicas) (stop func()) {
	t.Helper()
	const callers, bound = 12, 20 * time.Second
	var stopped atomic.Bool
	var calls, longest atomic.Int64
	var group sync.WaitGroup
	for caller := range callers {
		group.Go(func() {
			for i := 0; !stopped.Load(); i++ {
				began := time.Now()
				a := all[i%len(all)].call(t, fmt.Sprintf("198.51.%d.%d", caller, i/20%256), "")
				if took := int64(time.Since(began)); took > longest.Load() {
					longest.Store(took)
				}
				if a.StatusCode != http.StatusOK && a.StatusCode != http.StatusTooManyRequests {
					t.Errorf("under load a call was answered %q", a.Status)
				}
				calls.Add(1)
				time.Sleep(2 * time.Millisecond)
			}
		})
	}
	return func() {
		t.Helper()
		stopped.Store(true)
		group.Wait()
		t.Logf("%d calls under load, the longest took %v", calls.Load(), time.Duration(longest.Load()))
		if calls.Load() < 100 || longest.Load() > int64(bound) {
			t.Errorf("%d calls, the longest took %v", calls.Load(), time.Duration(longest.Load()))
		}
	}
}
