// Storefront is the API and content back end of a shop that software agents run.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"
	_ "time/tzdata" // for machines without a time zone database

	"github.com/storefront/storefront/server/ops/cli"
)

// exitError is an error with an exit status of its own; that of others is 1.
type exitError struct {
	error
	status int
}

// Unwrap returns what happened.
func (e exitError) Unwrap() error { return e.error }

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
	if len(os.Args) > 1 && os.Args[1] == completing {
		complete(program.Model, all, os.Args[2:])
		return 0
	}
	files, err := readFiles(program.Model)
	syntax := describeCall(program.Model, &all.Call, os.Args[1:])
	if syntax != nil {
		return wrongUsage(files.shown(syntax), syntax, "")
	}
	command, syntax := program.Parse(os.Args[1:])
	if syntax != nil {
		return wrongUsage(files.shown(syntax), syntax, all.Call.tool.name())
	}
	if err = errors.Join(err, checkEnvironment(program.Model, os.Environ())); err != nil {
		err = exitError{err, couldNotRun}
	} else {
		err = command.Run()
	}
	if err != nil {
		if !errors.Is(err, errShown) {
			fmt.Fprintln(os.Stderr, "storefront:", files.shown(err))
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
