package ratelimit

import (
	"context"
	"fmt"
	"hash/maphash"
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
