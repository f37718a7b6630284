package main

import (
	"context"
	"fmt"
	"log/slog"
	"os/user"

	"github.com/storefront/storefront/server/config"
	"github.com/storefront/storefront/server/ops/postgres"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/store"
)

// databaseName is the database on the service's own PostgreSQL.
const databaseName = "storefront"

// openDatabase returns the URL of the database: the configured one, or that of
// the service's own PostgreSQL, which is started if it is not running. close
// ends the use of it.
func openDatabase(ctx context.Context, c config.Database, log *slog.Logger) (url string, close func(), err error) {
	if c.DatabaseURL != "" {
		return c.DatabaseURL, func() {}, nil
	}
	instance, err := postgres.Open(ctx, postgres.Options{DataDir: c.Data, Logger: log})
	if err != nil {
		return "", nil, err
	}
	close = func() { letGo(instance, log) }
	if err := instance.EnsureDatabase(ctx, databaseName); err != nil {
		close()
		return "", nil, err
	}
	return instance.URL(databaseName), close, nil
}

// withStore runs fn, on behalf of the operator, on a migrated database.
func withStore(ctx context.Context, c config.Database, l config.Log, command string, fn func(context.Context, *store.Store) error) error {
	log := logger(l)
	url, closeDatabase, err := openDatabase(ctx, c, log)
	if err != nil {
		return err
	}
	defer closeDatabase()
	if _, err := store.Migrate(ctx, url); err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	st, err := store.Open(url, store.Options{})
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
