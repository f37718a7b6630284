package server

import (
	"context"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"
)

// limitedEvery is how often refusals by rate limits are logged.
const limitedEvery = time.Second

// limited counts the refusals by rate limits. They come as fast as callers like,
// and one is as informative as the next, so one line a second summarises them.
type limited struct {
	mu     sync.Mutex
	counts map[string]int // by policy
}

func (l *limited) note(policies []string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.counts == nil {
		l.counts = map[string]int{}
	}
	for _, policy := range policies {
		l.counts[policy]++
	}
}

// run logs the counts every second until ctx ends, and then the rest.
func (l *limited) run(ctx context.Context, log *slog.Logger) {
	tick := time.NewTicker(limitedEvery)
	defer tick.Stop()
	for ctx.Err() == nil {
		select {
		case <-ctx.Done():
		case <-tick.C:
		}
		l.flush(log)
	}
}

func (l *limited) flush(log *slog.Logger) {
	l.mu.Lock()
	counts := l.counts
	l.counts = nil
	l.mu.Unlock()
	if len(counts) == 0 {
		return
	}
	var attrs []any
	for _, policy := range slices.Sorted(maps.Keys(counts)) {
		attrs = append(attrs, slog.Int(policy, counts[policy]))
	}
	log.Info("refused for limits", attrs...)
}
