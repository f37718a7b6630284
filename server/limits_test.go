package server_test

import (
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/storefront/storefront/server/config"
	"github.com/storefront/storefront/server/edge/ratelimit"
	"github.com/storefront/storefront/server/platform/auth"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
)

func TestAnonymousCallsAreCountedByAddress(t *testing.T) {
	t.Parallel()
	s, clock := servertest.NewLimited(t, nil)
	for left := 59; left >= 0; left-- {
		reply := s.OK(t, "", "products.get", object{"slug": "round-metal"}, nil)
		want := map[string]string{
			"RateLimit-Policy": `"anonymous";q=60;w=60`, "RateLimit": fmt.Sprintf(`"anonymous";r=%d;t=%d`, left, 60-left),
			"RateLimit-Limit": "60", "RateLimit-Remaining": fmt.Sprint(left), "RateLimit-Reset": fmt.Sprint(60 - left),
		}
		for name, value := range want {
			if got := reply.Header.Get(name); got != value {
				t.Fatalf("%s: %q, want %q", name, got, value)
			}
		}
	}
	reply := s.Call(t, "", "products.get", object{"slug": "round-metal"})
	reply.Problem(t, problem.RateLimitExceeded)
	if reply.Header.Get("RateLimit") != `"anonymous";r=0;t=60` || reply.Header.Get("Retry-After") != "1" {
		t.Errorf("headers of the refusal: %v", reply.Header)
	}
	clock.Advance(time.Second)
	s.OK(t, "", "products.get", object{"slug": "round-metal"}, nil)
	s.Refused(t, "", "products.get", object{"slug": "round-metal"}, problem.RateLimitExceeded)
	s.OK(t, s.Key(t, "catalog:read"), "products.get", object{"slug": "round-metal"}, nil)
}

func TestInvalidKeysCostATokenAndValidOnesDoNot(t *testing.T) {
	t.Parallel()
	s, clock := servertest.NewLimited(t, nil)
	good := s.Key(t, "catalog:read")
	s.OK(t, good, "products.get", object{"slug": "round-metal"}, nil)
	for range 120 {
		reply := s.Call(t, "sfk_guess", "products.get", object{"slug": "round-metal"})
		reply.Problem(t, problem.InvalidKey)
		if reply.Header.Get("RateLimit-Policy") != `"auth-attempt";q=120;w=60` {
			t.Fatalf("policy %q", reply.Header.Get("RateLimit-Policy"))
		}
	}
	s.Refused(t, "sfk_guess", "products.get", object{"slug": "round-metal"}, problem.AuthenticationRateLimitExceeded)
	reply := s.OK(t, good, "products.get", object{"slug": "round-metal"}, nil) // it is cached, and not locked out by guesses from the same address
	if reply.Header.Get("RateLimit-Policy") != `"api-key";q=600;w=60` {
		t.Errorf("policy %q", reply.Header.Get("RateLimit-Policy"))
	}
	s.OK(t, "", "products.get", object{"slug": "round-metal"}, nil) // the anonymous bucket is another one
	clock.Advance(500 * time.Millisecond)
	s.Refused(t, "sfk_guess", "products.get", object{"slug": "round-metal"}, problem.InvalidKey)
}

func TestALimitHoldsUnderConcurrency(t *testing.T) {
	t.Parallel()
	s, _ := servertest.NewLimited(t, nil)
	_, key := s.Grant(t, auth.Grant{Scopes: []string{"catalog:read"}, Quota: 20})
	var taken atomic.Int64
	var wg sync.WaitGroup
	for range 100 {
		wg.Go(func() {
			if s.Call(t, key, "products.get", object{"slug": "round-metal"}).Status == http.StatusOK {
				taken.Add(1)
			}
		})
	}
	wg.Wait()
	if taken.Load() != 20 {
		t.Errorf("%d calls were taken, want 20", taken.Load())
	}
}

func TestTheAddressComesOnlyFromTrustedProxies(t *testing.T) {
	t.Parallel()
	viaProxy := func(t *testing.T, s *servertest.Server, forwarded string) int {
		r := s.Request(t, "", "products.get", []byte(`{"slug":"round-metal"}`))
		r.Header.Set("X-Forwarded-For", forwarded)
		return s.Do(t, "products.get", r).Status
	}
	t.Run("untrusted", func(t *testing.T) {
		t.Parallel()
		s, _ := servertest.NewLimited(t, func(c *config.Serve) { c.Limits.AnonymousQuota = 1 })
		if first, second := viaProxy(t, s, "192.0.2.1"), viaProxy(t, s, "192.0.2.2"); first != 200 || second != 429 {
			t.Errorf("%d, %d", first, second)
		}
	})
	t.Run("trusted", func(t *testing.T) {
		t.Parallel()
		s, _ := servertest.NewLimited(t, func(c *config.Serve) {
			c.Limits.AnonymousQuota = 1
			c.TrustedProxies, _ = ratelimit.ParsePrefixes("127.0.0.0/8, ::1")
		})
		for address, want := range map[string]int{"192.0.2.1": 200, "192.0.2.2": 200, "2001:db8::1": 200} {
			if got := viaProxy(t, s, address); got != want {
				t.Errorf("%s: %d", address, got)
			}
		}
		for _, address := range []string{"192.0.2.1", "spoofed, 192.0.2.2", "2001:db8::ffff"} {
			if got := viaProxy(t, s, address); got != 429 {
				t.Errorf("%s: %d, want 429", address, got)
			}
		}
	})
}
