package store

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/json"
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

// Write runs fn in a transaction that may write, and commits it together with
// the audit rows that fn added. The observers have been told what it changed of
// remembered rows when Write returns. fn runs again when the database asks for it
// (serialization failure, deadlock), so it must not act outside tx.
//
// It is for work that no caller waits for the answer of; an operation uses Answer.
func (s *Store) Write(ctx context.Context, fn func(tx *Tx) error) error {
	return s.write(ctx, func(tx *Tx) (any, error) { return nil, fn(tx) })
}

// Answer is Write for a call that is answered with what fn returns. The answer to
// a call with an Idempotency-Key is committed with the work. A repetition of the call does
// nothing, and the error is a *Replay; another call with the same key is refused.
func Answer[T any](ctx context.Context, s *Store, fn func(tx *Tx) (T, error)) (T, error) {
	var answer T
	err := s.write(ctx, func(tx *Tx) (_ any, err error) {
		answer, err = fn(tx)
		return answer, err
	})
	if err != nil {
		var none T
		return none, err
	}
	return answer, nil
}

// Tx is a transaction that writes.
type Tx struct {
	*db.Queries
	Now       time.Time // the moment of the call, as it is kept
	conn      *pgxpool.Conn
	last      *pgx.Batch // sent with the COMMIT
	call      *call.Call
	ids       IDs
	auditRows []db.AuditInsertParams // of the audit

	revertOf   *uuid.UUID // by the next row
	revertArgs json.RawMessage
	seal       Seal
	judge      Judge // nil when the key of the call has no limits
}

func (s *Store) newTx(conn *pgxpool.Conn, c *call.Call) *Tx {
	return &Tx{Queries: db.New(conn), conn: conn, last: &pgx.Batch{}, Now: s.Now(), call: c, ids: s.ids}
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

// NewID returns the id of a thing that the transaction makes.
func (tx *Tx) NewID() uuid.UUID { return tx.ids.next(tx.call) }

// NewSecretID returns the id of a thing that whoever knows it may see, such as a cart: 128 random bits, without the time of a UUID.
func (tx *Tx) NewSecretID() uuid.UUID {
	if tx.ids != nil { // they can be guessed, and look alike
		digest := sha256.Sum256([]byte(tx.NewID().String()))
		return uuid.UUID(digest[:16])
	}
	var id uuid.UUID
	rand.Read(id[:])
	return id
}

func (s *Store) write(ctx context.Context, fn func(tx *Tx) (answer any, err error)) (err error) {
	ctx, end := s.spans.Inner(ctx, "store.Write")
	defer func() { end(unlessRefused(err)) }()
	in := call.From(ctx)
	var changes []Change
	var told error
	err = retry(ctx, func() error {
		changes, told = nil, nil
		return s.inTurn(ctx, func(tx *Tx) error {
			if err := s.refuseRepetition(ctx, tx.conn, in.Idempotency); err != nil {
				return err
			}
			if err := s.judged(ctx, tx); err != nil {
				return err
			}
			answer, err := fn(tx)
			if err == nil && tx.judge != nil {
				told, err = tx.judge.Settle(ctx)
			}
			if err != nil || told != nil {
				return err
			}
			if err := tx.queueAuditAndAnswer(ctx, in.Idempotency, answer); err != nil {
				return err
			}
			s.readChanges(tx.last, &changes)
			return nil
		})
	})
	s.tellObservers(changes, err)
	return cmp.Or(err, told)
}

// queueAuditAndAnswer has written what is committed with the work of a transaction: its audit rows, without which a
// change is refused, and its answer for repetitions of the call.
func (tx *Tx) queueAuditAndAnswer(ctx context.Context, key *call.IdempotencyKey, answer any) error {
	if len(tx.auditRows) == 0 {
		if err := tx.refuseUnaudited(ctx); err != nil {
			return err
		}
	}
	if err := tx.queueAuditRows(ctx); err != nil {
		return err
	}
	return tx.keepAnswer(ctx, key, answer)
}

// ErrUnaudited is what Write returns for a function that wrote something and
// audited nothing: a fault of the program, and nothing is committed.
var ErrUnaudited = errors.New("store: a transaction wrote without an audit row")

// refuseUnaudited refuses a transaction without an audit row, unless it changed nothing, as one does
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

// Task runs housekeeping that leaves no audit row: the last use of a key, rows
// about calls that changed nothing, what has outlived its time. name is for errors and the
// reader; a test lists every use.
func (s *Store) Task(ctx context.Context, name string, fn func(tx *Tx) error) error {
	err := retry(ctx, func() error {
		return s.transact(ctx, func(tx *Tx) error {
			err := fn(tx)
			if err == nil && len(tx.auditRows) > 0 {
				err = errTaskAudited
			}
			return err
		})
	})
	if err != nil {
		return fmt.Errorf("task %s: %w", name, err)
	}
	return nil
}

var errTaskAudited = errors.New("a task leaves no rows in the audit")

// AtCommit has the statements without a result (:exec) that fn calls sent in one trip with the COMMIT, in their order and
// after all others. One that fails takes the transaction back, and Write returns its error. It is for the few places
// where the trips would cost more than the statements: the locks of the transaction are held meanwhile.
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

// Part runs fn. Of what is refused (*problem.Error) nothing is left, and the transaction can go on; any other error has to end it.
func (tx *Tx) Part(ctx context.Context, fn func() error) error {
	if _, err := tx.conn.Exec(ctx, "SAVEPOINT part"); err != nil {
		return err
	}
	rows, last := len(tx.auditRows), len(tx.last.QueuedQueries)
	forget := func() {}
	if tx.judge != nil {
		forget = tx.judge.Mark()
	}
	end, err := "RELEASE part", fn()
	if unlessRefused(err) != nil {
		return err
	}
	if err != nil {
		forget()
		tx.auditRows, tx.last.QueuedQueries, tx.revertOf = tx.auditRows[:rows], tx.last.QueuedQueries[:last], nil
		end = "ROLLBACK TO part; RELEASE part"
	}
	if _, failed := tx.conn.Exec(ctx, end); failed != nil {
		return failed
	}
	return err
}

// unlessRefused returns err unless it is the refusal of a call.
func unlessRefused(err error) error {
	if _, refused := errors.AsType[*problem.Error](err); refused {
		return nil
	}
	return err
}
