package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/config"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/wire"
	"github.com/storefront/storefront/server/shop/audit"
)

type revertAuditCommand struct {
	ID              string   `arg:"" help:"The row's id, as audit list shows it."`
	Confirm         bool     `help:"Revert it. Without it the command only shows what it would do."`
	Fields          []string `placeholder:"POINTER" help:"Take back only these fields, as audit show lists them, such as /stock."`
	JSON            bool     `help:"Print the result as JSON."`
	config.Database `embed:""`
	config.Log      `embed:""`
}

// errNotReverted makes the program exit with a non-zero status.
var errNotReverted = errors.New("nothing was reverted; add --confirm to revert it")

// Run takes back what one row of the audit says, as audit.revert does.
func (c *revertAuditCommand) Run(ctx context.Context) error {
	return withAudit(ctx, c.Database, c.Log, "audit.revert", func(ctx context.Context, log audit.Audit) error {
		dry := !c.Confirm
		body := api.AuditRevertRequest{AuditLogId: c.ID, Confirm: true, DryRun: &dry}
		if len(c.Fields) > 0 {
			body.Fields = &c.Fields
		}
		var err error
		if call.From(ctx).Args, err = json.Marshal(body); err != nil {
			return err
		}
		result, err := log.Revert(ctx, &body)
		if p, ok := errors.AsType[*problem.Error](err); ok {
			return fmt.Errorf("%s %s", p.Detail, p.Advice())
		}
		if err != nil {
			return err
		}
		if err := c.print(&result); err != nil {
			return err
		}
		if dry {
			return errNotReverted
		}
		return nil
	})
}

func (c *revertAuditCommand) print(result *api.AuditRevertResult) error {
	if c.JSON {
		return wire.Encode(os.Stdout, result)
	}
	for _, change := range result.Changes {
		fmt.Printf("%s: %s -> %s\n", change.Path, shown(change.PreviousValue), shown(change.NextValue))
	}
	for _, conflict := range result.Conflicts {
		fmt.Printf("%s was changed since: it is %s, not %s\n", conflict.Path, shown(conflict.Current), shown(conflict.Expected))
	}
	if result.AuditLogId != nil {
		fmt.Printf("%s was reverted by %s.\n", result.RevertedAuditLogId, *result.AuditLogId)
	}
	return nil
}
