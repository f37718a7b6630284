// Package store is the way to the database: a pool whose sessions only read,
// transactions that write and leave an audit row, and the migrations.
package store

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/storefront/storefront/gen/db"
)

// Options configure a Store; the zero value works.
type Options struct {
	Clock    func() time.Time // time.Now when nil
	MaxConns int32            // connections at most; 0 takes 16
}

// Store gives access to one database. It is safe for concurrent use.
type Store struct {
	pool     *pgxpool.Pool
	queries  *db.Queries
	clock    func() time.Time
	instance atomic.Pointer[string] // tells its notifications from those of others
	observer func(Changes)
	traces   traces
	turns    turns
	disk     disk
	seeking  atomic.Bool // whether a primary is looked for
}

// Open prepares a pool for the database at url. It does not connect: a
// database that is away is noticed by the first call, and its return too.
func Open(url string, opts Options) (*Store, error) {
	cfg, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, fmt.Errorf("DATABASE_URL: %w", err)
	}
	cfg.MaxConns = 16
	if opts.MaxConns > 0 {
		cfg.MaxConns = opts.MaxConns
	}
	cfg.ConnConfig.ConnectTimeout = 3 * time.Second
	cfg.ConnConfig.ValidateConnect = validateWriting(cfg.ConnConfig.ValidateConnect)
	// More statements than there are; a connection has room for all from its start.
	const statements = 128
	cfg.ConnConfig.StatementCacheCapacity = min(cfg.ConnConfig.StatementCacheCapacity, statements)
	cfg.ConnConfig.DescriptionCacheCapacity = min(cfg.ConnConfig.DescriptionCacheCapacity, statements)
	params := cfg.ConnConfig.RuntimeParams
	params["application_name"] = "storefront"
	params["timezone"] = "UTC"
	// A write outside Write or Task fails in PostgreSQL itself.
	params["default_transaction_read_only"] = "on"
	params["statement_timeout"] = "15000"
	params["lock_timeout"] = "5000"
	params["idle_in_transaction_session_timeout"] = "30000"
	cfg.AfterConnect = func(_ context.Context, conn *pgx.Conn) error {
		registerTypes(conn.TypeMap())
		return nil
	}
	pool, err := pgxpool.NewWithConfig(context.Background(), cfg)
	if err != nil {
		return nil, err
	}
	clock := opts.Clock
	if clock == nil {
		clock = time.Now
	}
	s := &Store{pool: pool, queries: db.New(pool), clock: clock, turns: newTurns(cfg.MaxConns)}
	s.rename()
	return s, nil
}

// registerTypes has moments come back in UTC instead of the machine's zone.
func registerTypes(m *pgtype.Map) {
	m.RegisterType(&pgtype.Type{Name: "timestamptz", OID: pgtype.TimestamptzOID, Codec: &pgtype.TimestamptzCodec{ScanLocation: time.UTC}})
}

// Close waits for the calls under way and closes the connections.
func (s *Store) Close() { s.pool.Close() }

// Read returns the queries, each in a session that can only read.
func (s *Store) Read() *db.Queries { return s.queries }

// Now returns the present moment as it is kept: UTC, to the millisecond.
func (s *Store) Now() time.Time { return s.clock().UTC().Truncate(time.Millisecond) }

// Query runs a reading statement that no file under sql/ can hold because it
// depends on the call: the search.
func (s *Store) Query(ctx context.Context, text string, args ...any) (pgx.Rows, error) {
	return s.pool.Query(ctx, text, args...)
}

// Ping asks the database whether it answers.
func (s *Store) Ping(ctx context.Context) error { return s.pool.Ping(ctx) }

// Listen returns a connection of its own for LISTEN, outside the pool. The
// caller closes it.
func (s *Store) Listen(ctx context.Context, channel string) (*pgx.Conn, error) {
	conn, err := pgx.ConnectConfig(ctx, s.pool.Config().ConnConfig)
	if err != nil {
		return nil, err
	}
	if _, err := conn.Exec(ctx, "LISTEN "+pgx.Identifier{channel}.Sanitize()); err != nil {
		_ = conn.Close(ctx)
		return nil, err
	}
	return conn, nil
}
