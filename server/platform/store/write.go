package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/problem"
)

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
