package ratelimit

import "time"

// The generic cell rate algorithm: a bucket is one number, the time when it will
// be full again. If that is not in the future the bucket is full, and need not
// be stored. Times are durations since an epoch that the caller chose.

// take takes a token from the bucket that will be full at fullAt, if it has one.
// It returns the new time and the decision.
func take(p Policy, fullAt, now time.Duration) (time.Duration, Decision) {
	owed, window := debt(p, fullAt, now), p.Window()
	d := Decision{Policy: p, Allowed: owed+p.Refill <= window}
	if d.Allowed {
		owed += p.Refill
	} else {
		d.RetryAfter = owed + p.Refill - window
	}
	d.Remaining = int((window - owed) / p.Refill)
	d.Reset = owed
	return now + owed, d
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
