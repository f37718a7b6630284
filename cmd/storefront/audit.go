package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/storefront/storefront/gen"
	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server"
	"github.com/storefront/storefront/server/config"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/wire"
	"github.com/storefront/storefront/server/shop/audit"
)

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
	return withAudit(ctx, c.Database, c.Log, "audit.list", func(ctx context.Context, log audit.Audit) error {
		body, err := c.request(log.Store)
		if err != nil {
			return err
		}
		items, err := c.read(ctx, log, body)
		if err != nil {
			return err
		}
		if c.JSON {
			return printLines(items)
		}
		w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
		fmt.Fprintln(w, "ID\tAT\tACTOR\tTOOL\tENTITY\tOUTCOME\tREVERTIBLE")
		for i := range items {
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s\n", items[i].Id, items[i].At, items[i].Actor, items[i].Tool, entityOf(&items[i]), outcome(&items[i]), revertible(&items[i]))
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
func (c *listAuditCommand) read(ctx context.Context, log audit.Audit, body *api.AuditListRequest) (items []api.AuditItem, err error) {
	const largest = 200
	for left := c.Limit; left > 0; left = c.Limit - int64(len(items)) {
		body.Limit = new(min(left, largest))
		page, err := log.List(ctx, body)
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

// entityOf returns what a row is about.
func entityOf(i *api.AuditItem) string {
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
	line("entity", entityOf(&item))
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
		line(change.Path, jsonText(change.PreviousValue)+" -> "+jsonText(change.NextValue))
	}
	return w.Flush()
}

// jsonText returns a value as JSON; nil is null.
func jsonText(value []byte) string {
	if value == nil {
		return "null"
	}
	return string(value)
}

type revertAuditCommand struct {
	ID              string   `arg:"" optional:"" help:"The row's id, as audit list shows it."`
	Request         string   `placeholder:"ID" help:"In place of a row: all that the call with this request id changed, as audit show names it."`
	Mode            string   `placeholder:"all_or_nothing|best_effort" enum:",all_or_nothing,best_effort" default:"" help:"With --request: what happens to the other rows when one cannot be reverted; all_or_nothing if omitted."`
	Confirm         bool     `help:"Revert it. Without it the command only shows what it would do."`
	Fields          []string `placeholder:"POINTER" help:"Of a row take back only these fields, as audit show lists them, such as /stock."`
	JSON            bool     `help:"Print the result as JSON."`
	config.Database `embed:""`
	config.Log      `embed:""`
}

// Validate refuses a command line that names no row and no call, or both.
func (c *revertAuditCommand) Validate() error {
	switch {
	case (c.ID == "") == (c.Request == ""):
		return errors.New("give the id of a row, or --request with that of a call")
	case c.Request != "" && len(c.Fields) > 0:
		return errors.New("--fields goes with a row: a call is taken back as a whole")
	case c.Request == "" && c.Mode != "":
		return errors.New("--mode goes with --request")
	}
	return nil
}

// errNotReverted makes the program exit with a non-zero status.
var errNotReverted = errors.New("nothing was reverted; add --confirm to revert it")

// Run takes back what one row of the audit says, as audit.revert does, or what a call changed, as audit.revert_many does.
func (c *revertAuditCommand) Run(ctx context.Context) error {
	return withAudit(ctx, c.Database, c.Log, "audit.revert", func(ctx context.Context, log audit.Audit) error {
		revert := c.row
		if c.Request != "" {
			revert = c.call
		}
		err := revert(ctx, log)
		if err == nil && !c.Confirm {
			return errNotReverted
		}
		return advised(err)
	})
}

// advised adds to a refusal what to do.
func advised(err error) error {
	if p, ok := errors.AsType[*problem.Error](err); ok {
		return fmt.Errorf("%s %s", p.Detail, p.Advice())
	}
	return err
}

func (c *revertAuditCommand) row(ctx context.Context, log audit.Audit) (err error) {
	dry := !c.Confirm
	body := api.AuditRevertRequest{AuditLogId: c.ID, Confirm: true, DryRun: &dry}
	if len(c.Fields) > 0 {
		body.Fields = &c.Fields
	}
	if call.From(ctx).Args, err = json.Marshal(body); err != nil {
		return err
	}
	result, err := log.Revert(ctx, &body)
	if err != nil {
		return err
	}
	return c.print(&result)
}

func (c *revertAuditCommand) call(ctx context.Context, log audit.Audit) (err error) {
	dry := !c.Confirm
	body := api.AuditRevertManyRequest{RequestId: &c.Request, Mode: (*api.BulkMode)(given(c.Mode)), Confirm: true, DryRun: &dry}
	if call.From(ctx).Args, err = json.Marshal(body); err != nil {
		return err
	}
	result, err := log.RevertMany(ctx, &body)
	if err != nil {
		return err
	}
	if err := c.printMany(&result); err != nil {
		return err
	}
	if c.Confirm && result.Failed > 0 {
		return fmt.Errorf("%d of %d rows were not reverted", result.Failed, len(result.Results))
	}
	return nil
}

func (c *revertAuditCommand) printMany(result *api.AuditRevertManyResult) error {
	if c.JSON {
		return wire.Encode(os.Stdout, result)
	}
	for _, one := range result.Results {
		line := one.AuditLogId + ": " + string(one.Outcome)
		if one.RevertAuditLogId != nil {
			line += " by " + *one.RevertAuditLogId
		}
		if one.Code != nil && *one.Code != string(one.Outcome) {
			line += ", " + *one.Code
		}
		fmt.Println(line)
		printConflicts(one.Conflicts)
	}
	return nil
}

func printConflicts(conflicts []api.RevertConflict) {
	for _, conflict := range conflicts {
		fmt.Printf("%s was changed since: it is %s, not %s\n", conflict.Path, jsonText(conflict.Current), jsonText(conflict.Expected))
	}
}

func (c *revertAuditCommand) print(result *api.AuditRevertResult) error {
	if c.JSON {
		return wire.Encode(os.Stdout, result)
	}
	for _, change := range result.Changes {
		fmt.Printf("%s: %s -> %s\n", change.Path, jsonText(change.PreviousValue), jsonText(change.NextValue))
	}
	printConflicts(result.Conflicts)
	if result.AuditLogId != nil {
		fmt.Printf("%s was reverted by %s.\n", result.RevertedAuditLogId, *result.AuditLogId)
	}
	return nil
}

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
