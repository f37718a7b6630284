// Changes compares the contract with the released one by oasdiff, and fails on a
// breaking change, and on another one that CHANGELOG.md does not announce
// (docs/contract.md). "make contract-changes" runs it.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/alecthomas/kong"
)

type options struct {
	Oasdiff   string `required:"" help:"The program oasdiff."`
	Released  string `default:"openapi/released/v1.json" help:"The released contract."`
	Contract  string `default:"gen/openapi.json" help:"The contract as it is now."`
	Changelog string `default:"CHANGELOG.md" help:"The file that announces changes."`
}

func main() {
	var o options
	kong.Parse(&o, kong.Description("Compares the contract with the released one."))
	if err := o.run(context.Background(), os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "changes:", err)
		os.Exit(1)
	}
}

// run writes what has changed. An error says that something did that may not.
func (o *options) run(ctx context.Context, w io.Writer) error {
	changes, err := o.changes(ctx)
	if err != nil {
		return err
	}
	news, err := unreleased(o.Changelog)
	if err != nil {
		return err
	}
	var breaking, silent, announced []change
	for _, c := range changes {
		switch {
		case c.breaks():
			breaking = append(breaking, c)
		case news.announces(c):
			announced = append(announced, c)
		default:
			silent = append(silent, c)
		}
	}
	list(w, "Breaking, and therefore not possible within v1:", breaking)
	list(w, "Not in "+o.Changelog+" under Unreleased, as an entry that names the operation and what is new:", silent)
	list(w, "Announced:", announced)
	if len(breaking)+len(silent) > 0 {
		return errors.New("the contract changed in a way that docs/contract.md does not allow")
	}
	fmt.Fprintf(w, "%s keeps %s, and announces what is new.\n", o.Contract, o.Released)
	return nil
}
