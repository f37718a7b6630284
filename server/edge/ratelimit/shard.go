package ratelimit

import (
	"sync"
	"time"
)

// shard holds a part of the buckets of one policy, in two generations of at most
// capacity buckets each. Every bucket used is written to the current one.
//
// When a bucket is added to the current generation, and the previous one holds
// only full buckets or the current one is at capacity, the previous one is
// dropped and the current one takes its place. The first case loses nothing. The
// second drops the least recently used buckets, those not used since the
// rotation before: the bucket of a client that keeps asking is never dropped
// while fewer than capacity others are added between two of its requests.
type shard struct {
	mu       sync.Mutex
	capacity int
	current  generation
	previous generation
}

// generation maps keys to the times when their buckets are full.
type generation struct {
	buckets map[Key]time.Duration
	fullAt  time.Duration // when the last of the buckets is full
}

// get returns the time when the bucket of key is full: now if there is no
// bucket.
func (s *shard) get(key Key, now time.Duration) time.Duration {
	if at, ok := s.current.buckets[key]; ok {
		return at
	}
	// Second, because the previous generation may be out of date.
	if at, ok := s.previous.buckets[key]; ok {
		return at
	}
	return now
}

// put sets the time when the bucket of key is full.
func (s *shard) put(key Key, fullAt, now time.Duration) {
	if _, held := s.current.buckets[key]; !held {
		if now >= s.previous.fullAt || len(s.current.buckets) >= s.capacity {
			s.rotate()
		}
	}
	s.current.buckets[key] = fullAt
	s.current.fullAt = max(s.current.fullAt, fullAt)
}

// rotate allocates a new map instead of clearing the old one, because a cleared
// map keeps its size: the memory of an attack would never be freed.
func (s *shard) rotate() {
	s.previous = s.current
	s.current = generation{buckets: make(map[Key]time.Duration)}
}
