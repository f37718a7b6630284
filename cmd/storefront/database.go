package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"os/user"

	"github.com/storefront/storefront/server/config"
	"github.com/storefront/storefront/server/ops/postgres"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/store"
)

// databaseName is the database on the service's own PostgreSQL.
const databaseName = "storefront"

// database is one that is in use until close.
type database struct {
	url    string
	folder string // of the service's own PostgreSQL; "" for one that was configured
	close  func()
}

// openDatabase returns the configured database, or that of the service's own PostgreSQL,
// which is started if it is not running.
func openDatabase(ctx context.Context, c config.Database, log *slog.Logger) (database, error) {
	if c.DatabaseURL != "" {
		return database{url: c.DatabaseURL, close: func() {}}, nil
	}
	instance, err := postgres.Open(ctx, postgres.Options{DataDir: c.Data, Logger: log})
	if errors.Is(err, fs.ErrPermission) { // as in a container
		return database{}, fmt.Errorf("%w; set DATABASE_URL to the address of a PostgreSQL server, or STOREFRONT_DATA to a folder that can be written", err)
	}
	if err != nil {
		return database{}, err
	}
	if err := instance.EnsureDatabase(ctx, databaseName); err != nil {
		letGo(instance, log)
		return database{}, err
	}
	return database{instance.URL(databaseName), instance.DataDir(), func() { letGo(instance, log) }}, nil
}

// withStore runs fn, on behalf of the operator, on a migrated database.
func withStore(ctx context.Context, c config.Database, l config.Log, command string, fn func(context.Context, *store.Store) error) error {
	log := l.Logger(os.Stderr)
	opened, err := openDatabase(ctx, c, log)
	if err != nil {
		return err
	}
	defer opened.close()
	if _, err := store.Migrate(ctx, opened.url); err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	st, err := store.Open(opened.url, store.Options{})
	if err != nil {
		return err
	}
	defer st.Close()
	if err := st.Verify(ctx); err != nil {
		return err
	}
	return fn(call.With(ctx, call.Command(command, operator())), st)
}

// operator returns the name of the user at the terminal, for the audit.
func operator() string {
	if u, err := user.Current(); err == nil {
		return u.Username
	}
	return "unknown"
}
