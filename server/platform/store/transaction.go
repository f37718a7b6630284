package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/problem"
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

// Turns returns how many transactions write, and how many may at once.
func (s *Store) Turns() (taken, most int) { return len(s.turns), cap(s.turns) }

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

// transact runs fn in a transaction and commits it, with what fn keeps for the COMMIT. Once there is only that left, a caller that goes away or runs out of time does not stop it:
// a commit that was cut off may or may not have happened.
func (s *Store) transact(ctx context.Context, fn func(*Tx) error) error {
	conn, err := s.pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer end(ctx, conn)
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
	return s.noteFullDisk(lasting(ctx, func(ctx context.Context) error { return commit(ctx, conn.Conn(), tx.last) }))
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
	return uncertain{err}
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

// end takes a transaction back that was not committed, and gives the connection
// to the next.
func end(ctx context.Context, conn *pgxpool.Conn) {
	const idle = 'I'
	if pg := conn.Conn().PgConn(); !pg.IsClosed() && pg.TxStatus() != idle {
		_ = lasting(ctx, func(ctx context.Context) error { // a connection with a transaction left is closed
			_, err := conn.Exec(ctx, "ROLLBACK")
			return err
		})
	}
	conn.Release()
}

// EndWait is how long a commit, a rollback or the row of a call without a change may take, whatever the caller's
// patience.
const EndWait = 10 * time.Second

// lasting ends a transaction with a time of its own, which begins now, however
// long the work before it took.
func lasting(ctx context.Context, end func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), EndWait)
	defer cancel()
	return end(ctx)
}

// ErrUncertain is wrapped by the error of a commit whose answer did not come:
// it may have happened or not.
var ErrUncertain = errors.New("store: it is not known whether the transaction was committed")

// uncertain is the error of such a commit, and what ended it.
type uncertain struct{ cause error }

func (u uncertain) Error() string   { return ErrUncertain.Error() + ": " + u.cause.Error() }
func (u uncertain) Unwrap() []error { return []error{ErrUncertain, u.cause} }

// retried runs fn again, a few times, when PostgreSQL asks for it.
func retried(ctx context.Context, fn func() error) error {
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

// ErrUnaudited is what Write returns for a function that wrote something and
// audited nothing: a fault of the program, and nothing is committed.
var ErrUnaudited = errors.New("store: a transaction wrote without an audit row")

// Tx is a transaction that writes.
type Tx struct {
	*db.Queries
	Now  time.Time // the moment of the call, as it is kept
	conn *pgxpool.Conn
	last *pgx.Batch // sent with the COMMIT
	call *call.Call
	ids  IDs
	rows []db.AuditInsertParams

	revertOf *uuid.UUID
	seal     Seal
}

func (s *Store) newTx(conn *pgxpool.Conn, c *call.Call) *Tx {
	return &Tx{Queries: db.New(conn), conn: conn, last: &pgx.Batch{}, Now: s.Now(), call: c, ids: s.ids}
}

// Audit adds a row about what the transaction did to one thing; it is committed with it.
func (tx *Tx) Audit(e AuditEntry) error {
	row, err := AuditRow(tx.call, tx.Now, e)
	row.ID = tx.NewID()
	row.RevertOf = tx.revertOf
	tx.rows = append(tx.rows, row)
	return err
}

// Reverts has the one row that the transaction adds say that it reverts another, by its id.
func (tx *Tx) Reverts(row uuid.UUID) { tx.revertOf = &row }

// Audited returns the id of the row that was added last.
func (tx *Tx) Audited() uuid.UUID { return tx.rows[len(tx.rows)-1].ID }

// insertAudit writes the rows that were added: a few are sent with the COMMIT.
func (tx *Tx) insertAudit(ctx context.Context) error {
	const few = 20
	if len(tx.rows) <= few {
		return tx.insertAtCommit(ctx, tx.rows)
	}
	rows := make([]db.AuditCopyParams, len(tx.rows))
	for i, row := range tx.rows {
		rows[i] = db.AuditCopyParams(row)
	}
	_, err := tx.AuditCopy(ctx, rows)
	return err
}

// insertAtCommit writes rows of the audit with the COMMIT.
func (tx *Tx) insertAtCommit(ctx context.Context, rows []db.AuditInsertParams) error {
	return tx.AtCommit(func(q *db.Queries) error {
		for _, row := range rows {
			if err := q.AuditInsert(ctx, row); err != nil {
				return err
			}
		}
		return nil
	})
}

// After returns the moment of the call, or a later one when the thing was
// changed in this very millisecond: each change of a thing moves its updatedAt,
// which callers use as its version.
func (tx *Tx) After(last time.Time) time.Time {
	if tx.Now.After(last) {
		return tx.Now
	}
	return last.Add(time.Millisecond)
}

// Write runs fn in a transaction that may write, and commits it together with
// the audit rows that fn added. The observers have been told what it changed of
// remembered rows when Write returns. fn runs again when the database asks for it
// (serialization failure, deadlock), so it must not act outside tx.
//
// It is for work that no caller waits for the answer of; an operation uses Answer.
func (s *Store) Write(ctx context.Context, fn func(tx *Tx) error) error {
	return s.write(ctx, func(tx *Tx) (any, error) { return nil, fn(tx) })
}

func (s *Store) write(ctx context.Context, fn func(tx *Tx) (answer any, err error)) (err error) {
	ctx, end := s.spans.Inner(ctx, "store.Write")
	defer func() { end(faulty(err)) }()
	in := call.From(ctx)
	var changes []Change
	err = retried(ctx, func() error {
		changes = nil
		return s.inTurn(ctx, func(tx *Tx) error {
			if err := s.enter(ctx, tx.conn, in.Once); err != nil {
				return err
			}
			answer, err := fn(tx)
			if err != nil {
				return err
			}
			if err := tx.leave(ctx, in.Once, answer); err != nil {
				return err
			}
			s.readChanges(tx.last, &changes)
			return nil
		})
	})
	s.observed(changes, err)
	return err
}

// leave has written what is committed with the work of a transaction: its audit rows, and its answer
// for repetitions of the call.
func (tx *Tx) leave(ctx context.Context, once *call.Once, answer any) error {
	if len(tx.rows) == 0 {
		if err := tx.refuseUnaudited(ctx); err != nil {
			return err
		}
	}
	if err := tx.insertAudit(ctx); err != nil {
		return err
	}
	return tx.keep(ctx, once, answer)
}

// faulty returns err unless it is the refusal of a call.
func faulty(err error) error {
	if _, refused := errors.AsType[*problem.Error](err); refused {
		return nil
	}
	return err
}

// Task runs housekeeping that leaves no audit row: the last use of a key, rows
// about calls that changed nothing, what has outlived its time. name is for errors and the
// reader; a test lists every use.
func (s *Store) Task(ctx context.Context, name string, fn func(tx *Tx) error) error {
	err := retried(ctx, func() error {
		return s.transact(ctx, func(tx *Tx) error {
			err := fn(tx)
			if err == nil && len(tx.rows) > 0 {
				err = errAudited
			}
			return err
		})
	})
	if err != nil {
		return fmt.Errorf("task %s: %w", name, err)
	}
	return nil
}

var errAudited = errors.New("a task leaves no rows in the audit")

// refuseUnaudited lets a transaction through that changed nothing, such as one
// that found nothing to do.
func (tx *Tx) refuseUnaudited(ctx context.Context) error {
	if tx.last.Len() > 0 {
		return ErrUnaudited
	}
	var wrote bool
	if err := tx.conn.QueryRow(ctx, "SELECT pg_current_xact_id_if_assigned() IS NOT NULL").Scan(&wrote); err != nil {
		return err
	}
	if wrote {
		return ErrUnaudited
	}
	return nil
}

// Batched runs a batch of statements to its end and returns the first error.
func Batched(b interface{ Exec(func(int, error)) }) error {
	var first error
	b.Exec(func(_ int, err error) {
		if first == nil {
			first = err
		}
	})
	return first
}

// AtCommit has the statements without a result (:exec) that fn calls sent in one trip with the COMMIT, in their order and
// after all others. One that fails takes the transaction back, and Write returns its error. It is for the few places
// where the trips would cost more than the statements: an order holds the locks of its products meanwhile.
func (tx *Tx) AtCommit(fn func(q *db.Queries) error) error {
	return fn(db.New(atCommit{tx.conn, tx.last}))
}

// atCommit is a connection that keeps statements without a result.
type atCommit struct {
	*pgxpool.Conn
	last *pgx.Batch
}

// Exec keeps a statement.
func (c atCommit) Exec(_ context.Context, sql string, args ...any) (pgconn.CommandTag, error) {
	c.last.Queue(sql, args...)
	return pgconn.CommandTag{}, nil
}
