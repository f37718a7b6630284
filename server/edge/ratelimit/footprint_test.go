package ratelimit_test

import (
	"encoding/binary"
	"runtime"
	"testing"
	"time"

	"github.com/storefront/storefront/server/edge/ratelimit"
)

// numbered returns a key for each number, spread over the bytes that an IPv6
// prefix would use.
func numbered(i uint64) ratelimit.Key {
	var k ratelimit.Key
	binary.BigEndian.PutUint64(k[:], i)
	return k
}

// heap returns the bytes in use after a collection.
func heap() int64 {
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return int64(stats.HeapAlloc)
}

// TestMemoryIsBounded sends a request from each of a million addresses at one
// instant, so that no bucket becomes full, and measures the memory.
func TestMemoryIsBounded(t *testing.T) {
	const addresses, maxKeys, bytesPerKey = 1_000_000, 100_000, 64
	p := ratelimit.Anonymous()
	clock := newClock()
	before := heap()
	m := ratelimit.NewMemory(clock.Now, maxKeys, p.Name)
	for i := range uint64(addresses) {
		take(t, m, p, numbered(i))
	}
	grown := heap() - before
	t.Logf("%d addresses, room for %d: heap grew by %d bytes", addresses, maxKeys, grown)
	if grown > maxKeys*bytesPerKey {
		t.Errorf("heap grew by %d bytes, bound is %d", grown, maxKeys*bytesPerKey)
	}

	// After the attack, ordinary traffic frees the memory.
	for range 2 {
		clock.Advance(p.Window())
		for i := range uint64(1000) {
			take(t, m, p, numbered(i))
		}
	}
	kept := heap() - before
	t.Logf("two windows later: %d bytes", kept)
	if kept > grown/4 {
		t.Errorf("%d of %d bytes kept after the attack", kept, grown)
	}
	runtime.KeepAlive(m)
}

func TestTakeDoesNotAllocate(t *testing.T) {
	p := ratelimit.APIKey()
	m := ratelimit.NewMemory(time.Now, 100_000, p.Name)
	var l ratelimit.Limiter = m
	if n := testing.AllocsPerRun(1000, func() { take(t, l, p, ratelimit.Key{1}) }); n != 0 {
		t.Errorf("%v allocations for each Take", n)
	}
}
