package ratelimit_test

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/storefront/storefront/server/edge/ratelimit"
)

// TestConcurrentTakes asks for four times the quota of each key at one instant,
// from many goroutines: the quota is allowed, no more and no less.
func TestConcurrentTakes(t *testing.T) { testConcurrentTakes(t, inMemory(t, "small")) }

func testConcurrentTakes(t *testing.T, l subject) {
	const goroutines, keys = 40, 10
	p := ratelimit.Policy{Name: "small", Quota: 100, Refill: time.Hour}
	var allowed [keys]atomic.Int64
	var group sync.WaitGroup
	for range goroutines {
		group.Go(func() {
			for i := range 4 * p.Quota / goroutines * keys {
				key := i % keys
				d, err := l.Take(t.Context(), p, ratelimit.Key{byte(key)})
				if err != nil {
					t.Error(err)
				}
				if d.Allowed {
					allowed[key].Add(1)
				}
			}
		})
	}
	group.Wait()
	for key := range allowed {
		if got := allowed[key].Load(); got != int64(p.Quota) {
			t.Errorf("key %d: %d allowed, want %d", key, got, p.Quota)
		}
	}
}

// TestConcurrentReturns takes and returns tokens in pairs: in the end the bucket
// is as full as at the beginning.
func TestConcurrentReturns(t *testing.T) { testConcurrentReturns(t, inMemory(t, "small")) }

func testConcurrentReturns(t *testing.T, l subject) {
	p := ratelimit.Policy{Name: "small", Quota: 100, Refill: time.Hour}
	var group sync.WaitGroup
	for range 50 { // at most 50 tokens are taken at a time
		group.Go(func() {
			for range 100 {
				d, err := l.Take(t.Context(), p, ratelimit.Key{})
				if err != nil || !d.Allowed {
					t.Errorf("Take: %+v, %v", d, err)
				}
				if err := l.Return(t.Context(), p, ratelimit.Key{}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
	if d := take(t, l, p, ratelimit.Key{}); d.Remaining != p.Quota-1 {
		t.Errorf("tokens were lost: %+v", d)
	}
}
