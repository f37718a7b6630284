// Package sandbox is a throw-away shop for the tests of those who call the service: the demo
// shop, keys that everybody knows, ids that are the same each time, and a clock of its own.
//
// Its database holds its first state besides the tables of the shop (first.sql): a reset
// writes that back and begins the service anew, so that nothing of the life before is left,
// in the database or in memory (decision 22).
//
// Without a configured database a sandbox runs a PostgreSQL of its own on a copy of a
// prepared data folder, which is made once and kept in the user's cache.
package sandbox

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync/atomic"
	"time"

	"golang.org/x/sync/semaphore"

	"github.com/storefront/storefront/server/platform/problem"
)

// Life is the service from one reset to the next.
type Life struct {
	Handler http.Handler
	End     func() // stops the service, and returns when nothing of it goes on
}

// Shop is a service that can begin anew. It is safe for concurrent use.
type Shop struct {
	restore  func(context.Context) error
	begin    func(context.Context) (*Life, error)
	patience time.Duration // of a reset with the calls under way
	turn     *semaphore.Weighted
	life     atomic.Pointer[Life]
}

// everybody is the weight of a reset, for which no call may be under way.
const everybody = 1 << 30

// NewShop begins a service on the database, with begin, which is called again after each reset.
func NewShop(ctx context.Context, db *Database, patience time.Duration, begin func(context.Context) (*Life, error)) (*Shop, error) {
	s := &Shop{restore: db.Restore, begin: begin, patience: patience, turn: semaphore.NewWeighted(everybody)}
	return s, s.start(ctx)
}

func (s *Shop) start(ctx context.Context) error {
	life, err := s.begin(ctx)
	if err == nil {
		s.life.Store(life)
	}
	return err
}

// ServeHTTP answers a call, after a reset if one is under way. It says of every answer that it
// is that of a sandbox.
func (s *Shop) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set(Header, "true")
	if r.URL.Path != ResetPath { // a reset waits for all others
		if s.turn.Acquire(r.Context(), 1) != nil {
			return // the caller is gone
		}
		defer s.turn.Release(1)
	}
	s.life.Load().Handler.ServeHTTP(w, r)
}

// Reset restores the first state when the calls under way have ended, and begins the service
// anew. The error, which is for the caller, leaves everything as it is.
func (s *Shop) Reset(ctx context.Context) error {
	waiting, cancel := context.WithTimeout(ctx, s.patience)
	defer cancel()
	if err := s.turn.Acquire(waiting, everybody); err != nil {
		p := problem.Away(err)
		p.Detail = fmt.Sprintf("Calls under way did not end within %v. Nothing was reset.", s.patience)
		return p
	}
	defer s.turn.Release(everybody)
	ctx = context.WithoutCancel(ctx) // half a reset helps nobody
	s.life.Load().End()
	return errors.Join(s.restore(ctx), s.start(ctx))
}

// Close stops the service.
func (s *Shop) Close() { s.life.Load().End() }

// Header is the header of every answer of a sandbox.
const Header = "Storefront-Sandbox"

// ResetPath is the address that restores the first state.
const ResetPath = "/sandbox/reset"
