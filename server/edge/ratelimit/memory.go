package ratelimit

import (
	"context"
	"fmt"
	"hash/maphash"
	"sync"
	"time"
)

// shardCount is the number of locks over which the buckets of a policy are
// spread: more than the cores of any server on which the product runs.
const shardCount = 64

// Memory is a Limiter whose buckets are in the memory of the process.
type Memory struct {
	clock    func() time.Time
	epoch    time.Time
	seed     maphash.Seed // random, so that an attacker cannot choose keys of one shard
	policies map[string]*[shardCount]shard
}

var _ Limiter = (*Memory)(nil)

// NewMemory returns a Memory for policies with the given names. Each name has
// room for maxKeys buckets of its own (at least 128, each 30 to 60 bytes), so
// that a flood under one policy does not push out the buckets of another. Full
// buckets are dropped after a while; when there is no more room, so are the
// least recently used ones, and their clients start with full buckets.
//
// The clock may step: a step back at worst empties buckets, a step forward at
// worst fills them.
func NewMemory(clock func() time.Time, maxKeys int, names ...string) *Memory {
	m := &Memory{
		clock:    clock,
		epoch:    clock(),
		seed:     maphash.MakeSeed(),
		policies: make(map[string]*[shardCount]shard, len(names)),
	}
	const generations = 2
	capacity := max(1, maxKeys/(generations*shardCount))
	for _, name := range names {
		shards := new([shardCount]shard)
		for i := range shards {
			shards[i].capacity = capacity
			shards[i].rotate() // makes the first map
		}
		m.policies[name] = shards
	}
	return m
}

// Take implements Limiter. Calls with the same policy name may differ in the
// rest of the policy. The error is that of an invalid policy, or of a name that
// was not given to NewMemory.
func (m *Memory) Take(_ context.Context, policy Policy, key Key) (Decision, error) {
	s, err := m.shard(policy, key)
	if err != nil {
		return Decision{}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	now := m.now()
	fullAt, decision := take(policy, s.get(key, now), now)
	s.put(key, fullAt, now)
	return decision, nil
}

// Return implements Limiter, with the errors of Take.
func (m *Memory) Return(_ context.Context, policy Policy, key Key) error {
	s, err := m.shard(policy, key)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	now := m.now()
	s.put(key, giveBack(policy, s.get(key, now), now), now)
	return nil
}

// shard returns the shard with the bucket of key, and validates the policy.
func (m *Memory) shard(policy Policy, key Key) (*shard, error) {
	if err := policy.Validate(); err != nil {
		return nil, err
	}
	shards, ok := m.policies[policy.Name]
	if !ok {
		return nil, fmt.Errorf("ratelimit: no policy of name %q", policy.Name)
	}
	return &shards[maphash.Bytes(m.seed, key[:])%shardCount], nil
}

// now must be called with the shard locked: a time read before could be older
// than what another goroutine has written meanwhile, and reduce a debt.
func (m *Memory) now() time.Duration {
	return m.clock().Sub(m.epoch)
}

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
