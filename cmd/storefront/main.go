// Storefront is the API and content back end of a shop that software agents run.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/alecthomas/kong"
	_ "time/tzdata" // for machines without a time zone database
)

func main() { os.Exit(run()) }

// run executes the command line and returns the exit status.
func run() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal ends the program at once

	command := kong.Parse(&commands{}, kong.Name("storefront"), kong.UsageOnError(),
		kong.Description("The API and content back end of a shop that software agents run."),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
		kong.BindTo(ctx, (*context.Context)(nil)))
	err := checkEnvironment(command.Model, os.Environ())
	if err == nil {
		err = command.Run()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "storefront:", err)
		return 1
	}
	return 0
}
