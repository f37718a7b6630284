package store

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/storefront/storefront/gen/db"
)

// AtCommit has the statements without a result (:exec) that fn calls sent in one trip with the COMMIT, in their order and
// after all others. One that fails takes the transaction back, and Write returns its error. It is for the few places
// where the trips would cost more than the statements: an order holds the locks of its products meanwhile.
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
