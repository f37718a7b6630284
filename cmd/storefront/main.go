// Storefront is the API and content back end of a shop that software agents run.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/alecthomas/kong"
	_ "time/tzdata" // for machines without a time zone database
)

// exitError is an error with an exit status of its own; that of others is 1.
type exitError struct {
	error
	status int
}

func main() { os.Exit(run()) }

// run executes the command line and returns the exit status.
func run() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal ends the program at once

	program := kong.Must(&commands{}, kong.Name("storefront"), kong.UsageOnError(),
		kong.Description("The API and content back end of a shop that software agents run."),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
		kong.BindTo(ctx, (*context.Context)(nil)))
	err := readFiles(program.Model)
	command, syntax := program.Parse(os.Args[1:])
	program.FatalIfErrorf(syntax)
	if err = errors.Join(err, checkEnvironment(program.Model, os.Environ())); err != nil {
		err = exitError{err, couldNotRun}
	} else {
		err = command.Run()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "storefront:", err)
		if own, ok := errors.AsType[exitError](err); ok {
			return own.status
		}
		return 1
	}
	return 0
}
