package store

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/storefront/storefront/gen/db"
)

// later keeps statements that are sent with a later one. Nobody learns what they
// did, and one that fails is the error of that later one; other methods than these
// have no business here.
type later struct {
	db.DBTX
	batch *pgx.Batch
}

// Exec keeps a statement.
func (l later) Exec(_ context.Context, sql string, args ...any) (pgconn.CommandTag, error) {
	l.batch.Queue(sql, args...)
	return pgconn.CommandTag{}, nil
}

// Query keeps a statement whose rows nobody reads, such as one that locks them.
func (l later) Query(_ context.Context, sql string, args ...any) (pgx.Rows, error) {
	l.batch.Queue(sql, args...)
	return noRows{}, nil
}

// SendBatch keeps statements.
func (l later) SendBatch(_ context.Context, b *pgx.Batch) pgx.BatchResults {
	l.batch.QueuedQueries = append(l.batch.QueuedQueries, b.QueuedQueries...)
	return kept{}
}

// kept are the results of a batch that is not sent yet.
type kept struct{ pgx.BatchResults }

// Exec and Close have nothing to tell.
func (kept) Exec() (pgconn.CommandTag, error) { return pgconn.CommandTag{}, nil }

// Close ends nothing.
func (kept) Close() error { return nil }

// noRows are the rows of a statement that is not sent yet.
type noRows struct{ pgx.Rows }

// Next finds none.
func (noRows) Next() bool { return false }

// Err tells of no error.
func (noRows) Err() error { return nil }

// Close ends nothing.
func (noRows) Close() {}
