package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/audit"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/problem"
)

// ErrUnaudited is what Write returns for a function that wrote something and
// audited nothing: a fault of the program, and nothing is committed.
var ErrUnaudited = errors.New("store: a transaction wrote without an audit row")

// Tx is a transaction that writes.
type Tx struct {
	*db.Queries
	Ahead *db.Queries // statements that are sent with the next one: their results are not read
	Last  *db.Queries // statements that are sent with the COMMIT: their results are not read
	Now   time.Time   // the moment of the call, as it is kept
	call  *call.Call
	ids   IDs
	rows  []db.AuditInsertParams

	revertOf *uuid.UUID
	explain  []func(error) error
	seal     Seal
}

func (s *Store) newTx(w *work, c *call.Call) *Tx {
	return &Tx{Queries: db.New(w), Ahead: db.New(later{batch: &w.ahead}), Last: db.New(later{batch: &w.last}), Now: s.Now(), call: c, ids: s.ids}
}

// Explain has fn turn the error with which the transaction ends into that of the
// caller, such as that of a statement whose result is not read.
func (tx *Tx) Explain(fn func(error) error) { tx.explain = append(tx.explain, fn) }

// explained returns an error of the transaction as the caller is told it. tx may be nil.
func (tx *Tx) explained(err error) error {
	if err == nil || tx == nil {
		return err
	}
	for _, explain := range tx.explain {
		err = explain(err)
	}
	return err
}

// Audit adds a row about what the transaction did to one thing; it is committed with it.
func (tx *Tx) Audit(e audit.Entry) error {
	row, err := audit.Row(tx.call, tx.Now, e)
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
		return Batched(tx.Last.AuditInsert(ctx, tx.rows))
	}
	rows := make([]db.AuditCopyParams, len(tx.rows))
	for i, row := range tx.rows {
		rows[i] = db.AuditCopyParams(row)
	}
	_, err := tx.AuditCopy(ctx, rows)
	return err
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
	var tx *Tx
	err = retried(ctx, func() error {
		changes, tx = nil, nil
		return s.inTurn(ctx, func(w *work) error {
			if err := s.enter(ctx, w, in.Once); err != nil {
				return err
			}
			tx = s.newTx(w, in)
			answer, err := fn(tx)
			if err != nil {
				return err
			}
			if len(tx.rows) == 0 {
				if err := refuseUnaudited(ctx, w); err != nil {
					return err
				}
			}
			if err := errors.Join(tx.insertAudit(ctx), tx.keep(ctx, in.Once, answer)); err != nil {
				return err
			}
			s.readChanges(&w.last, &changes)
			return nil
		})
	})
	s.observed(changes, err)
	return tx.explained(err)
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
	var tx *Tx
	err := retried(ctx, func() error {
		return s.transact(ctx, func(w *work) error {
			tx = s.newTx(w, call.From(ctx))
			err := fn(tx)
			if err == nil && len(tx.rows) > 0 {
				err = errAudited
			}
			return err
		})
	})
	if err = tx.explained(err); err != nil {
		return fmt.Errorf("task %s: %w", name, err)
	}
	return nil
}

var errAudited = errors.New("a task leaves no rows in the audit")

// ErrUncertain is wrapped by the error of a commit whose answer did not come:
// it may have happened or not.
var ErrUncertain = errors.New("store: it is not known whether the transaction was committed")

// uncertain is the error of such a commit, and what ended it.
type uncertain struct{ cause error }

func (u uncertain) Error() string   { return ErrUncertain.Error() + ": " + u.cause.Error() }
func (u uncertain) Unwrap() []error { return []error{ErrUncertain, u.cause} }

// refuseUnaudited lets a transaction through that changed nothing, such as one
// that found nothing to do.
func refuseUnaudited(ctx context.Context, w *work) error {
	if w.last.Len() > 0 {
		return ErrUnaudited
	}
	if !w.begun {
		return nil
	}
	var wrote bool
	if err := w.QueryRow(ctx, "SELECT pg_current_xact_id_if_assigned() IS NOT NULL").Scan(&wrote); err != nil {
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
