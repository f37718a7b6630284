package store

import (
	"context"
	"database/sql"
	"fmt"
	"io/fs"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"

	migrations "github.com/storefront/storefront/sql"
)

// Migrate brings the database at url up to date and returns how many
// migrations it applied. An advisory lock lets one process at a time do so. The
// error wraps ErrNewerSchema when the database is not for this program.
func Migrate(ctx context.Context, url string) (int, error) {
	var applied int
	err := withMigrations(url, func(p *goose.Provider, conn *sql.DB) error {
		results, err := p.Up(ctx)
		if applied = len(results); err != nil {
			return err
		}
		return refuseNewer(ctx, p, conn) // afterwards: another process may have migrated meanwhile
	})
	return applied, err
}

// MigrateDown takes every migration back, newest first.
func MigrateDown(ctx context.Context, url string) error {
	return withMigrations(url, func(p *goose.Provider, _ *sql.DB) error {
		_, err := p.DownTo(ctx, 0)
		return err
	})
}

func withMigrations(url string, fn func(*goose.Provider, *sql.DB) error) error {
	cfg, err := pgxpool.ParseConfig(url) // as Open reads it
	if err != nil {
		return fmt.Errorf("DATABASE_URL: %w", err)
	}
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
	provider, err := goose.NewProvider(goose.DialectPostgres, conn, files, goose.WithSessionLocker(locker))
	if err != nil {
		return err
	}
	return fn(provider, conn)
}
