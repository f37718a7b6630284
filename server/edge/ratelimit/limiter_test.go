package ratelimit_test

import (
	"testing"
	"time"

	"github.com/storefront/storefront/server/edge/ratelimit"
)

// small is a policy with simple numbers: three tokens, one back each second.
func small() ratelimit.Policy {
	return ratelimit.Policy{Name: "small", Quota: 3, Refill: time.Second}
}

// take fails the test on an error.
func take(t *testing.T, l ratelimit.Limiter, p ratelimit.Policy, k ratelimit.Key) ratelimit.Decision {
	t.Helper()
	d, err := l.Take(t.Context(), p, k)
	if err != nil {
		t.Fatalf("Take: %v", err)
	}
	return d
}

func giveBack(t *testing.T, l ratelimit.Limiter, p ratelimit.Policy, k ratelimit.Key) {
	t.Helper()
	if err := l.Return(t.Context(), p, k); err != nil {
		t.Fatalf("Return: %v", err)
	}
}

func TestTakeAndRefill(t *testing.T) { forEach(t, testTakeAndRefill) }

func testTakeAndRefill(t *testing.T, l subject) {
	p := small()
	steps := []struct {
		wait time.Duration // before the take
		want ratelimit.Decision
	}{
		{0, ratelimit.Decision{Policy: p, Allowed: true, Remaining: 2, Reset: time.Second}},
		{0, ratelimit.Decision{Policy: p, Allowed: true, Remaining: 1, Reset: 2 * time.Second}},
		{0, ratelimit.Decision{Policy: p, Allowed: true, Remaining: 0, Reset: 3 * time.Second}},
		{0, ratelimit.Decision{Policy: p, Reset: 3 * time.Second, RetryAfter: time.Second}},
		{999 * time.Millisecond, ratelimit.Decision{Policy: p, Reset: 2001 * time.Millisecond, RetryAfter: time.Millisecond}},
		{time.Millisecond, ratelimit.Decision{Policy: p, Allowed: true, Remaining: 0, Reset: 3 * time.Second}},
		{1500 * time.Millisecond, ratelimit.Decision{Policy: p, Allowed: true, Remaining: 0, Reset: 2500 * time.Millisecond}},
		{time.Hour, ratelimit.Decision{Policy: p, Allowed: true, Remaining: 2, Reset: time.Second}},
	}
	for i, step := range steps {
		l.advance(step.wait)
		if got := take(t, l, p, ratelimit.Key{1}); got != step.want {
			t.Fatalf("step %d: got %+v, want %+v", i, got, step.want)
		}
	}
}

func TestReturn(t *testing.T) { forEach(t, testReturn) }

func testReturn(t *testing.T, l subject) {
	p, key := small(), ratelimit.Key{1}
	giveBack(t, l, p, key) // full already
	for want := 2; want >= 0; want-- {
		if got := take(t, l, p, key).Remaining; got != want {
			t.Fatalf("remaining %d, want %d", got, want)
		}
	}
	giveBack(t, l, p, key)
	if d := take(t, l, p, key); !d.Allowed || d.Remaining != 0 {
		t.Fatalf("after one return: %+v", d)
	}
	if d := take(t, l, p, key); d.Allowed {
		t.Fatalf("one return gave two tokens: %+v", d)
	}
	l.advance(2500 * time.Millisecond)
	giveBack(t, l, p, key) // 2.5 tokens and one more are 3, not 3.5
	if d := take(t, l, p, key); d.Remaining != 2 || d.Reset != time.Second {
		t.Fatalf("returned above full: %+v", d)
	}
}

func TestBucketsAreSeparate(t *testing.T) { forEach(t, testBucketsAreSeparate) }

func testBucketsAreSeparate(t *testing.T, l subject) {
	p, other := small(), small()
	other.Name = "other"
	for range p.Quota {
		take(t, l, p, ratelimit.Key{1})
	}
	if take(t, l, p, ratelimit.Key{1}).Allowed {
		t.Error("allowed beyond the quota")
	}
	if d := take(t, l, p, ratelimit.Key{2}); d.Remaining != 2 {
		t.Errorf("another key shares the bucket: %+v", d)
	}
	if d := take(t, l, other, ratelimit.Key{1}); d.Remaining != 2 {
		t.Errorf("another policy shares the bucket: %+v", d)
	}
}

func TestQuotaChangesBetweenTakes(t *testing.T) { forEach(t, testQuotaChangesBetweenTakes) }

func testQuotaChangesBetweenTakes(t *testing.T, l subject) {
	p, large, key := small(), small(), ratelimit.Key{1}
	large.Quota = 100
	for range 50 {
		take(t, l, large, key)
	}
	if d := take(t, l, p, key); d.Allowed || d.RetryAfter != time.Second {
		t.Fatalf("a smaller quota must count as empty, not as in debt: %+v", d)
	}
	l.advance(time.Second)
	if d := take(t, l, p, key); !d.Allowed {
		t.Fatalf("not refilled under the smaller quota: %+v", d)
	}
	if d := take(t, l, large, key); d.Remaining != 96 {
		t.Fatalf("a larger quota must add room: %+v", d)
	}
}

func TestClockStepsBack(t *testing.T) { forEach(t, testClockStepsBack) }

func testClockStepsBack(t *testing.T, l subject) {
	p, key := small(), ratelimit.Key{1}
	take(t, l, p, key)
	l.advance(-24 * time.Hour) // before the epoch of the limiter, too
	if d := take(t, l, p, key); d.Allowed || d.RetryAfter != time.Second || d.Reset != p.Window() {
		t.Fatalf("want an empty bucket, got %+v", d)
	}
	if d := take(t, l, p, ratelimit.Key{2}); d.Remaining != 2 {
		t.Fatalf("a new bucket must be full: %+v", d)
	}
	l.advance(time.Second)
	if d := take(t, l, p, key); !d.Allowed {
		t.Fatalf("refill must go on from the step: %+v", d)
	}
}
