package demo

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/store"
)

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
