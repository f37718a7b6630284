package store

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// Change is what one statement changed of a table whose rows are remembered.
type Change struct {
	XID   uint64 // of the transaction
	Table string
	IDs   []uuid.UUID // of the rows; nil when any row may have changed
}

// Observe has fn called, too, with the changes that each transaction of Write
// recorded, after its COMMIT and before Write returns. Call it before the first Write.
func (s *Store) Observe(fn func([]Change)) { s.observers = append(s.observers, fn) }

// changesOfTransaction reads what the triggers recorded of a transaction so far. One that wrote
// nothing has no number, and finds no row.
const changesOfTransaction = `SELECT xid::text::bigint, table_name, ids FROM changes WHERE xid = pg_current_xact_id_if_assigned()`

// readChanges reads, on the way to the COMMIT, what the transaction changed.
func (s *Store) readChanges(last *pgx.Batch, into *[]Change) {
	if len(s.observers) == 0 {
		return
	}
	last.Queue(changesOfTransaction).Query(func(rows pgx.Rows) (err error) {
		*into, err = pgx.AppendRows((*into)[:0], rows, scanChange)
		return err
	})
}

// tellObservers tells the observers about a transaction that was committed. Of one that
// may have been, they learn as others do: by ChangesSince.
func (s *Store) tellObservers(changes []Change, err error) {
	if err != nil || len(changes) == 0 {
		return
	}
	for _, observe := range s.observers {
		observe(changes)
	}
}

func scanChange(row pgx.CollectableRow) (c Change, err error) {
	err = row.Scan(&c.XID, &c.Table, &c.IDs)
	return c, err
}

// Seen is what has been read of the changes: the transactions that a snapshot of
// one server shows. The zero value is the beginning of a reader that knows nothing.
type Seen struct {
	Snapshot string    // pg_snapshot as text
	Server   time.Time // when that server started: another one may have another history
}

// changesSince selects a row for each change of a transaction that the snapshot seen
// did not show and the present one shows, and at least one row. Such a transaction had
// either not begun or was under way: those that commit in another order than they began
// in are all found that way, each once, and however long one is under way, no change is
// read that was read before.
const changesSince = `SELECT pg_current_snapshot()::text, pg_postmaster_start_time(), pg_is_in_recovery(),
	c.xid::text::bigint, c.table_name, c.ids
FROM (VALUES (nullif($1::text, '')::pg_snapshot)) AS v (seen)
LEFT JOIN LATERAL (
	SELECT * FROM changes WHERE xid >= pg_snapshot_xmax(v.seen)
	UNION ALL
	SELECT * FROM changes WHERE xid = ANY (ARRAY(SELECT pg_snapshot_xip(v.seen)))
) AS c ON true`

// ChangesSince reads the changes of all transactions that were committed after seen,
// on a connection of Dedicated. known is false when seen says nothing about this
// server: then anything may have changed, and changes is empty.
func ChangesSince(ctx context.Context, conn *pgx.Conn, seen Seen) (now Seen, changes []Change, known bool, err error) {
	rows, err := conn.Query(ctx, changesSince, seen.Snapshot)
	if err != nil {
		return seen, nil, false, err
	}
	defer rows.Close()
	standby := false
	for rows.Next() {
		var xid *uint64
		var table *string
		var c Change
		if err := rows.Scan(&now.Snapshot, &now.Server, &standby, &xid, &table, &c.IDs); err != nil {
			return seen, nil, false, err
		}
		if xid != nil {
			c.XID, c.Table = *xid, *table
			changes = append(changes, c)
		}
	}
	if err := rows.Err(); err != nil {
		return seen, nil, false, err
	}
	if standby {
		return seen, nil, false, errStandby
	}
	if known = seen.Snapshot != "" && seen.Server.Equal(now.Server); !known {
		changes = nil
	}
	return now, changes, known, nil
}

// unrecordedTables selects those of the tables whose changes are not recorded: a trigger is
// missing or disabled, or the rows come from a subscription, which fires none.
const unrecordedTables = `SELECT t.name FROM unnest($1::text[]) AS t (name)
LEFT JOIN pg_trigger g ON g.tgrelid = to_regclass(t.name) AND g.tgname LIKE 'changes\_%' AND g.tgenabled IN ('O', 'A')
GROUP BY t.name
HAVING coalesce(bit_or(g.tgtype), 0::smallint) & 60::smallint <> 60 -- INSERT, DELETE, UPDATE and TRUNCATE
	OR EXISTS (SELECT FROM pg_subscription_rel WHERE srrelid = to_regclass(t.name))
ORDER BY t.name`

// Unrecorded returns those of the tables of which not every change is recorded.
func Unrecorded(ctx context.Context, conn *pgx.Conn, tables []string) ([]string, error) {
	rows, err := conn.Query(ctx, unrecordedTables, tables)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}
