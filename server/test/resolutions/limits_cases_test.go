package resolutions_test

import (
	"testing"
	"time"

	"github.com/storefront/storefront/server/config"
	"github.com/storefront/storefront/server/platform/auth"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
)

// aboutLimits are the problems of callers who exceed a rate limit.
var aboutLimits = map[problem.Code]map[string]provoke{
	problem.RateLimitExceeded: {"anonymous": often(func(_ *agent, _ *request) {})},
	problem.AuthenticationRateLimitExceeded: {"a guess": often(func(_ *agent, r *request) {
		r.header.Set("Authorization", "Bearer sfk_guess")
	})},
	problem.KeyRateLimitExceeded: {"a key": often(func(a *agent, _ *request) {
		_, a.key = a.s.Grant(a.t, auth.Grant{Scopes: []string{"catalog:read"}, Quota: 1})
	})},
}

// often sends a call until its bucket, which is small, is empty.
func often(identify func(a *agent, r *request)) provoke {
	return func(t *testing.T) (*agent, *request) {
		s, clock := servertest.NewLimited(t, func(c *config.Serve) { c.Limits.AnonymousQuota, c.Limits.AuthAttemptQuota = 1, 1 })
		a := newAgent(t, s)
		a.wait = clock.Advance
		r := toolCall("products.get", object{"slug": "round-metal"})
		identify(a, r)
		a.send(r)
		return a, r
	}
}

// aboutFaults are the problems of the service itself, which are over when a
// patient caller retries.
var aboutFaults = map[problem.Code]map[string]provoke{
	problem.InternalError: {"tables gone": func(t *testing.T) (*agent, *request) {
		a := newAgent(t, servertest.New(t, servertest.Options{})) // a lent one may remember the product
		r := toolCall("products.get", object{"slug": "round-metal"})
		a.s.Execute(t, "ALTER SCHEMA public RENAME TO elsewhere")
		a.wait = func(time.Duration) {
			a.s.Execute(t, "ALTER SCHEMA elsewhere RENAME TO public")
		}
		return a, r
	}},
	problem.Unavailable: {
		"a tool":    away(func() *request { return toolCall("products.get", object{"slug": "round-metal"}) }),
		"readiness": away(func() *request { return &request{method: "GET", path: "/readyz"} }),
	},
}

func away(r func() *request) provoke {
	return func(t *testing.T) (*agent, *request) {
		a := newAgent(t, servertest.New(t, servertest.Options{}))
		reconnect := a.s.Disconnect(t)
		a.wait = func(d time.Duration) {
			reconnect()
			time.Sleep(d) // readiness is remembered for a part of it
		}
		return a, r()
	}
}
