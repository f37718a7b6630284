package store

import (
	"context"
	"errors"
	"fmt"
)

// errNoTurn is wrapped by the error of a transaction that got no turn in time.
var errNoTurn = errors.New("store: too many transactions write")

// turns bounds how many transactions write at once, so that those that wait for
// a lock, up to the time limit of each, leave connections to the calls that read.
type turns chan struct{}

// newTurns returns the turns for a pool of that many connections: a quarter of
// them, and at least three where there are more, is left. Tasks take no turn and
// one connection each; the rows about reads are written by one of them.
func newTurns(conns int32) turns {
	const fewest = 3
	return make(turns, max(1, conns-max(fewest, conns/4)))
}

// inTurn is transact once it is the transaction's turn.
func (s *Store) inTurn(ctx context.Context, fn func(*work) error) error {
	select {
	case s.turns <- struct{}{}:
		defer func() { <-s.turns }()
	case <-ctx.Done():
	}
	switch err := ctx.Err(); { // a turn that comes with the deadline is too late
	case errors.Is(err, context.DeadlineExceeded):
		return fmt.Errorf("%w: %w", errNoTurn, err)
	case err != nil:
		return err
	}
	return s.transact(ctx, fn)
}

// Turns returns how many transactions write, and how many may at once.
func (s *Store) Turns() (taken, most int) { return len(s.turns), cap(s.turns) }
