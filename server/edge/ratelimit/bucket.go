package ratelimit

import "time"

// The generic cell rate algorithm: a bucket is one number, the time when it will
// be full again. If that is not in the future the bucket is full, and need not
// be stored. Times are durations since an epoch that the caller chose. bucket.lua
// is the same in Redis.

// take takes a token from the bucket that will be full at fullAt, if it has one.
// It returns the new time and the decision.
func take(p Policy, fullAt, now time.Duration) (time.Duration, Decision) {
	owed := debt(p, fullAt, now)
	allowed := owed+p.Refill <= p.Window()
	if allowed {
		owed += p.Refill
	}
	return now + owed, decision(p, allowed, owed)
}

// decision is what follows from a take that left the bucket with this debt.
func decision(p Policy, allowed bool, owed time.Duration) Decision {
	d := Decision{Policy: p, Allowed: allowed, Remaining: int((p.Window() - owed) / p.Refill), Reset: owed}
	if !allowed {
		d.RetryAfter = owed + p.Refill - p.Window()
	}
	return d
}

// giveBack returns the time of the bucket with one more token, at most full.
func giveBack(p Policy, fullAt, now time.Duration) time.Duration {
	return now + max(debt(p, fullAt, now)-p.Refill, 0)
}

// debt is the time until the bucket is full: 0 when it is full, the window when
// it is empty. A longer time results from a clock that was set back or a quota
// that was reduced; it counts as the window, so that nobody waits longer.
func debt(p Policy, fullAt, now time.Duration) time.Duration {
	return min(max(fullAt-now, 0), p.Window())
}
