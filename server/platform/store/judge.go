package store

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/problem"
)

// Limiter says what the keys of calls may do at most.
type Limiter interface {
	// Judge returns what judges the transaction of a call whose key has limits, before it does anything.
	Judge(ctx context.Context, tx *Tx) (Judge, error)
}

// Judge refuses changes that the key of a call may not make. It sees every change of a transaction, because each has its row in
// the audit.
type Judge interface {
	// Change judges the change of a thing, given as it was and as it is as JSON; nil for nothing. The error is a refusal.
	Change(e AuditEntry, before, after []byte) error
	// Mark returns a function that forgets what was changed since.
	Mark() (forget func())
	// Settle ends the transaction's work before it is committed. err takes all back; it is *Again where others have used meanwhile what
	// was left. told is for a caller whose call was not carried out, and was taken back with Restart: what was written since is
	// committed, and is about that call alone.
	Settle(ctx context.Context) (told, err error)
}

// Limit has the store judge what keys with limits change. It is called before the first call.
func (s *Store) Limit(l Limiter) { s.limiter = l }

// Again is the refusal of a transaction that is carried out again, as others have come first. It is told when they always do.
type Again struct{ Refusal *problem.Error }

func (a *Again) Error() string { return a.Refusal.Error() }
func (a *Again) Unwrap() error { return a.Refusal }

// judged has the transaction of a call whose key has limits judged.
func (s *Store) judged(ctx context.Context, tx *Tx) (err error) {
	if s.limiter != nil && tx.call.Limits != nil {
		tx.judge, err = s.limiter.Judge(ctx, tx)
	}
	return err
}

// Limited reports whether changes of the transaction may be refused, each by itself, because of the limits of the key.
func (tx *Tx) Limited() bool { return tx.judge != nil }

// Savepoint has Restart take back what is done from now on.
func (tx *Tx) Savepoint(ctx context.Context) error {
	_, err := tx.conn.Exec(ctx, "SAVEPOINT judged")
	return err
}

// Restart takes back what was done since the Savepoint, the rows of the audit too. What is done from now on is not judged.
func (tx *Tx) Restart(ctx context.Context) error {
	tx.auditRows, tx.last, tx.revertOf, tx.seal, tx.judge = nil, &pgx.Batch{}, nil, nil, nil
	_, err := tx.conn.Exec(ctx, "ROLLBACK TO judged")
	return err
}

// AuditRows returns the rows that the transaction has added to the audit.
func (tx *Tx) AuditRows() []db.AuditInsertParams { return tx.auditRows }

// BeyondLimit returns the refusal of a change by the limits of a key; nil for any other error.
func BeyondLimit(err error) *problem.Error {
	if p, ok := errors.AsType[*problem.Error](err); ok && p.Code == problem.BeyondLimit {
		return p
	}
	return nil
}
