package ratelimit

import (
	"context"
	"log/slog"
	"sync/atomic"
	"time"
)

const (
	// probeEvery is how often Run probes Redis.
	probeEvery = 250 * time.Millisecond
	// backAfter is how many probes in a row succeed before Redis is used again: a
	// second, so that a server that comes and goes does not fill the log.
	backAfter = 4
)

// Shared is a Limiter whose buckets all replicas share, in Redis. While Redis is
// away, the replica counts alone, in its memory, and no call waits for Redis. The
// buckets of either side stay as they were left: in most cases they have become
// full meanwhile.
type Shared struct {
	redis *Redis
	local *Memory
	log   *slog.Logger

	away      atomic.Pointer[string] // why Redis is not used; nil while it is
	suspected chan struct{}          // a call failed: has one element at most
	fallbacks atomic.Uint64
	outages   atomic.Uint64
}

var _ Limiter = (*Shared)(nil)

// NewShared returns a Shared. Until Run finds that Redis is away, it is used.
func NewShared(redis *Redis, local *Memory, log *slog.Logger) *Shared {
	return &Shared{redis: redis, local: local, log: log, suspected: make(chan struct{}, 1)}
}

// Status is who counts, for readiness and metrics.
type Status struct {
	Shared    bool   // whether Redis counts for all replicas; else this replica counts alone
	Reason    string // why it counts alone, in plain words without addresses; "" when Redis counts
	Fallbacks uint64 // how many Takes and Returns the replica did alone, since its start
	Outages   uint64 // how often Redis went away, since the start
}

// Status returns who counts now.
func (s *Shared) Status() Status {
	status := Status{Shared: true, Fallbacks: s.fallbacks.Load(), Outages: s.outages.Load()}
	if reason := s.away.Load(); reason != nil {
		status.Shared, status.Reason = false, *reason
	}
	return status
}

// Take implements Limiter. The errors are those of Memory.
func (s *Shared) Take(ctx context.Context, policy Policy, key Key) (Decision, error) {
	if s.away.Load() == nil {
		d, err := s.redis.Take(ctx, policy, key)
		if err == nil {
			return d, nil
		}
		s.suspect()
	}
	s.fallbacks.Add(1)
	return s.local.Take(ctx, policy, key)
}

// Return implements Limiter, with the errors of Take. A token that was taken on
// the other side of a change is given back on this one: one token too many, or
// too few, for the client of that moment.
func (s *Shared) Return(ctx context.Context, policy Policy, key Key) error {
	if s.away.Load() == nil {
		err := s.redis.Return(ctx, policy, key)
		if err == nil {
			return nil
		}
		s.suspect()
	}
	s.fallbacks.Add(1)
	return s.local.Return(ctx, policy, key)
}

// suspect has Run probe Redis at once.
func (s *Shared) suspect() {
	select {
	case s.suspected <- struct{}{}:
	default: // it is about to
	}
}

// Run probes Redis until ctx ends, and notes whether it is away. Without it every
// call that fails waits for as long as Redis may take.
func (s *Shared) Run(ctx context.Context) {
	tick := time.NewTicker(probeEvery)
	defer tick.Stop()
	succeeded := 0 // probes in a row
	for {
		if err := s.redis.probe(ctx); err != nil {
			succeeded = 0
			s.lost(redisFault(err))
		} else if succeeded++; succeeded >= backAfter {
			s.found()
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		case <-s.suspected:
		}
	}
}

// lost notes that Redis is away. An outage is logged once, with its first reason.
func (s *Shared) lost(reason string) {
	if s.away.Swap(&reason) == nil {
		s.outages.Add(1)
		s.log.Warn("limits are counted by this replica alone", "reason", reason)
	}
}

// found notes that Redis is back, if it was away.
func (s *Shared) found() {
	if s.away.Swap(nil) != nil {
		s.log.Info("limits are shared by all replicas again")
	}
}
