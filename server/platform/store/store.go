// Package store is the way to the database: a pool whose sessions only read,
// transactions that write and leave an audit row, and the migrations.
package store

import (
	"context"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/multitracer"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/tracing"
)

// Options configure a Store; the zero value works.
type Options struct {
	Clock    func() time.Time  // time.Now when nil
	Schedule func() time.Time  // by which work that waits is due; Clock when nil
	IDs      IDs               // of what calls make; RandomID when nil
	MaxConns int32             // connections at most; 0 takes 16
	Tracers  []pgx.QueryTracer // see every statement of the pool
	Spans    *tracing.Tracer   // makes spans of transactions; may be nil
}

// Store gives access to one database. It is safe for concurrent use.
type Store struct {
	pool    *pgxpool.Pool
	queries *db.Queries
	clock   func() time.Time
	due     func() time.Time
	ids     IDs
	audits  auditQueue
	turns   turns
	full    atomic.Pointer[time.Time] // when a write last found the disk of the database full
	pooled  atomic.Bool               // whether a pooler is on the way
	seeking atomic.Bool               // whether a primary is looked for

	spans *tracing.Tracer // may be nil

	observers []func([]Change)
	limiter   Limiter // nil for none
}

// Open prepares a pool for the database at url. It does not connect: a
// database that is away is noticed by the first call, and its return too.
func Open(url string, opts Options) (*Store, error) {
	cfg, err := ParseURL(url)
	if err != nil {
		return nil, err
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
	for _, setting := range sessionSettings {
		params[setting.name] = setting.value
	}
	cfg.AfterConnect = func(ctx context.Context, conn *pgx.Conn) error {
		registerTypes(conn.TypeMap())
		return verifySession(ctx, conn)
	}
	clock := opts.Clock
	if clock == nil {
		clock = time.Now
	}
	s := &Store{clock: clock, due: opts.Schedule, ids: opts.IDs, turns: newTurns(cfg.MaxConns), spans: opts.Spans}
	if s.due == nil {
		s.due = clock
	}
	cfg.ConnConfig.Tracer = multitracer.New(opts.Tracers...)
	cfg.BeforeConnect = s.cacheDescriptions
	if s.pool, err = pgxpool.NewWithConfig(context.Background(), cfg); err != nil {
		return nil, err
	}
	s.queries = db.New(s.pool)
	return s, nil
}

// Close waits for the calls under way and closes the connections.
func (s *Store) Close() { s.pool.Close() }

// Read returns the queries, each in a session that can only read.
func (s *Store) Read() *db.Queries { return s.queries }

// Now returns the present moment as it is kept: UTC, to the millisecond.
func (s *Store) Now() time.Time { return s.clock().UTC().Truncate(time.Millisecond) }

// Due returns the moment by which work that waits is due. It differs from Now only where the
// clock of the shop is not that of the machine, and may stand still: in a sandbox.
func (s *Store) Due() time.Time { return s.due().UTC().Truncate(time.Millisecond) }

// Query runs a reading statement that no file under sql/ can hold because it
// depends on the call, such as a search.
func (s *Store) Query(ctx context.Context, text string, args ...any) (pgx.Rows, error) {
	return s.pool.Query(ctx, text, args...)
}

// Args are the values of a statement that depends on the call, in the order of their placeholders.
type Args []any

// Add adds a value and returns its placeholder, such as $1.
func (a *Args) Add(v any) string {
	*a = append(*a, v)
	return "$" + strconv.Itoa(len(*a))
}

// Pool returns how the connections are used.
func (s *Store) Pool() *pgxpool.Stat { return s.pool.Stat() }

// Ping asks the database whether it answers.
func (s *Store) Ping(ctx context.Context) error { return s.pool.Ping(ctx) }

// IDs makes the id of a thing that a call makes. In a shop it is RandomID.
type IDs func(*call.Call) uuid.UUID

// RandomID returns a new UUIDv7.
func RandomID() uuid.UUID { return uuid.Must(uuid.NewV7()) }

func (ids IDs) next(c *call.Call) uuid.UUID {
	if ids == nil {
		return RandomID()
	}
	return ids(c)
}

// newID returns the id of a thing that the call in ctx makes.
func (s *Store) newID(ctx context.Context) uuid.UUID { return s.ids.next(call.From(ctx)) }

// ParseID reads the one spelling in which ids are sent. uuid.Parse alone also
// takes braces, a URN prefix and no hyphens.
func ParseID(text string) (uuid.UUID, bool) {
	const length = 36
	id, err := uuid.Parse(text)
	return id, err == nil && len(text) == length
}

// ID reads the id in a request. The error is what notFound returns for a text that is no id:
// nothing has it.
func ID(text string, notFound func(id string) error) (uuid.UUID, error) {
	id, ok := ParseID(text)
	if !ok {
		return uuid.Nil, notFound(text)
	}
	return id, nil
}

// OrNotFound returns what notFound does for the error of a query that found no row with the id,
// and any other error as it is.
func OrNotFound(err error, id uuid.UUID, notFound func(id string) error) error {
	if NotFound(err) {
		return notFound(id.String())
	}
	return err
}
