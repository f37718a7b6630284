package ratelimit

import (
	"testing"
	"time"
)

// newShard returns a shard of the given capacity. Its previous generation holds
// key 9, not full for an hour, so that only capacity makes the shard rotate.
func newShard(capacity int) *shard {
	return &shard{
		capacity: capacity,
		current:  generation{buckets: make(map[Key]time.Duration)},
		previous: generation{buckets: map[Key]time.Duration{{9}: time.Hour}, fullAt: time.Hour},
	}
}

// wantHeld checks which of the keys 0 to 9 the shard remembers.
func wantHeld(t *testing.T, s *shard, want ...byte) {
	t.Helper()
	wanted := make(map[byte]bool)
	for _, k := range want {
		wanted[k] = true
	}
	for k := range byte(10) {
		_, current := s.current.buckets[Key{k}]
		_, previous := s.previous.buckets[Key{k}]
		if held := current || previous; held != wanted[k] {
			t.Errorf("key %d: held %t, want %t", k, held, wanted[k])
		}
	}
}

// At capacity, the buckets not used since the last rotation are dropped.
func TestShardDropsTheLeastRecentlyUsed(t *testing.T) {
	const now, later = 0, time.Hour
	s := newShard(2)
	s.put(Key{0}, later, now)
	s.put(Key{1}, later, now)
	wantHeld(t, s, 0, 1, 9)
	s.put(Key{2}, later, now) // rotates: 9 is dropped
	wantHeld(t, s, 0, 1, 2)
	s.put(Key{0}, later, now) // in use, so it is in the current generation again
	s.put(Key{3}, later, now) // rotates: 1 is dropped
	wantHeld(t, s, 0, 2, 3)
	s.put(Key{3}, later, now) // stored already: nothing is dropped
	wantHeld(t, s, 0, 2, 3)
}

// Below capacity, buckets are dropped when the whole generation is full, not
// before.
func TestShardDropsFullBuckets(t *testing.T) {
	s := newShard(100)
	s.put(Key{0}, 10*time.Second, 0)
	s.put(Key{1}, 20*time.Second, 0)
	s.rotate() // 9 is dropped
	s.put(Key{2}, 30*time.Second, 19*time.Second)
	wantHeld(t, s, 0, 1, 2)
	s.put(Key{3}, 40*time.Second, 20*time.Second)
	wantHeld(t, s, 2, 3)
}

// The current generation is read first: the previous one may be out of date.
func TestShardPrefersCurrent(t *testing.T) {
	s := newShard(100)
	s.put(Key{0}, time.Minute, 0)
	s.rotate()
	s.put(Key{0}, time.Hour, 0)
	if got := s.get(Key{0}, 0); got != time.Hour {
		t.Errorf("got %v, want the newer moment", got)
	}
	if got := s.get(Key{1}, time.Second); got != time.Second {
		t.Errorf("a bucket not held is full at %v, want now", got)
	}
}
