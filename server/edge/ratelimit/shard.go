package ratelimit

import (
	"sync"
	"time"
)

// shard holds a part of the buckets of one policy, in two generations of at
// most capacity buckets each. Every bucket used is written to the current one.
//
// When a bucket new to the current generation is written, and the previous one
// holds only full buckets or the current one is at capacity, the previous is
// dropped and the current takes its place. The first case loses nothing. The
// second forgives the buckets longest unused, which are those not used since
// the rotation before: a client that keeps asking is never forgotten while
// fewer than capacity others come between two of its requests.
type shard struct {
	mu       sync.Mutex
	capacity int
	current  generation
	previous generation
}

// generation maps keys to the moments their buckets are full.
type generation struct {
	buckets map[Key]time.Duration
	fullAt  time.Duration // when the last of the buckets is full
}

// get returns the moment the bucket of key is full: now if it is not held.
func (s *shard) get(key Key, now time.Duration) time.Duration {
	if at, ok := s.current.buckets[key]; ok {
		return at
	}
	// Second, because what the previous generation holds may be out of date.
	if at, ok := s.previous.buckets[key]; ok {
		return at
	}
	return now
}

// put sets the moment the bucket of key is full.
func (s *shard) put(key Key, fullAt, now time.Duration) {
	if _, held := s.current.buckets[key]; !held {
		if now >= s.previous.fullAt || len(s.current.buckets) >= s.capacity {
			s.rotate()
		}
	}
	s.current.buckets[key] = fullAt
	s.current.fullAt = max(s.current.fullAt, fullAt)
}

// rotate makes a new map instead of clearing the old one, because a cleared map
// keeps its size: an attack would be paid for long after it ended.
func (s *shard) rotate() {
	s.previous = s.current
	s.current = generation{buckets: make(map[Key]time.Duration)}
}
