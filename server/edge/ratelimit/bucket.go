package ratelimit

import "time"

// The generic cell rate algorithm: a bucket is one number, the moment it will
// be full again. A full bucket is any moment not in the future, and need not be
// kept at all. Moments are durations since an epoch the caller chose.

// take takes a token from the bucket that will be full at fullAt, if it has
// one. It returns the bucket's new moment and the decision.
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

// giveBack returns the bucket's moment with one token more, full at most.
func giveBack(p Policy, fullAt, now time.Duration) time.Duration {
	return now + max(debt(p, fullAt, now)-p.Refill, 0)
}

// debt is the time until the bucket is full: 0 when it is, the window when it
// is empty. A moment further off comes of a clock set back or of a quota made
// smaller; it counts as empty, so that nobody waits longer than a window.
func debt(p Policy, fullAt, now time.Duration) time.Duration {
	return min(max(fullAt-now, 0), p.Window())
}
