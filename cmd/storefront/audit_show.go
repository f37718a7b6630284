package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"text/tabwriter"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/config"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/wire"
	"github.com/storefront/storefront/server/shop/audit"
)

type showAuditCommand struct {
	ID              string `arg:"" help:"The row's id, as audit list shows it."`
	JSON            bool   `help:"Print the row as JSON, with what it was sent and the states before and after."`
	config.Database `embed:""`
	config.Log      `embed:""`
}

// Run prints one row of the audit. A row may hold personal data: reading it
// leaves a row of its own.
func (c *showAuditCommand) Run(ctx context.Context) error {
	return withAudit(ctx, c.Database, c.Log, "audit.show", func(ctx context.Context, log audit.Audit) error {
		entry, err := log.Get(ctx, c.ID)
		if p, ok := errors.AsType[*problem.Error](err); ok {
			return fmt.Errorf("%s storefront audit list lists them", p.Detail)
		}
		if err != nil {
			return err
		}
		if err := log.Store.InsertAudit(ctx, store.AccessRow(call.From(ctx), log.Store.Now())); err != nil {
			return err
		}
		if c.JSON {
			return wire.Encode(os.Stdout, entry)
		}
		return printEntry(&entry)
	})
}

func printEntry(e *api.AuditEntry) error {
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	line := func(name string, value any) { fmt.Fprintf(w, "%s\t%v\n", name, value) }
	line("id", e.Id)
	line("at", e.At)
	line("actor", e.Actor)
	line("tool", e.Tool)
	line("channel", e.Channel)
	line("request", e.RequestId)
	item := api.AuditItem{EntityType: e.EntityType, EntityId: e.EntityId, Outcome: e.Outcome, Code: e.Code}
	line("entity", thing(&item))
	line("outcome", outcome(&item))
	if e.RevertOf != nil {
		line("revert of", *e.RevertOf)
	}
	if e.RevertedAt != nil {
		line("reverted at", *e.RevertedAt)
	}
	if e.NotRevertibleReason != nil {
		line("not revertible", *e.NotRevertibleReason)
	} else {
		line("revertible", "yes")
	}
	if e.Args != nil {
		line("arguments", string(e.Args))
	}
	for _, change := range e.Changes {
		line(change.Path, shown(change.PreviousValue)+" -> "+shown(change.NextValue))
	}
	return w.Flush()
}

// shown returns a value as JSON; nil is null.
func shown(value []byte) string {
	if value == nil {
		return "null"
	}
	return string(value)
}
