package store

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/storefront/storefront/gen/db"
)

// later keeps statements for the trip of the COMMIT. Nobody learns what they
// did, and one that fails is the error of the commit; other methods than these
// have no business here.
type later struct {
	db.DBTX
	last *pgx.Batch
}

// Exec keeps a statement.
func (l later) Exec(_ context.Context, sql string, args ...any) (pgconn.CommandTag, error) {
	l.last.Queue(sql, args...)
	return pgconn.CommandTag{}, nil
}

// SendBatch keeps statements.
func (l later) SendBatch(_ context.Context, b *pgx.Batch) pgx.BatchResults {
	l.last.QueuedQueries = append(l.last.QueuedQueries, b.QueuedQueries...)
	return kept{}
}

// kept are the results of a batch that is not sent yet.
type kept struct{ pgx.BatchResults }

// Exec and Close have nothing to tell.
func (kept) Exec() (pgconn.CommandTag, error) { return pgconn.CommandTag{}, nil }

// Close ends nothing.
func (kept) Close() error { return nil }
