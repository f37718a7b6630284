package ratelimit

import (
	"maps"
	"sync"
	"time"
)

// Waiting tells each client that was refused a time of its own, one token after that of the client before: all that
// share a bucket would else come back together, for one token. It is safe for concurrent use.
type Waiting struct {
	mu    sync.Mutex
	last  map[waitingFor]time.Time // the times told last
	swept time.Time                // when those in the past were dropped
}

// waitingFor is a bucket.
type waitingFor struct {
	policy string
	key    Key
}

const (
	mostWaiting = 10_000      // buckets for which times are kept
	sweepEvery  = time.Second // at most: while many are refused, not each of them looks at all others
)

// After returns how long a client that is refused now waits, at most the window of the policy.
func (w *Waiting) After(now time.Time, d Decision, key Key) time.Duration {
	w.mu.Lock()
	defer w.mu.Unlock()
	bucket := waitingFor{d.Policy.Name, key}
	next, told := now.Add(d.RetryAfter), w.last[bucket]
	if told.After(now) {
		next = told.Add(d.Policy.Refill)
	}
	if latest := now.Add(d.Policy.Window()); next.After(latest) {
		next = latest
	}
	if len(w.last) >= mostWaiting && now.Sub(w.swept) >= sweepEvery {
		w.swept = now
		maps.DeleteFunc(w.last, func(_ waitingFor, told time.Time) bool { return !told.After(now) })
	}
	if w.last == nil {
		w.last = map[waitingFor]time.Time{}
	}
	if _, kept := w.last[bucket]; kept || len(w.last) < mostWaiting {
		w.last[bucket] = next
	}
	return next.Sub(now)
}
