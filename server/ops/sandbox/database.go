package sandbox

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/storefront/storefront/server/config"
	"github.com/storefront/storefront/server/platform/store"
)

// Options say what a sandbox is made of.
type Options struct {
	Seed        uint64
	Clock       config.Clock
	Machine     func() time.Time // the clock of the machine
	DatabaseURL string           // "" for a PostgreSQL of its own
	Program     string           // identifies the program: a first state is used only by the program that made it
	Cache       string           // folder for the prepared state; "" for none
	Log         *slog.Logger
}

// identity is of everything that the first state depends on.
func (o Options) identity() string {
	return fmt.Sprintf("%s, %s/%s, seed %d", o.Program, runtime.GOOS, runtime.GOARCH, o.Seed)
}

// Database is the database of a running sandbox.
type Database struct {
	URL   string
	conn  *pgx.Conn // holds the lock, and restores
	clock *clock
	ids   *ids
	end   func()
}

// Open returns a database in its first state. The caller closes it.
func Open(ctx context.Context, o Options) (*Database, error) {
	if o.DatabaseURL == "" {
		db, err := openOwn(ctx, o)
		if err != nil {
			return nil, fmt.Errorf("sandbox: %w", err)
		}
		return db, nil
	}
	db, err := o.connect(ctx, o.DatabaseURL, func() {})
	if err != nil {
		return nil, fmt.Errorf("sandbox: %w", err)
	}
	return db, nil
}

// connect locks a database, prepares the configured one, and restores its first state.
func (o Options) connect(ctx context.Context, url string, end func()) (*Database, error) {
	conn, err := dial(ctx, url)
	if err != nil {
		return nil, err
	}
	db := &Database{URL: url, conn: conn, clock: newClock(o.Clock, o.Machine), ids: &ids{seed: o.Seed}, end: end}
	err = hold(ctx, conn)
	if err == nil && o.DatabaseURL != "" {
		err = o.claim(ctx, conn)
	}
	if err == nil {
		err = db.Restore(ctx)
	}
	if err != nil {
		release(conn)
		return nil, err
	}
	return db, nil
}

// dial connects, not as the service does: in sessions that write.
func dial(ctx context.Context, url string) (*pgx.Conn, error) {
	parsed, err := store.ParseURL(url)
	if err != nil {
		return nil, err
	}
	config := parsed.ConnConfig
	config.RuntimeParams["timezone"] = "UTC"
	config.RuntimeParams["default_transaction_read_only"] = "off"
	config.RuntimeParams["lock_timeout"] = "5000"
	return pgx.ConnectConfig(ctx, config)
}

// hold takes the lock of the sandbox's database for as long as the connection lasts.
func hold(ctx context.Context, conn *pgx.Conn) error {
	var held bool
	err := conn.QueryRow(ctx, "SELECT pg_try_advisory_lock(hashtext('storefront_sandbox'))").Scan(&held)
	if err == nil && !held {
		err = errors.New("another sandbox runs on this database: give each a database of its own")
	}
	return err
}

// release lets go of the lock and closes the connection. PostgreSQL notices late that one is closed,
// and until then a sandbox that starts would be refused.
func release(conn *pgx.Conn) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	_, _ = conn.Exec(ctx, "SELECT pg_advisory_unlock_all()") // without the connection there is no lock
	_ = conn.Close(ctx)
}

// Restore writes the first state back, and sets the clock and the ids to their beginning. The
// error leaves everything as it is. No call may be under way.
func (d *Database) Restore(ctx context.Context) error {
	d.clock.restart()
	var made int64
	err := pgx.BeginFunc(ctx, d.conn, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "UPDATE sandbox.made SET fixed = $1, ahead = $2", d.clock.fixed(), d.clock.aheadOf()); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, "SELECT sandbox.restore($1)", d.clock.moved()); err != nil {
			return err
		}
		return tx.QueryRow(ctx, "SELECT ids FROM sandbox.made").Scan(&made)
	})
	if err != nil {
		return fmt.Errorf("restore the first state: %w", err)
	}
	d.ids.made.Store(uint64(made)) //nolint:gosec // it is a count
	return nil
}

// Configure has a store use the clock and the ids of the sandbox.
func (d *Database) Configure(o *store.Options) {
	o.Clock, o.Schedule, o.IDs = d.clock.now, d.clock.machine, d.ids.ofCalls
}

// Now is the present moment in the sandbox.
func (d *Database) Now() time.Time { return d.clock.now() }

// Close ends the use of the database, and throws it away unless it was configured.
func (d *Database) Close() {
	release(d.conn)
	d.end()
}

// ErrForeign is returned for a database with tables that no sandbox has made.
var ErrForeign = errors.New("the database has tables that no sandbox has made, which a sandbox would destroy: name an empty database, or leave DATABASE_URL out")

// claim prepares the configured database, which must be empty or that of a sandbox. It refuses
// any other before it changes anything.
func (o Options) claim(ctx context.Context, conn *pgx.Conn) error {
	if err := mayRestore(ctx, conn); err != nil {
		return err
	}
	made, err := isMade(ctx, conn)
	switch {
	case err != nil:
		return err
	case made:
		usable, err := o.usable(ctx, conn)
		if usable || err != nil {
			return err
		}
		if _, err := conn.Exec(ctx, "DROP SCHEMA sandbox, sandbox_first, public CASCADE; CREATE SCHEMA public"); err != nil {
			return fmt.Errorf("remove the sandbox of another program: %w", err)
		}
	default:
		if empty, err := isEmpty(ctx, conn); !empty || err != nil {
			return errors.Join(err, ErrForeign)
		}
	}
	return o.prepare(ctx, o.DatabaseURL)
}

func isMade(ctx context.Context, conn *pgx.Conn) (made bool, err error) {
	err = conn.QueryRow(ctx, "SELECT to_regclass('sandbox.made') IS NOT NULL").Scan(&made)
	return made, err
}

// ErrSandbox is returned for a database that a sandbox has made.
var ErrSandbox = errors.New("the database is that of a sandbox, whose keys everybody knows: name another one, or set STOREFRONT_SANDBOX")

// Refuse returns ErrSandbox if a sandbox has made the database. A pooler may be on the way: no
// setting of the session is needed, and no statement is prepared in one.
func Refuse(ctx context.Context, url string) error {
	parsed, err := store.ParseURL(url)
	if err != nil {
		return err
	}
	config := parsed.ConnConfig
	config.DefaultQueryExecMode = pgx.QueryExecModeExec
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	made, err := isMade(ctx, conn)
	if made {
		return ErrSandbox
	}
	return err
}

// usable reports whether the first state is whole, and of this program and seed.
func (o Options) usable(ctx context.Context, conn *pgx.Conn) (usable bool, err error) {
	err = conn.QueryRow(ctx, "SELECT EXISTS (SELECT FROM sandbox.made WHERE complete AND identity = $1)", o.identity()).Scan(&usable)
	return usable, err
}

// isEmpty reports whether there is nothing but what PostgreSQL and its extensions have made.
func isEmpty(ctx context.Context, conn *pgx.Conn) (empty bool, err error) {
	err = conn.QueryRow(ctx, `SELECT NOT EXISTS (
		SELECT FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
		WHERE n.nspname <> 'information_schema' AND n.nspname !~ '^pg_'
			AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e'))`).Scan(&empty)
	return empty, err
}

// mayRestore returns an error if the role may not do what a reset takes.
func mayRestore(ctx context.Context, conn *pgx.Conn) error {
	tx, err := conn.Begin(ctx)
	if err != nil {
		return err
	}
	defer tx.Rollback(context.WithoutCancel(ctx)) //nolint:errcheck // nothing was written
	if _, err := tx.Exec(ctx, "SET LOCAL session_replication_role = replica"); err != nil {
		return fmt.Errorf("the role of DATABASE_URL may not set session_replication_role, which a reset takes: use a superuser, as in the image postgres: %w", err)
	}
	return nil
}
