package sandbox

import (
	"context"
	_ "embed"
	"fmt"
	"log/slog"
	"strconv"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/storefront/storefront/server/ops/demo"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/store"
)

//go:embed first.sql
var firstSQL string

// prepare makes the first state in an empty database: the demo shop and the keys, at the epoch.
// Until it is complete, the database is marked as that of a sandbox and is not used as one.
func (o Options) prepare(ctx context.Context, url string) error {
	conn, err := dial(ctx, url)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	err = pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, firstSQL); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, "INSERT INTO sandbox.made (identity, seed, fixed) VALUES ($1, $2, $3)", o.identity(), strconv.FormatUint(o.Seed, 10), epoch)
		return err
	})
	if err != nil {
		return fmt.Errorf("mark the database: %w", err)
	}
	if _, err := store.Migrate(ctx, url); err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	if _, err := conn.Exec(ctx, "SELECT sandbox.adopt($1)", epoch); err != nil {
		return fmt.Errorf("adopt the schema: %w", err)
	}
	made, err := o.fill(ctx, url)
	if err != nil {
		return err
	}
	if _, err := conn.Exec(ctx, "SELECT sandbox.keep()"); err != nil {
		return fmt.Errorf("keep the first state: %w", err)
	}
	_, err = conn.Exec(ctx, "UPDATE sandbox.made SET complete = true, ids = $1", int64(made)) //nolint:gosec // it is a count
	return err
}

// fill writes the shop and the keys, and returns how many ids that took.
func (o Options) fill(ctx context.Context, url string) (made uint64, err error) {
	all := &ids{seed: o.Seed}
	st, err := store.Open(url, store.Options{
		Clock: func() time.Time { return epoch }, MaxConns: 4,
		IDs: func(*call.Call) uuid.UUID { return all.next() },
	})
	if err != nil {
		return 0, err
	}
	defer st.Close()
	if _, err := demo.Fill(call.With(ctx, call.Task("demo")), st, slog.New(slog.DiscardHandler)); err != nil {
		return 0, err
	}
	err = makeKeys(ctx, st)
	return all.made.Load(), err
}
