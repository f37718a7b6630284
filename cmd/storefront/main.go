// Storefront is the API and content back end of a shop that software agents run.
package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"text/tabwriter"
	_ "time/tzdata" // for machines without a time zone database

	"github.com/alecthomas/kong"

	"github.com/storefront/storefront/server/config"
	"github.com/storefront/storefront/server/ops/cli"
	"github.com/storefront/storefront/server/platform/wire"
)

func main() { os.Exit(run()) }

// run executes the command line and returns the exit status.
func run() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal ends the program at once

	all := &commands{}
	program := kong.Must(all, kong.Name("storefront"),
		kong.Description("The API and content back end of a shop that software agents run."),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
		kong.BindTo(ctx, (*context.Context)(nil)))
	if len(os.Args) > 1 && os.Args[1] == completeArgument {
		complete(program.Model, all, os.Args[2:])
		return 0
	}
	files, err := readFiles(program.Model)
	syntax := describeCall(program.Model, &all.Call, os.Args[1:])
	if syntax != nil {
		return wrongUsage(files.redact(syntax), syntax, "")
	}
	command, syntax := program.Parse(os.Args[1:])
	if syntax != nil {
		return wrongUsage(files.redact(syntax), syntax, all.Call.tool.name())
	}
	if err = errors.Join(err, checkEnvironment(program.Model, os.Environ())); err != nil {
		err = exitError{err, couldNotRun}
	} else {
		err = command.Run()
	}
	if err != nil {
		if !errors.Is(err, errPrinted) {
			fmt.Fprintln(os.Stderr, "storefront:", wire.Safe(files.redact(err)))
		}
		if own, ok := errors.AsType[exitError](err); ok {
			return own.status
		}
		return 1
	}
	return 0
}

// wrongUsage prints what is wrong with the command line, as the text of err, on standard error alone, and returns
// the exit status. The help of a tool is that of call with its name.
func wrongUsage(text string, err error, tool string) int {
	help := "storefront"
	if parse, ok := errors.AsType[*kong.ParseError](err); ok && parse.Context.Selected() != nil {
		help = parse.Context.Selected().FullPath()
	}
	fmt.Fprintf(os.Stderr, "storefront: %s\n\"%s --help\" says more\n", text, strings.TrimSpace(help+" "+tool))
	return cli.BadCommandLine.Status
}

// exitError is an error with an exit status of its own; that of others is 1.
type exitError struct {
	error
	status int
}

// Unwrap returns what happened.
func (e exitError) Unwrap() error { return e.error }

// commands are the commands of the program; docs/configuration.md is generated
// from them.
type commands struct {
	Serve   serveCommand   `cmd:"" help:"Serve the API."`
	Migrate migrateCommand `cmd:"" help:"Migrate the database to the newest schema."`
	Keys    struct {
		Create createKeyCommand `cmd:"" help:"Create a key and print it, once, on standard output."`
		List   listKeysCommand  `cmd:"" help:"List the keys, without their secrets."`
		Rotate rotateKeyCommand `cmd:"" help:"Give a key a new secret and print it."`
		Pause  pauseKeyCommand  `cmd:"" help:"Stop a key at once, until it is resumed."`
		Resume resumeKeyCommand `cmd:"" help:"Let a paused key work again."`
		Revoke revokeKeyCommand `cmd:"" help:"Revoke a key at once."`
	} `cmd:"" help:"Create, list, rotate, pause, resume and revoke API keys."`
	Console consoleCommand `cmd:"" help:"Print a link that signs you in to the console, once, on a terminal."`
	Audit   struct {
		List   listAuditCommand   `cmd:"" help:"List what was done, the newest first."`
		Show   showAuditCommand   `cmd:"" help:"Show one row of the audit, and what it changed."`
		Revert revertAuditCommand `cmd:"" help:"Take back what a row of the audit says, or all that a call changed."`
		Prune  pruneAuditCommand  `cmd:"" help:"Delete old rows of the audit."`
	} `cmd:"" help:"Read and prune the audit, and take back what it says."`
	Payments struct {
		Reconcile reconcileCommand `cmd:"" help:"Compare the payments, and the orders that they paid, with the books of their providers."`
	} `cmd:"" help:"Compare payments with what their providers have of them."`
	Customers struct {
		Erase eraseCustomerCommand `cmd:"" help:"Forget the person with an e-mail address, also one who never ordered."`
	} `cmd:"" help:"Forget people."`
	Import struct {
		Products   importProductsCommand   `cmd:"" help:"Create and change products from a file."`
		Categories importCategoriesCommand `cmd:"" help:"Create and change categories from a file."`
	} `cmd:"" help:"Read products or categories from a file."`
	Export struct {
		Products exportProductsCommand `cmd:"" help:"Write every live product as JSON Lines."`
	} `cmd:"" help:"Write products in the form that import reads."`
	Call         callCommand         `cmd:"" help:"Call a tool of a deployment."`
	Tools        toolsCommand        `cmd:"" help:"List the tools that can be called."`
	Health       healthCommand       `cmd:"" help:"Ask whether a service can take calls, for the checks of containers."`
	Backup       backupCommand       `cmd:"" help:"Write the service's own PostgreSQL to a file, while it runs."`
	Restore      restoreCommand      `cmd:"" help:"Make a data folder of a file that backup has written."`
	Jobs         jobsCommand         `cmd:"" help:"List the work that the replicas share, and how it ended last."`
	Completion   completionCommand   `cmd:"" help:"Print the script that completes what is typed in a shell."`
	ContractTest contractTestCommand `cmd:"" help:"Test whether a deployment keeps the contract."`
	Version      versionCommand      `cmd:"" help:"Print the version, and the commit it is built from."`
}

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
		return writeText(os.Stdout, append(text, '\n'), cli.Style.JSON)
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
