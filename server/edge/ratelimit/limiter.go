// Package ratelimit limits the rate of requests of a client, with token buckets.
//
// A bucket holds up to Quota tokens. Each request takes one, one is added every
// Refill, and a request that finds none is refused.
package ratelimit

import (
	"context"
	"time"
)

// Limiter keeps one bucket for every policy name and key. Memory keeps them in the
// process and Redis in a server that replicas share; Shared is Redis, and Memory
// while Redis is away. The errors are those of an invalid policy, and of Redis.
//
// A Limiter is safe for concurrent use.
type Limiter interface {
	// Take takes a token from the bucket of key under policy. A refusal is not an
	// error, and costs the client nothing.
	Take(ctx context.Context, policy Policy, key Key) (Decision, error)

	// Return gives one token back, for an attempt that turned out not to count. A
	// bucket never holds more than its quota.
	Return(ctx context.Context, policy Policy, key Key) error
}

// Key identifies the client of a bucket: an address as returned by AddressKey,
// or the 16 bytes of a key id. It contains no pointer, so that the garbage
// collector does not scan a large map of keys.
type Key [16]byte

// Decision is the result of Take, and what the client is told of it.
type Decision struct {
	Policy     Policy
	Allowed    bool
	Remaining  int           // whole tokens left
	Reset      time.Duration // until the bucket is full, 0 when it is
	RetryAfter time.Duration // until the next token; 0 when allowed
}
