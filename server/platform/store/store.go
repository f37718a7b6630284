// Package store is the way to the database: a pool whose sessions only read,
// transactions that write and leave an audit row, and the migrations.
package store

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/multitracer"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"
	pgxuuid "github.com/vgarvardt/pgx-google-uuid/v5"

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
	cfg.BeforeConnect = s.unprepared
	if s.pool, err = pgxpool.NewWithConfig(context.Background(), cfg); err != nil {
		return nil, err
	}
	s.queries = db.New(s.pool)
	return s, nil
}

// registerTypes has moments come back in UTC instead of the machine's zone, and UUIDs
// go as 16 bytes instead of text.
func registerTypes(m *pgtype.Map) {
	pgxuuid.Register(m)
	m.RegisterType(&pgtype.Type{Name: "timestamptz", OID: pgtype.TimestamptzOID, Codec: &pgtype.TimestamptzCodec{ScanLocation: time.UTC}})
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
// depends on the call: the search.
func (s *Store) Query(ctx context.Context, text string, args ...any) (pgx.Rows, error) {
	return s.pool.Query(ctx, text, args...)
}

// Pool returns how the connections are used.
func (s *Store) Pool() *pgxpool.Stat { return s.pool.Stat() }

// Ping asks the database whether it answers.
func (s *Store) Ping(ctx context.Context) error { return s.pool.Ping(ctx) }

// Dedicated returns a connection of its own, outside the pool, so that its user
// never waits for a place there. The caller closes it.
func (s *Store) Dedicated(ctx context.Context) (*pgx.Conn, error) {
	config := s.pool.Config()
	config.ConnConfig.Tracer = nil // what is asked all the time would hide the rest
	if err := s.unprepared(ctx, config.ConnConfig); err != nil {
		return nil, err
	}
	conn, err := pgx.ConnectConfig(ctx, config.ConnConfig)
	if err != nil {
		return nil, refusedByPooler(err)
	}
	if err := config.AfterConnect(ctx, conn); err != nil {
		_ = conn.Close(ctx)
		return nil, err
	}
	return conn, nil
}

// IDs makes the id of a thing that a call makes. In a shop it is RandomID: who may see a
// thing by its id, such as a cart, must not be able to guess the ids of others.
type IDs func(*call.Call) uuid.UUID

// RandomID returns a new UUIDv7.
func RandomID() uuid.UUID { return uuid.Must(uuid.NewV7()) }

func (ids IDs) next(c *call.Call) uuid.UUID {
	if ids == nil {
		return RandomID()
	}
	return ids(c)
}

// NewID returns the id of a thing that the transaction makes.
func (tx *Tx) NewID() uuid.UUID { return tx.ids.next(tx.call) }

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

// Ready asks the database whether it takes calls. The error is that it does not
// answer or is a standby; the fault is what keeps it from taking changes while
// it answers reads.
func (s *Store) Ready(ctx context.Context) (Fault, error) {
	standby, err := inRecovery(s.pool.QueryRow(ctx, recoveryQuery))
	if err != nil {
		return NoFault, err
	}
	if standby {
		s.leaveStandby()
		return NoFault, errStandby
	}
	if full := s.full.Load(); full != nil && time.Since(*full) < fullFor {
		return DiskFull, nil
	}
	return NoFault, nil
}

// fullFor is how long the disk of the database counts as full after a write failed for it.
const fullFor = 10 * time.Second

// noteFullDisk notes a write that failed because the disk of the database is full, and returns its error.
func (s *Store) noteFullDisk(err error) error {
	if err != nil && FaultOf(err) == DiskFull {
		now := time.Now()
		s.full.Store(&now)
	}
	return err
}

// refusedToBegin returns the error of a BEGIN READ WRITE as that of a transaction.
func (s *Store) refusedToBegin(err error) error {
	if !refusedByStandby(err) {
		return err
	}
	s.leaveStandby()
	return fmt.Errorf("%w: %w", errStandby, err)
}
