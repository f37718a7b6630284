package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen"
	"github.com/storefront/storefront/server/config"
	"github.com/storefront/storefront/server/ops/cli"
	"github.com/storefront/storefront/server/platform/auth"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/shop/keys"
)

type createKeyCommand struct {
	Name            string         `required:"" help:"What the key is for."`
	Holder          string         `enum:"person,agent,program" default:"agent" help:"Who holds it: a person, an agent (a model decides) or a program."`
	Scopes          string         `placeholder:"SCOPE,..." help:"Scopes separated by commas, all for those of the shop, or owner for every one. On a terminal they are offered if it is omitted."`
	Expires         *config.Period `placeholder:"PERIOD" help:"How long the key is valid, such as 90d or 12h; for ever if omitted."`
	Quota           int            `help:"Calls in a burst; the configured quota if omitted."`
	config.Database `embed:""`
	config.Log      `embed:""`
}

// Run makes a key and prints only the key.
func (c *createKeyCommand) Run(ctx context.Context) error {
	scopes, err := c.scopes(ctx)
	if err != nil {
		return err
	}
	if c.Expires != nil && *c.Expires == 0 {
		return errors.New("--expires must be longer than 0s")
	}
	return withStore(ctx, c.Database, c.Log, "keys.create", func(ctx context.Context, st *store.Store) error {
		grant := auth.Grant{Name: c.Name, Holder: c.Holder, Scopes: scopes, Quota: c.Quota}
		if c.Expires != nil {
			at := st.Now().Add(time.Duration(*c.Expires))
			grant.Expires = &at
		}
		id, secret, err := auth.Create(ctx, st, grant)
		if err != nil {
			return err
		}
		fmt.Fprintln(os.Stderr, "key", id, "- its secret is shown this once:")
		fmt.Println(secret)
		return hintAnonymous(scopes)
	})
}

// scopes returns the scopes of the key; of a person at a terminal who names none they are asked for.
func (c *createKeyCommand) scopes(ctx context.Context) ([]string, error) {
	if c.Scopes != "" {
		return auth.ParseScopes(c.Scopes)
	}
	if !cli.IsTerminal(os.Stdin) || !cli.IsTerminal(os.Stderr) {
		return nil, exitError{errors.New("missing flags: --scopes=SCOPE,... (on a terminal they are offered)"), cli.BadCommandLine.Status}
	}
	known, err := outline()
	if err != nil {
		return nil, err
	}
	var choices []cli.Choice
	for _, s := range known.Scopes {
		if (auth.Grant{Holder: c.Holder, Scopes: []string{s.Name}}).Unfit() == "" {
			choices = append(choices, cli.Choice(s))
		}
	}
	chosen, err := cli.Choose(ctx, os.Stdin, os.Stderr, `Scopes of the key, such as "1 3-5", names, or all:`, choices)
	if ctx.Err() != nil {
		return nil, exitError{errors.New("interrupted: no key was created"), cli.Interrupted.Status}
	}
	return chosen, err
}

// hintAnonymous names the operations that anybody may call but this key may not:
// a call with a key is never anonymous.
func hintAnonymous(scopes []string) error {
	c, err := contract.Load(gen.OpenAPIJSON(), gen.ToolsJSON())
	if err != nil {
		return err
	}
	lacking := map[string][]string{}
	for _, op := range c.Tools() {
		if op.Anonymous && !slices.Contains(scopes, op.Scope) {
			lacking[op.Scope] = append(lacking[op.Scope], op.Name)
		}
	}
	for _, scope := range slices.Sorted(maps.Keys(lacking)) {
		fmt.Fprintf(os.Stderr, "Without the scope %s, calls with this key to %s are refused, although they work without any key.\n", scope, strings.Join(lacking[scope], ", "))
	}
	return nil
}

type listKeysCommand struct {
	config.Database `embed:""`
	config.Log      `embed:""`
}

// Run lists the keys, the oldest first.
func (c *listKeysCommand) Run(ctx context.Context) error {
	return withStore(ctx, c.Database, c.Log, "keys.list", func(ctx context.Context, st *store.Store) error {
		all, err := auth.List(ctx, st)
		if err != nil {
			return err
		}
		w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
		fmt.Fprintln(w, "ID\tNAME\tHOLDER\tCREATED\tEXPIRES\tLAST USED\tPAUSED\tREVOKED\tSCOPES")
		for _, row := range all {
			k, paused := &row.ApiKey, row.ApiKey.PausedAt
			if paused == nil {
				paused = row.StoppedAt
			}
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n", k.ID, k.Name, k.Holder,
				timeText(&k.CreatedAt), timeText(k.ExpiresAt), timeText(k.LastUsedAt), timeText(paused), timeText(k.RevokedAt), scopesText(k.Scopes))
		}
		return w.Flush()
	})
}

// scopesText names scopes on one line: those that a key has, or those that it lacks if that is shorter.
func scopesText(scopes []string) string {
	has, all := strings.Join(scopes, ","), "all"
	if len(scopes) == len(contract.Scopes) {
		return "owner"
	}
	lacking := slices.DeleteFunc(contract.ShopScopes(), func(s string) bool { return slices.Contains(scopes, s) })
	if len(lacking) > 0 {
		all += " but " + strings.Join(lacking, ",")
	}
	if len(scopes) > 0 && len(all) < len(has) {
		return all
	}
	return has
}

type rotateKeyCommand struct {
	ID              uuid.UUID     `arg:"" help:"The key's id, as keys list shows it."`
	Grace           config.Period `default:"24h" help:"How long the old secret stays valid, such as 24h, 7d or 0s."`
	config.Database `embed:""`
	config.Log      `embed:""`
}

// Run gives the key a new secret and prints only the secret.
func (c *rotateKeyCommand) Run(ctx context.Context) error {
	return withStore(ctx, c.Database, c.Log, "keys.rotate", func(ctx context.Context, st *store.Store) error {
		secret, err := auth.Rotate(ctx, st, c.ID, time.Duration(c.Grace))
		if err != nil {
			return err
		}
		fmt.Println(secret)
		return nil
	})
}

type revokeKeyCommand struct {
	ID              uuid.UUID `arg:"" help:"The key's id, as keys list shows it."`
	config.Database `embed:""`
	config.Log      `embed:""`
}

// Run revokes the key.
func (c *revokeKeyCommand) Run(ctx context.Context) error {
	return withStore(ctx, c.Database, c.Log, "keys.revoke", func(ctx context.Context, st *store.Store) error {
		return auth.Revoke(ctx, st, c.ID)
	})
}

type pauseKeyCommand struct {
	ID              uuid.UUID `arg:"" help:"The key's id, as keys list shows it."`
	config.Database `embed:""`
	config.Log      `embed:""`
}

// Run stops the key until it is resumed.
func (c *pauseKeyCommand) Run(ctx context.Context) error {
	return withStore(ctx, c.Database, c.Log, "keys.pause", func(ctx context.Context, st *store.Store) error {
		return keys.Pause(ctx, st, c.ID, true)
	})
}

type resumeKeyCommand struct {
	ID              uuid.UUID `arg:"" help:"The key's id, as keys list shows it."`
	config.Database `embed:""`
	config.Log      `embed:""`
}

// Run lets the key work again, unless all keys of its holder are paused.
func (c *resumeKeyCommand) Run(ctx context.Context) error {
	return withStore(ctx, c.Database, c.Log, "keys.resume", func(ctx context.Context, st *store.Store) error {
		return advised(keys.Pause(ctx, st, c.ID, false))
	})
}
