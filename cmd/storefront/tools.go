package main

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"text/tabwriter"

	"github.com/segmentio/encoding/json"

	"github.com/storefront/storefront/gen"
	"github.com/storefront/storefront/server/ops/cli"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/text"
	"github.com/storefront/storefront/server/platform/wire"
)

type toolsCommand struct {
	Scope string `placeholder:"SCOPE" help:"Only the tools that need this scope, such as products:write."`
	JSON  bool   `name:"json" help:"Print them as JSON, with their descriptions."`
}

// Run lists the tools of the contract in this program, by name.
func (c *toolsCommand) Run() error {
	if c.Scope != "" && !slices.Contains(contract.Scopes, c.Scope) {
		return exitError{fmt.Errorf("there is no scope %q; the nearest is %s", c.Scope, text.Nearest(c.Scope, contract.Scopes)), cli.BadCommandLine.Status}
	}
	known, err := outline()
	if err != nil {
		return err
	}
	tools := slices.DeleteFunc(slices.Clone(known.Tools), func(t cli.Tool) bool { return c.Scope != "" && t.Scope != c.Scope })
	if c.JSON {
		text, err := wire.Marshal(tools)
		if err != nil {
			return err
		}
		return writeText(os.Stdout, append(text, '\n'), cli.Style.JSON)
	}
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, strings.Join([]string{"TOOL", "SCOPE", "KEY", "WHAT IT DOES"}, "\t"))
	for _, t := range tools {
		key := "needed"
		if t.Anonymous {
			key = "optional"
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", t.Name, t.Scope, key, t.Title)
	}
	return w.Flush()
}

// outline is the contract as the commands show it. It is read by those alone that do.
var outline = sync.OnceValues(func() (*cli.Outline, error) { return cli.ReadOutline(gen.OpenAPIJSON()) })

// inputSchemas are the schemas of the requests, by tool.
var inputSchemas = sync.OnceValues(func() (map[string]struct{ Input json.RawMessage }, error) {
	var tools struct {
		Operations map[string]struct{ Input json.RawMessage }
	}
	err := json.Unmarshal(gen.ToolsJSON(), &tools)
	return tools.Operations, err
})
