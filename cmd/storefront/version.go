package main

import (
	"cmp"
	"fmt"
	"os"
	"text/tabwriter"

	"github.com/storefront/storefront/server/config"
	"github.com/storefront/storefront/server/ops/cli"
	"github.com/storefront/storefront/server/platform/wire"
)

type versionCommand struct {
	JSON bool `name:"json" help:"Print it as JSON."`
}

// Run prints which build of the program this is.
func (c *versionCommand) Run() error {
	build := config.ThisBuild()
	if c.JSON {
		text, err := wire.Marshal(build)
		if err != nil {
			return err
		}
		return write(os.Stdout, append(text, '\n'), cli.Style.JSON)
	}
	const unknown = "unknown"
	changed := ""
	if build.Modified {
		changed = ", with changes"
	}
	fmt.Println("storefront", build.Version) // a script reads the first line
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "commit\t%s%s\n", cmp.Or(build.Commit, unknown), changed)
	fmt.Fprintf(w, "date\t%s\n", cmp.Or(build.Date, unknown))
	fmt.Fprintf(w, "go\t%s\n", build.Go)
	fmt.Fprintf(w, "platform\t%s\n", build.Platform)
	return w.Flush()
}
