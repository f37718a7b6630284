package main

import (
	"context"
	"fmt"
	"os"
	"strings"
	"text/tabwriter"

	"github.com/storefront/storefront/gen"
	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server"
	"github.com/storefront/storefront/server/config"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/wire"
	"github.com/storefront/storefront/server/shop/audit"
)

type listAuditCommand struct {
	Tool            string       `placeholder:"PREFIX" help:"Only tools whose name begins so, such as products."`
	Actor           string       `placeholder:"PREFIX" help:"Only actors that begin so, such as apikey: or cli:."`
	Entity          string       `placeholder:"TYPE[:ID]" help:"Only changes of this type of thing, or of one thing, such as product or product:ID."`
	Outcome         string       `placeholder:"success|failure|denied" enum:",success,failure,denied" default:"" help:"Only calls that ended so."`
	Since           *config.Past `placeholder:"DATE|PERIOD" help:"Only what was done since: a date such as 2026-11-01 (UTC), a timestamp, or a period such as 7d."`
	Limit           int64        `default:"50" help:"How many rows at most."`
	JSON            bool         `help:"Print each row as a line of JSON."`
	config.Database `embed:""`
	config.Log      `embed:""`
}

// Run prints rows of the audit, the newest first.
func (c *listAuditCommand) Run(ctx context.Context) error {
	return withAudit(ctx, c.Database, c.Log, "audit.list", func(ctx context.Context, audit audit.Audit) error {
		body, err := c.request(audit.Store)
		if err != nil {
			return err
		}
		items, err := c.read(ctx, audit, body)
		if err != nil {
			return err
		}
		if c.JSON {
			return printLines(items)
		}
		w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
		fmt.Fprintln(w, "ID\tAT\tACTOR\tTOOL\tENTITY\tOUTCOME\tREVERTIBLE")
		for i := range items {
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s\n", items[i].Id, items[i].At, items[i].Actor, items[i].Tool, thing(&items[i]), outcome(&items[i]), revertible(&items[i]))
		}
		return w.Flush()
	})
}

// request returns the request of the first page.
func (c *listAuditCommand) request(st *store.Store) (*api.AuditListRequest, error) {
	entityType, entityID, _ := strings.Cut(c.Entity, ":")
	body := &api.AuditListRequest{
		ToolPrefix: given(c.Tool), ActorPrefix: given(c.Actor), EntityType: given(entityType), EntityId: given(entityID),
		Outcome: (*api.AuditOutcome)(given(c.Outcome)),
	}
	if c.Since == nil {
		return body, nil
	}
	since, err := c.Since.From(st.Now())
	body.FromDate = &wire.From{Time: since}
	if err != nil {
		err = fmt.Errorf("--since: %w", err)
	}
	return body, err
}

// read returns the rows, page after page.
func (c *listAuditCommand) read(ctx context.Context, audit audit.Audit, body *api.AuditListRequest) (items []api.AuditItem, err error) {
	const largest = 200
	for left := c.Limit; left > 0; left = c.Limit - int64(len(items)) {
		body.Limit = new(min(left, largest))
		page, err := audit.List(ctx, body)
		if err != nil {
			return nil, err
		}
		items = append(items, page.Items...)
		if body.Cursor = page.NextCursor; body.Cursor == nil {
			break
		}
	}
	return items, nil
}

// withAudit runs fn, on behalf of the operator, with the audit of a migrated
// database.
func withAudit(ctx context.Context, d config.Database, l config.Log, command string, fn func(context.Context, audit.Audit) error) error {
	c, err := contract.Load(gen.OpenAPIJSON(), gen.ToolsJSON())
	if err != nil {
		return err
	}
	return withStore(ctx, d, l, command, func(ctx context.Context, st *store.Store) error {
		return fn(ctx, audit.Audit{Store: st, Contract: c, Kinds: server.Undoable()})
	})
}

// given returns nil for an option that is not given.
func given(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

func printLines(items []api.AuditItem) error {
	for i := range items {
		if err := wire.Encode(os.Stdout, items[i]); err != nil {
			return err
		}
	}
	return nil
}

// thing returns what a row is about.
func thing(i *api.AuditItem) string {
	if i.EntityType == nil || i.EntityId == nil {
		return "-"
	}
	return *i.EntityType + ":" + *i.EntityId
}

// outcome returns how a call ended, with the code of a refusal.
func outcome(i *api.AuditItem) string {
	if i.Code == nil {
		return string(i.Outcome)
	}
	return string(i.Outcome) + " " + *i.Code
}

func revertible(i *api.AuditItem) string {
	switch {
	case i.RevertedAt != nil:
		return "reverted"
	case i.Revertible:
		return "yes"
	}
	return "no"
}
