package server

import (
	"context"
	"sync"
	"time"

	"github.com/storefront/storefront/server/edge/discovery"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
)

// readyFor is how long readiness is remembered: anybody may ask for it, as often
// as they like.
const readyFor = 250 * time.Millisecond

// readyLimit bounds one examination, whatever the patience of who asked first.
const readyLimit = 2 * time.Second

// A condition examines one thing that calls depend on. It adds to the report
// what does not work as it should; its error says that no calls can be taken.
type condition func(context.Context, *discovery.Readiness) error

// conditions are what readiness depends on.
func (s *Server) conditions() []condition {
	return []condition{s.databaseReady, s.changesFollowed, s.limitsShared}
}

func (s *Server) databaseReady(ctx context.Context, report *discovery.Readiness) error {
	fault, err := s.store.Ready(ctx)
	if err != nil {
		return notReady(err)
	}
	s.feed.Reached()
	if fault != store.NoFault {
		report.Writable = false
		report.Reasons = append(report.Reasons, string(fault))
	}
	return nil
}

// changesFollowed adds why nothing is remembered, or only what was, when that is so: calls
// are answered all the same, by the database or as it was.
func (s *Server) changesFollowed(_ context.Context, report *discovery.Readiness) error {
	reason := s.feed.Reason()
	switch {
	case reason == "":
	case s.feed.Current():
		report.Reasons = append(report.Reasons, "memory does not follow the changes of the database: "+reason)
	default:
		report.Reasons = append(report.Reasons, "nothing is answered from memory: "+reason)
	}
	return nil
}

// limitsShared adds why each replica counts the limits alone, when that is so although
// they are to be shared: calls are answered all the same.
func (s *Server) limitsShared(_ context.Context, report *discovery.Readiness) error {
	if s.shared == nil {
		return nil
	}
	if status := s.shared.Status(); !status.Shared {
		report.Reasons = append(report.Reasons, "limits are counted by each replica alone: "+status.Reason)
	}
	return nil
}

// notReady says why no calls can be taken.
func notReady(err error) *problem.Error {
	fault := store.FaultOf(err)
	if fault == store.NoFault || fault == store.TimedOut {
		fault = store.Unreachable
	}
	return unavailable(fault, err)
}

// examine asks every condition.
func (s *Server) examine(ctx context.Context) (discovery.Readiness, error) {
	report := discovery.Readiness{Status: "ready", Writable: true, Reasons: []string{}}
	for _, check := range s.conditions() {
		if err := check(ctx, &report); err != nil {
			return discovery.Readiness{}, err
		}
	}
	return report, nil
}

// readiness is the last examination. Of many who ask at once, one examines.
type readiness struct {
	mu   sync.Mutex
	last *examination
}

type examination struct {
	done   chan struct{} // closed when the rest is known
	report discovery.Readiness
	err    error
	until  time.Time
}

// isOver reports whether the result is too old to be given.
func (e *examination) isOver() bool {
	select {
	case <-e.done:
		return time.Now().After(e.until)
	default:
		return false
	}
}

// ready reports whether calls can be taken, as of a moment ago.
func (s *Server) ready(ctx context.Context) (discovery.Readiness, error) {
	e := s.examination(context.WithoutCancel(ctx))
	select {
	case <-e.done:
		return e.report, e.err
	case <-ctx.Done():
		return discovery.Readiness{}, notReady(ctx.Err())
	}
}

// examination returns the last examination, or a new one when that is over.
func (s *Server) examination(ctx context.Context) *examination {
	s.readiness.mu.Lock()
	defer s.readiness.mu.Unlock()
	if e := s.readiness.last; e != nil && !e.isOver() {
		return e
	}
	e := &examination{done: make(chan struct{})}
	s.readiness.last = e
	go func() {
		ctx, cancel := context.WithTimeout(ctx, readyLimit)
		defer cancel()
		e.report, e.err = s.examine(ctx)
		e.until = time.Now().Add(readyFor)
		close(e.done)
	}()
	return e
}
