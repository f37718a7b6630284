package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"

	migrations "github.com/storefront/storefront/sql"
)

// Migrate brings the database at url up to date and returns how many
// migrations it applied. An advisory lock lets one process at a time do so; it is
// not taken when there is nothing to do. The error wraps ErrNewerSchema when the
// database is not for this program.
func Migrate(ctx context.Context, url string) (int, error) {
	var applied int
	err := withMigrations(url, func(p *goose.Provider, conn *sql.DB) (err error) {
		if applied, err = applyPending(ctx, p, conn); err != nil {
			return err
		}
		return refuseNewer(ctx, p, conn) // afterwards: another process may have migrated meanwhile
	})
	return applied, refusedByPooler(err)
}

func applyPending(ctx context.Context, p *goose.Provider, conn *sql.DB) (int, error) {
	if pending, err := p.HasPending(ctx); err != nil || !pending {
		return 0, err
	}
	if err := verifyDirect(ctx, conn); err != nil {
		return 0, err
	}
	return applyAll(ctx, p)
}

// applyAll applies what is pending. What was applied before a lock could not be had stays applied.
func applyAll(ctx context.Context, p *goose.Provider) (int, error) {
	applied := 0
	for try := 1; ; try++ {
		results, err := p.Up(ctx)
		if partial, ok := errors.AsType[*goose.PartialError](err); ok {
			results = partial.Applied
		}
		applied += len(results)
		switch {
		case FaultOf(err) != Locked:
			return applied, err
		case try == lockTries:
			return applied, fmt.Errorf("transactions on the tables that it changes do not end: %w", err)
		}
		select {
		case <-ctx.Done():
			return applied, ctx.Err()
		case <-time.After(lockPause):
		}
	}
}

// A migration waits this long for a lock, because calls wait behind it meanwhile. Then it
// lets them pass and tries again.
const (
	lockWait  = 200 * time.Millisecond
	lockPause = 500 * time.Millisecond
	lockTries = 100
)

// verifyDirect fails where a pooler has dropped the setting that lets a session write.
// Behind one that gives every transaction another session the lock would be lost too.
func verifyDirect(ctx context.Context, conn *sql.DB) error {
	var readOnly string
	if err := conn.QueryRowContext(ctx, "SELECT current_setting('default_transaction_read_only')").Scan(&readOnly); err != nil {
		return err
	}
	if readOnly == "on" {
		return errors.New("the database lacks migrations, and DATABASE_URL leads through a pooler: run storefront migrate with a DATABASE_URL that leads to PostgreSQL itself")
	}
	return nil
}

// ErrNewerSchema is wrapped by the error about a database that only a newer
// program may use.
var ErrNewerSchema = errors.New("the schema of the database is newer than this program")

// refuseNewer refuses a database with migrations that this program does not
// know, unless each of them records that this program may still use the
// database, as in a rolling upgrade.
func refuseNewer(ctx context.Context, p *goose.Provider, conn *sql.DB) error {
	applied, known, err := p.GetVersions(ctx)
	if err != nil || applied <= known {
		return err
	}
	// A migration without a record asks for a program that knows it.
	const refusing = `
		SELECT m.version_id, coalesce(c.oldest, m.version_id)
		FROM goose_db_version m LEFT JOIN schema_compatibility c ON c.version = m.version_id
		WHERE m.version_id > $1 AND coalesce(c.oldest, m.version_id) > $1
		ORDER BY m.version_id LIMIT 1`
	var migration, oldest int64
	err = conn.QueryRowContext(ctx, refusing, known).Scan(&migration, &oldest)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	return fmt.Errorf("%w: the program knows version %d and the database has version %d; migration %d needs a program that knows version %d",
		ErrNewerSchema, known, applied, migration, oldest)
}

// MigrateDown takes every migration after a version back, newest first.
func MigrateDown(ctx context.Context, url string, to int64) error {
	return withMigrations(url, func(p *goose.Provider, _ *sql.DB) error {
		_, err := p.DownTo(ctx, to)
		return err
	})
}

func withMigrations(url string, fn func(*goose.Provider, *sql.DB) error) error {
	cfg, err := ParseURL(url)
	if err != nil {
		return err
	}
	// Behind a pooler the role itself may be read-only.
	cfg.ConnConfig.RuntimeParams["default_transaction_read_only"] = "off"
	cfg.ConnConfig.RuntimeParams["statement_timeout"] = "0" // a large table takes its time
	// One that gives every transaction another session mixes up prepared statements.
	cfg.ConnConfig.DefaultQueryExecMode = pgx.QueryExecModeExec
	cfg.ConnConfig.RuntimeParams["lock_timeout"] = strconv.FormatInt(lockWait.Milliseconds(), 10)
	conn := stdlib.OpenDB(*cfg.ConnConfig)
	defer conn.Close()
	files, err := fs.Sub(migrations.Migrations, "migrations")
	if err != nil {
		return err
	}
	locker, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(1, 60))
	if err != nil {
		return err
	}
	provider, err := goose.NewProvider(goose.DialectPostgres, conn, files, goose.WithSessionLocker(locker), goose.WithGoMigrations(migrations.GoMigrations...))
	if err != nil {
		return err
	}
	return fn(provider, conn)
}
