package ratelimit_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/storefront/storefront/server/edge/ratelimit"
)

func TestEachThatWaitsGetsATimeOfItsOwn(t *testing.T) {
	t.Parallel()
	var w ratelimit.Waiting
	now := time.Unix(0, 0)
	refused := func(policy ratelimit.Policy) ratelimit.Decision {
		return ratelimit.Decision{Policy: policy, RetryAfter: policy.Refill / 2}
	}
	a, b := ratelimit.Key{1}, ratelimit.Key{2}
	for i, want := range []time.Duration{500 * time.Millisecond, 1500 * time.Millisecond, 2500 * time.Millisecond} {
		if got := w.After(now, refused(ratelimit.Anonymous()), a); got != want {
			t.Errorf("%d: %v, want %v", i, got, want)
		}
	}
	if got := w.After(now, refused(ratelimit.Anonymous()), b); got != 500*time.Millisecond {
		t.Errorf("another client waits %v", got)
	}
	if got := w.After(now, refused(ratelimit.APIKey()), a); got != 50*time.Millisecond {
		t.Errorf("another quota: %v", got)
	}
	if got := w.After(now.Add(10*time.Second), refused(ratelimit.Anonymous()), a); got != 500*time.Millisecond {
		t.Errorf("when the others have called it waits %v", got)
	}
	var longest time.Duration
	for range 1000 {
		longest = w.After(now, refused(ratelimit.Anonymous()), b)
	}
	if longest != time.Minute {
		t.Errorf("the last of 1000 waits %v, want the window", longest)
	}
}

// However many clients are refused, the memory is bounded.
func TestTimesAreKeptOfSome(t *testing.T) {
	t.Parallel()
	var w ratelimit.Waiting
	d := ratelimit.Decision{Policy: ratelimit.Anonymous(), RetryAfter: time.Second}
	now := time.Unix(0, 0)
	for i := range 10_000 {
		w.After(now, d, ratelimit.Key([]byte(fmt.Sprintf("%016d", i))))
	}
	late := ratelimit.Key{1}
	for range 2 {
		if got := w.After(now, d, late); got != time.Second {
			t.Errorf("one more waits %v", got)
		}
	}
	w.After(now.Add(time.Minute), d, late)
	if got := w.After(now.Add(time.Minute), d, late); got != 2*time.Second {
		t.Errorf("when the others have called it waits %v", got)
	}
}

// Forty workers with one key that obey Retry-After, in whole seconds, are refused once for each call at most, and use
// the quota.
func TestWorkersThatObeyAreSeldomRefused(t *testing.T) {
	t.Parallel()
	clock := newClock()
	m := ratelimit.NewMemory(clock.Now, 1000, "api-key")
	var waiting ratelimit.Waiting
	var due [40]time.Time
	calls, refusals := 0, 0
	for range 600 { // a minute in tenths of a second
		for i := range due {
			if due[i].After(clock.Now()) {
				continue
			}
			d, err := m.Take(t.Context(), ratelimit.APIKey(), ratelimit.Key{})
			switch {
			case err != nil:
				t.Fatal(err)
			case d.Allowed:
				calls++
			default:
				refusals++
				d.RetryAfter = waiting.After(clock.Now(), d, ratelimit.Key{})
				due[i] = clock.Now().Add((d.RetryAfter + time.Second - 1).Truncate(time.Second))
			}
		}
		clock.Advance(100 * time.Millisecond)
	}
	t.Logf("%d calls, %d refusals", calls, refusals)
	if calls < 1150 || refusals > calls {
		t.Errorf("%d calls, %d refusals", calls, refusals)
	}
}
