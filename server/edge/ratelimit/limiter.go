// Package ratelimit limits how often a client may ask, with token buckets.
//
// A bucket holds up to Quota tokens. Each request takes one, one comes back
// every Refill, and a request that finds none is refused.
package ratelimit

import (
	"context"
	"time"
)

// Limiter keeps one bucket for every policy name and key. Memory is the only
// one so far. The context and the errors are there for a limiter whose buckets
// live across a network; what to do with a request when the limiter itself
// fails is the caller's choice.
//
// A Limiter is safe for concurrent use.
type Limiter interface {
	// Take takes a token from the bucket of key under policy, and decides.
	// A refusal is not an error, and costs the client nothing.
	Take(ctx context.Context, policy Policy, key Key) (Decision, error)

	// Return gives one token back, for an attempt that proved not to count.
	// A bucket never holds more than its quota.
	Return(ctx context.Context, policy Policy, key Key) error
}

// Key says whose bucket it is: an address as clientip.Key reduces it, or the
// 16 bytes of a key id. It holds no pointer, so that the garbage collector has
// nothing to follow in a map of many.
type Key [16]byte

// Decision is what a Take found, and what the client is told of it.
type Decision struct {
	Policy     Policy
	Allowed    bool
	Remaining  int           // whole tokens left
	Reset      time.Duration // until the bucket is full, 0 when it is
	RetryAfter time.Duration // until the next token; 0 when allowed
}
