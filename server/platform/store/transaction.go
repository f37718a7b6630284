package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/storefront/storefront/server/platform/call"
)

// inTurn is transact once it is the transaction's turn.
func (s *Store) inTurn(ctx context.Context, fn func(*Tx) error) error {
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

// Turns returns how many transactions write, and how many may at once.
func (s *Store) Turns() (taken, most int) { return len(s.turns), cap(s.turns) }

// transact runs fn in a transaction and commits it, with what fn keeps for the COMMIT. Once there is only that left,
// a caller that goes away or runs out of time does not stop it: a commit that was cut off may or may not have happened.
func (s *Store) transact(ctx context.Context, fn func(*Tx) error) error {
	conn, err := s.pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer release(ctx, conn)
	if _, err := conn.Exec(ctx, "BEGIN READ WRITE"); err != nil {
		return s.refusedToBegin(err)
	}
	tx := s.newTx(conn, call.From(ctx))
	if err := fn(tx); err != nil {
		return s.noteFullDisk(err)
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return s.noteFullDisk(withOwnTime(ctx, func(ctx context.Context) error { return commit(ctx, conn.Conn(), tx.last) }))
}

// commit sends what is left to be sent, and COMMIT.
func commit(ctx context.Context, conn *pgx.Conn, last *pgx.Batch) error {
	last.Queue("COMMIT").Exec(func(tag pgconn.CommandTag) error {
		if tag.String() == "ROLLBACK" { // a statement before it had failed, and nobody looked
			return pgx.ErrTxCommitRollback
		}
		return nil
	})
	err := conn.SendBatch(ctx, last).Close()
	if err == nil || refusedCommit(conn.PgConn(), err) {
		return err
	}
	return uncertainError{err}
}

// refusedCommit reports whether err says that a COMMIT that was sent did not happen. A statement
// before it, or COMMIT itself, was refused with an ERROR, or the transaction is still open. FATAL
// and PANIC end a session, which may have carried out the COMMIT before.
func refusedCommit(conn *pgconn.PgConn, err error) bool {
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok {
		return isRefusal(pg)
	}
	const open, failed = 'T', 'E'
	return errors.Is(err, pgx.ErrTxCommitRollback) || !conn.IsClosed() && (conn.TxStatus() == open || conn.TxStatus() == failed)
}

// release takes a transaction back that was not committed, and gives the connection
// to the next.
func release(ctx context.Context, conn *pgxpool.Conn) {
	const idle = 'I'
	if pg := conn.Conn().PgConn(); !pg.IsClosed() && pg.TxStatus() != idle {
		_ = withOwnTime(ctx, func(ctx context.Context) error { // a connection with a transaction left is closed
			_, err := conn.Exec(ctx, "ROLLBACK")
			return err
		})
	}
	conn.Release()
}

// withOwnTime ends a transaction with a time of its own, which begins now, however
// long the work before it took.
func withOwnTime(ctx context.Context, end func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), EndWait)
	defer cancel()
	return end(ctx)
}

// EndWait is how long a commit, a rollback or the row of a call without a change may take, whatever the caller's
// patience.
const EndWait = 10 * time.Second

// ErrUncertain is wrapped by the error of a commit whose answer did not come:
// it may have happened or not.
var ErrUncertain = errors.New("store: it is not known whether the transaction was committed")

// uncertainError is the error of such a commit, and what ended it.
type uncertainError struct{ cause error }

func (u uncertainError) Error() string   { return ErrUncertain.Error() + ": " + u.cause.Error() }
func (u uncertainError) Unwrap() []error { return []error{ErrUncertain, u.cause} }

// retry runs fn again, a few times, when PostgreSQL asks for it.
func retry(ctx context.Context, fn func() error) error {
	const attempts = 5
	for i := 1; ; i++ {
		err := fn()
		if err == nil || i == attempts || !wantsRetry(err) {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Duration(i*i) * 5 * time.Millisecond):
		}
	}
}
