package postgres

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// maxName is the length in bytes at which PostgreSQL cuts names off, silently.
const maxName = 63

// EnsureDatabase makes the database name if there is none yet: empty, in UTF-8
// and with the locale of the cluster. Any number of callers may ask at once.
func (i *Instance) EnsureDatabase(ctx context.Context, name string) error {
	if i.closed() {
		return ErrClosed
	}
	if name == "" || len(name) > maxName {
		return fmt.Errorf("postgres: database name %q: want 1 to %d bytes", name, maxName)
	}
	if err := i.ensureDatabase(ctx, name); err != nil {
		return fmt.Errorf("postgres: create database %s: %w", name, err)
	}
	return nil
}

func (i *Instance) ensureDatabase(ctx context.Context, name string) error {
	conn, err := pgx.Connect(ctx, i.URL("postgres"))
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))

	var exists bool
	const query = "SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)"
	if err := conn.QueryRow(ctx, query, name).Scan(&exists); err != nil || exists {
		return err
	}
	// From template0, because making one from template1 fails while anybody is
	// connected to that.
	_, err = conn.Exec(ctx, "CREATE DATABASE "+pgx.Identifier{name}.Sanitize()+" TEMPLATE template0")
	if madeMeanwhile(err) {
		return nil
	}
	return err
}

// madeMeanwhile reports whether CREATE DATABASE failed because another caller was
// first. Two at the same moment meet in the index, not in the check before it.
func madeMeanwhile(err error) bool {
	const (
		duplicateDatabase = "42P04"
		uniqueViolation   = "23505"
	)
	var pgErr *pgconn.PgError
	return errors.As(err, &pgErr) && (pgErr.Code == duplicateDatabase || pgErr.Code == uniqueViolation)
}
