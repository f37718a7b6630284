package ratelimit_test

import (
	"testing"
	"time"

	"github.com/storefront/storefront/server/edge/ratelimit"
)

func TestErrors(t *testing.T) {
	m := ratelimit.NewMemory(newClock().Now, 1000, "small")
	policies := map[string]ratelimit.Policy{
		"unknown name":    {Name: "large", Quota: 1, Refill: time.Second},
		"no quota":        {Name: "small", Quota: 0, Refill: time.Second},
		"negative quota":  {Name: "small", Quota: -1, Refill: time.Second},
		"no refill":       {Name: "small", Quota: 1},
		"window too long": {Name: "small", Quota: 366, Refill: 24 * time.Hour},
		"window overflow": {Name: "small", Quota: 1 << 62, Refill: time.Hour},
	}
	for name, p := range policies {
		if d, err := m.Take(t.Context(), p, ratelimit.Key{}); err == nil || d.Allowed {
			t.Errorf("%s: Take returned %+v, %v", name, d, err)
		}
		if err := m.Return(t.Context(), p, ratelimit.Key{}); err == nil {
			t.Errorf("%s: Return returned no error", name)
		}
	}
}

func TestPoliciesInForce(t *testing.T) {
	windows := map[ratelimit.Policy]time.Duration{
		ratelimit.Anonymous():   time.Minute,
		ratelimit.AuthAttempt(): time.Minute,
		ratelimit.APIKey():      time.Minute,
	}
	for p, want := range windows {
		if err := p.Validate(); err != nil {
			t.Error(err)
		}
		if got := p.Window(); got != want {
			t.Errorf("%s: window %v, want %v", p.Name, got, want)
		}
	}
}
