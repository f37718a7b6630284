package store

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/audit"
	"github.com/storefront/storefront/server/call"
)

// ErrUnaudited is what Write returns for a function that wrote something and
// audited nothing: a fault of the program, and nothing is committed.
var ErrUnaudited = errors.New("store: a transaction wrote without an audit row")

// Tx is a transaction that writes.
type Tx struct {
	*db.Queries
	Now  time.Time // the moment of the call, as it is kept
	call *call.Call
	rows []db.AuditInsertParams
}

// Audit notes what the transaction did to one thing; the row is written with it.
func (tx *Tx) Audit(e audit.Entry) error {
	row, err := audit.Row(tx.call, tx.Now, e)
	tx.rows = append(tx.rows, row)
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
// the audit rows that fn noted. fn runs again when the database asks for it
// (serialization failure, deadlock), so it must not act outside tx.
func (s *Store) Write(ctx context.Context, fn func(tx *Tx) error) error {
	return retried(ctx, func() error {
		return s.inTx(ctx, func(pgtx pgx.Tx) error {
			tx := &Tx{Queries: db.New(pgtx), Now: s.Now(), call: call.From(ctx)}
			if err := fn(tx); err != nil {
				return err
			}
			if len(tx.rows) == 0 {
				return refuseUnaudited(ctx, pgtx)
			}
			return insertAudit(ctx, tx.Queries, tx.rows)
		})
	})
}

// Task runs housekeeping that leaves no audit row: the last use of a key, rows
// about refused calls. name is for the reader; a test lists every use.
// What it writes may be lost in a crash, so nothing waits for the disk.
func (s *Store) Task(ctx context.Context, name string, fn func(q *db.Queries) error) error {
	return retried(ctx, func() error {
		return s.inTx(ctx, func(pgtx pgx.Tx) error {
			if _, err := pgtx.Exec(ctx, "SET LOCAL synchronous_commit = off /* "+name+" */"); err != nil {
				return err
			}
			return fn(db.New(pgtx))
		})
	})
}

func (s *Store) inTx(ctx context.Context, fn func(pgx.Tx) error) error {
	return pgx.BeginTxFunc(ctx, s.pool, pgx.TxOptions{AccessMode: pgx.ReadWrite}, fn)
}

// refuseUnaudited lets a transaction through that changed nothing, such as one
// that found nothing to do.
func refuseUnaudited(ctx context.Context, tx pgx.Tx) error {
	var wrote bool
	if err := tx.QueryRow(ctx, "SELECT pg_current_xact_id_if_assigned() IS NOT NULL").Scan(&wrote); err != nil {
		return err
	}
	if wrote {
		return ErrUnaudited
	}
	return nil
}

func insertAudit(ctx context.Context, q *db.Queries, rows []db.AuditInsertParams) error {
	var first error
	q.AuditInsert(ctx, rows).Exec(func(_ int, err error) {
		if first == nil {
			first = err
		}
	})
	return first
}

// InsertAudit writes rows about calls that changed nothing: refused ones, and
// those that showed personal data.
func (s *Store) InsertAudit(ctx context.Context, rows ...db.AuditInsertParams) error {
	return s.Task(ctx, "audit", func(q *db.Queries) error { return insertAudit(ctx, q, rows) })
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
