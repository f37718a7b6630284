package store

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// work is a transaction. A trip to PostgreSQL costs more than most statements
// do, so BEGIN is sent with the first statement and COMMIT with the last ones.
type work struct {
	*pgxpool.Conn
	ahead   pgx.Batch // is sent with the next statement; BEGIN is the first of it
	begun   bool
	refused error     // of a statement in ahead
	last    pgx.Batch // is sent with COMMIT
}

// transact runs fn in a transaction and commits it. Once there is only the
// commit left, a caller that goes away or runs out of time does not stop it:
// a commit that was cut off may or may not have happened.
func (s *Store) transact(ctx context.Context, fn func(*work) error) error {
	conn, err := s.pool.Acquire(ctx)
	if err != nil {
		return err
	}
	w := &work{Conn: conn}
	w.ahead.Queue("BEGIN READ WRITE")
	defer w.end(ctx)
	return s.learn(w, w.run(ctx, fn))
}

func (w *work) run(ctx context.Context, fn func(*work) error) error {
	if err := fn(w); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return lasting(ctx, w.commit)
}

// commit sends what is left to be sent, and COMMIT.
func (w *work) commit(ctx context.Context) error {
	if !w.begun && w.last.Len() == 0 {
		return nil
	}
	w.last.Queue("COMMIT").Exec(func(tag pgconn.CommandTag) error {
		if tag.String() == "ROLLBACK" { // a statement before it had failed, and nobody looked
			return pgx.ErrTxCommitRollback
		}
		return nil
	})
	err := w.SendBatch(ctx, &w.last).Close()
	if err == nil || w.refusedCommit(err) {
		return err
	}
	return uncertain{err}
}

// refusedCommit reports whether err says that a COMMIT that was sent did not happen. A statement
// before it, or COMMIT itself, was refused with an ERROR, or the transaction is still open. FATAL
// and PANIC end a session, which may have carried out the COMMIT before.
func (w *work) refusedCommit(err error) bool {
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok {
		return isRefusal(pg)
	}
	const open, failed = 'T', 'E'
	conn := w.Conn.Conn().PgConn()
	return errors.Is(err, pgx.ErrTxCommitRollback) || !conn.IsClosed() && (conn.TxStatus() == open || conn.TxStatus() == failed)
}

// end takes a transaction back that was not committed, and gives the connection
// to the next.
func (w *work) end(ctx context.Context) {
	const idle = 'I'
	if pg := w.Conn.Conn().PgConn(); !pg.IsClosed() && pg.TxStatus() != idle {
		_ = lasting(ctx, func(ctx context.Context) error { // a connection with a transaction left is closed
			_, err := w.Conn.Exec(ctx, "ROLLBACK")
			return err
		})
	}
	w.Release()
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

// SendBatch sends statements at once, after those that are kept to be sent ahead of them.
func (w *work) SendBatch(ctx context.Context, b *pgx.Batch) pgx.BatchResults {
	all := w.ahead
	ahead := all.Len()
	if ahead == 0 {
		return w.Conn.SendBatch(ctx, b)
	}
	w.begun, w.ahead = true, pgx.Batch{}
	all.QueuedQueries = append(all.QueuedQueries, b.QueuedQueries...)
	results := w.Conn.SendBatch(ctx, &all)
	for range ahead {
		if _, err := results.Exec(); w.refused == nil {
			w.refused = err // all after it fails in the same way
		}
	}
	return results
}

// Exec runs a statement.
func (w *work) Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error) {
	if w.ahead.Len() == 0 {
		return w.Conn.Exec(ctx, sql, args...)
	}
	results := w.afterAhead(ctx, sql, args)
	tag, err := results.Exec()
	if end := results.Close(); err == nil {
		err = end
	}
	return tag, err
}

// Query runs a statement that gives rows.
func (w *work) Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error) {
	if w.ahead.Len() == 0 {
		return w.Conn.Query(ctx, sql, args...)
	}
	results := w.afterAhead(ctx, sql, args)
	rows, err := results.Query()
	if err != nil {
		_ = results.Close() // with the same error
	}
	return batchRows{rows, results}, err
}

// QueryRow runs a statement that gives one row.
func (w *work) QueryRow(ctx context.Context, sql string, args ...any) pgx.Row {
	if w.ahead.Len() == 0 {
		return w.Conn.QueryRow(ctx, sql, args...)
	}
	results := w.afterAhead(ctx, sql, args)
	return batchRow{results.QueryRow(), results}
}

// CopyFrom copies rows into a table.
func (w *work) CopyFrom(ctx context.Context, table pgx.Identifier, columns []string, rows pgx.CopyFromSource) (int64, error) {
	if w.ahead.Len() > 0 {
		if err := w.SendBatch(ctx, &pgx.Batch{}).Close(); err != nil {
			return 0, err
		}
	}
	return w.Conn.CopyFrom(ctx, table, columns, rows)
}

func (w *work) afterAhead(ctx context.Context, sql string, args []any) pgx.BatchResults {
	b := &pgx.Batch{}
	b.Queue(sql, args...)
	return w.SendBatch(ctx, b)
}

// batchRows and batchRow are answers to a statement that was sent in a batch.
type batchRows struct {
	pgx.Rows
	results pgx.BatchResults
}

// Close ends the rows, and the batch that they came with.
func (r batchRows) Close() {
	r.Rows.Close()
	_ = r.results.Close() // Err has told what there is to tell
}

type batchRow struct {
	row     pgx.Row
	results pgx.BatchResults
}

// Scan reads the row, and ends the batch that it came with.
func (r batchRow) Scan(dest ...any) error {
	err := r.row.Scan(dest...)
	if end := r.results.Close(); err == nil {
		err = end
	}
	return err
}
