package ratelimit_test

import (
	"net/http"
	"reflect"
	"testing"
	"time"

	"github.com/storefront/storefront/server/edge/ratelimit"
)

func TestSetHeaders(t *testing.T) {
	tests := map[string]struct {
		decision ratelimit.Decision
		want     map[string]string
	}{
		"allowed": {
			ratelimit.Decision{Policy: ratelimit.Anonymous(), Allowed: true, Remaining: 59, Reset: time.Second},
			map[string]string{
				"RateLimit-Policy":    `"anonymous";q=60;w=60`,
				"RateLimit":           `"anonymous";r=59;t=1`,
				"RateLimit-Limit":     "60",
				"RateLimit-Remaining": "59",
				"RateLimit-Reset":     "1",
			},
		},
		"refused, rounded up": {
			ratelimit.Decision{
				Policy:     ratelimit.Policy{Name: "odd", Quota: 7, Refill: 1500 * time.Millisecond},
				Reset:      10*time.Second + 1,
				RetryAfter: time.Second + 1,
			},
			map[string]string{
				"RateLimit-Policy":    `"odd";q=7;w=11`,
				"RateLimit":           `"odd";r=0;t=11`,
				"RateLimit-Limit":     "7",
				"RateLimit-Remaining": "0",
				"RateLimit-Reset":     "11",
				"Retry-After":         "2",
			},
		},
		"refused, one second at least": {
			ratelimit.Decision{Policy: ratelimit.APIKey(), Reset: time.Minute},
			map[string]string{
				"RateLimit-Policy":    `"api-key";q=600;w=60`,
				"RateLimit":           `"api-key";r=0;t=60`,
				"RateLimit-Limit":     "600",
				"RateLimit-Remaining": "0",
				"RateLimit-Reset":     "60",
				"Retry-After":         "1",
			},
		},
		"name that would break the field": {
			ratelimit.Decision{Policy: ratelimit.Policy{Name: "a\"\r\n", Quota: 1, Refill: 1}, Allowed: true},
			map[string]string{
				"RateLimit-Policy":    `"a\"\r\n";q=1;w=1`,
				"RateLimit":           `"a\"\r\n";r=0;t=0`,
				"RateLimit-Limit":     "1",
				"RateLimit-Remaining": "0",
				"RateLimit-Reset":     "0",
			},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			want := make(http.Header)
			for key, value := range test.want {
				want.Set(key, value) // makes the keys canonical
			}
			got := make(http.Header)
			test.decision.SetHeaders(got)
			if !reflect.DeepEqual(got, want) {
				t.Errorf("got  %v\nwant %v", got, want)
			}
		})
	}
}

// The values share an array; appending to one must not overwrite the next.
func TestSetHeadersThenAdd(t *testing.T) {
	h := make(http.Header)
	ratelimit.Decision{Policy: ratelimit.Policy{Name: "pages", Quota: 300, Refill: 200 * time.Millisecond}, Allowed: true}.SetHeaders(h)
	h.Add("RateLimit", "more")
	if got := h.Get("RateLimit-Limit"); got != "300" {
		t.Errorf("RateLimit-Limit is %q, want 300", got)
	}
}
