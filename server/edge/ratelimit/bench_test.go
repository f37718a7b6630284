package ratelimit_test

import (
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"github.com/storefront/storefront/server/edge/ratelimit"
)

func BenchmarkTakeOneKey(b *testing.B) {
	p := ratelimit.APIKey()
	m := ratelimit.NewMemory(time.Now, 1_000_000, p.Name)
	ctx := b.Context()
	b.ReportAllocs()
	for b.Loop() {
		_, _ = m.Take(ctx, p, ratelimit.Key{1})
	}
}

func BenchmarkTakeOneKeyParallel(b *testing.B) {
	p := ratelimit.APIKey()
	m := ratelimit.NewMemory(time.Now, 1_000_000, p.Name)
	ctx := b.Context()
	b.ReportAllocs()
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			_, _ = m.Take(ctx, p, ratelimit.Key{1})
		}
	})
}

func BenchmarkTakeManyKeysParallel(b *testing.B) {
	const keys = 100_000
	p := ratelimit.APIKey()
	m := ratelimit.NewMemory(time.Now, 1_000_000, p.Name)
	ctx := b.Context()
	var start atomic.Uint64
	b.ReportAllocs()
	b.RunParallel(func(pb *testing.PB) {
		i := start.Add(keys / 2)
		for pb.Next() {
			i++
			_, _ = m.Take(ctx, p, numbered(i%keys))
		}
	})
}

// BenchmarkTakeNewKeysParallel simulates an attack: no key is used twice, so the
// limiter is full and drops buckets all the time.
func BenchmarkTakeNewKeysParallel(b *testing.B) {
	p := ratelimit.Anonymous()
	m := ratelimit.NewMemory(time.Now, 100_000, p.Name)
	ctx := b.Context()
	var attackers atomic.Uint64
	b.ReportAllocs()
	b.RunParallel(func(pb *testing.PB) {
		i := attackers.Add(1) << 40
		for pb.Next() {
			i++
			_, _ = m.Take(ctx, p, numbered(i))
		}
	})
}

func BenchmarkSetHeaders(b *testing.B) {
	d := ratelimit.Decision{Policy: ratelimit.APIKey(), Allowed: true, Remaining: 599, Reset: time.Second}
	h := make(http.Header)
	b.ReportAllocs()
	for b.Loop() {
		d.SetHeaders(h)
	}
}
