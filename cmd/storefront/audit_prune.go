package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/storefront/storefront/server/config"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/wire"
	"github.com/storefront/storefront/server/shop/audit"
)

// errUnconfirmed makes the program exit with a non-zero status.
var errUnconfirmed = errors.New("nothing was deleted; add --confirm to delete them")

type pruneAuditCommand struct {
	Before          config.Past `required:"" placeholder:"DATE|PERIOD" help:"Delete what is older: a date such as 2026-11-01 (UTC), a timestamp, or a period such as 365d."`
	Confirm         bool        `help:"Delete the rows. Without it the command only counts them."`
	config.Database `embed:""`
	config.Log      `embed:""`
}

// Run reports how many rows are older and what deleting them means, and deletes
// them if that is confirmed. It never prompts: a script would wait for ever.
func (c *pruneAuditCommand) Run(ctx context.Context) error {
	return withStore(ctx, c.Database, c.Log, "audit.prune", func(ctx context.Context, st *store.Store) error {
		before, err := c.Before.From(st.Now())
		if err != nil {
			return fmt.Errorf("--before: %w", err)
		}
		rows, err := audit.CountExpired(ctx, st, before)
		if err != nil {
			return err
		}
		fmt.Printf("%d rows of the audit are older than %s.\n", rows.All, wire.TimeOf(before))
		if rows.All == 0 {
			return nil
		}
		fmt.Printf("%d of them record a change, which cannot be reverted after its row is deleted.\n", rows.Changes)
		if !c.Confirm {
			return errUnconfirmed
		}
		if call.From(ctx).Args, err = json.Marshal(map[string]any{"before": wire.TimeOf(before)}); err != nil {
			return err
		}
		return prune(ctx, st, before)
	})
}

// prune deletes batch after batch. Batches deleted before an error stay deleted
// and are reported.
func prune(ctx context.Context, st *store.Store, before time.Time) error {
	var sum int64
	defer func() { fmt.Printf("%d rows were deleted.\n", sum) }()
	for {
		rows, err := audit.Prune(ctx, st, before)
		sum += rows
		if err != nil || rows < audit.Batch {
			return err
		}
	}
}
