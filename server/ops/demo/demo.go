// Package demo contains a small shop, a Danish optician, and writes it to an
// empty database: for a first look at the product, and as data for the tests.
package demo

import (
	"context"
	"fmt"
	"log/slog"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/storefront/storefront/server/platform/auth"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/shop/catalog"
)

// Fill writes the demo shop to the database if that is empty, or completes it if
// an earlier Fill was interrupted. It reports whether it did so. If several
// processes fill at once, one does, and the others wait for it.
func Fill(ctx context.Context, st *store.Store, log *slog.Logger) (filled bool, err error) {
	filled, err = fill(ctx, st)
	if err != nil {
		return false, fmt.Errorf("demo: %w", err)
	}
	if filled {
		log.Info("the database holds the demo shop")
	}
	return filled, nil
}

func fill(ctx context.Context, st *store.Store) (bool, error) {
	unlock, err := lock(ctx, st)
	if err != nil {
		return false, err
	}
	defer unlock()
	now, err := read(ctx, st)
	if err != nil || !now.wanting() {
		return false, err
	}
	steps, err := allSteps(st) // all are validated before the first is executed
	if err != nil {
		return false, err
	}
	done, err := now.begin(ctx, st)
	if err != nil {
		return false, err
	}
	for _, s := range steps {
		if done[s.id()] {
			continue
		}
		if err := s.make(ctx); err != nil {
			return false, fmt.Errorf("%s: %w", s.title(), err)
		}
	}
	if err := nameEntry(ctx, st); err != nil {
		return false, err
	}
	if err := mark(ctx, st, complete); err != nil {
		return false, err
	}
	return true, catalog.Analyze(ctx, st)
}

// Is reports whether the database holds the demo shop, whatever has become of it.
func Is(ctx context.Context, st *store.Store) (bool, error) {
	now, err := read(ctx, st)
	return now.Begun, err
}

// FillURL is Fill on the database at url.
func FillURL(ctx context.Context, url string) error {
	st, err := store.Open(url, store.Options{})
	if err != nil {
		return err
	}
	defer st.Close()
	_, err = Fill(ctx, st, slog.New(slog.DiscardHandler))
	return err
}

// Key makes the key of the demo shop's owner, with all scopes, and returns its secret.
func Key(ctx context.Context, st *store.Store) (secret string, err error) {
	c := call.Task(task)
	c.Tool = "keys.create"
	ctx = call.With(ctx, c)
	id, secret, err := auth.Create(ctx, st, auth.Grant{Name: "demo", Holder: auth.Person, Scopes: slices.Clone(contract.Scopes)})
	if err != nil {
		return "", err
	}
	return secret, GiveCart(ctx, st, id)
}

// task is the name of the fill in the audit.
const task = "demo"

// A fill takes many transactions, so it may be interrupted between two. Its
// progress is in the audit, whose rows are committed with the changes that they
// record: each step has one, and two marks are the beginning and the end.
const (
	begun    = "begun"
	complete = "complete"
)

// progress is how far the fill of a database is.
type progress struct{ Occupied, Begun, Complete bool }

func read(ctx context.Context, st *store.Store) (progress, error) {
	rows, err := st.Query(ctx, `SELECT
		EXISTS (SELECT FROM categories) OR EXISTS (SELECT FROM products) OR EXISTS (SELECT FROM pages) OR EXISTS (SELECT FROM orders),
		EXISTS (SELECT FROM audit_log WHERE entity_type = $1 AND entity_id = $2),
		EXISTS (SELECT FROM audit_log WHERE entity_type = $1 AND entity_id = $3)`, task, begun, complete)
	if err != nil {
		return progress{}, err
	}
	return pgx.CollectExactlyOneRow(rows, pgx.RowToStructByPos[progress])
}

// wanting reports whether there is something to fill. A shop that is not the
// demo shop is left alone, and so is a demo shop that was once complete,
// whatever has changed in it.
func (p progress) wanting() bool { return !p.Complete && (p.Begun || !p.Occupied) }

// begin records the beginning of a fill, or returns the steps of an interrupted
// one.
func (p progress) begin(ctx context.Context, st *store.Store) (map[uuid.UUID]bool, error) {
	if !p.Begun {
		return nil, mark(ctx, st, begun)
	}
	rows, err := st.Query(ctx, "SELECT request_id FROM audit_log WHERE actor = $1", call.Task(task).Actor)
	if err != nil {
		return nil, err
	}
	ids, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
	done := map[uuid.UUID]bool{}
	for _, id := range ids {
		done[id] = true
	}
	return done, err
}

func mark(ctx context.Context, st *store.Store, what string) error {
	c := call.Task(task)
	c.RequestID = (&step{tool: task, name: what}).id()
	return st.Write(call.With(ctx, c), func(tx *store.Tx) error {
		return tx.Audit(store.AuditEntry{EntityType: task, EntityID: what})
	})
}

// locking waits as long as another process fills the database, and holds the lock
// as long as this one does.
const locking = `BEGIN; SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0;
	SELECT pg_advisory_xact_lock(hashtext('storefront_demo'))`

// lock waits until no other process fills this database. The lock belongs to a
// transaction of its own, because a fill takes many, and is released with its
// connection, even if this process is killed. Behind a pooler, what belongs to a
// session would go on to another client.
func lock(ctx context.Context, st *store.Store) (unlock func(), err error) {
	conn, err := st.Dedicated(ctx)
	if err != nil {
		return nil, err
	}
	unlock = func() { _ = conn.Close(context.WithoutCancel(ctx)) }
	if _, err = conn.Exec(ctx, locking); err != nil {
		unlock()
		return nil, err
	}
	return unlock, nil
}
