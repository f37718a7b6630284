// Audit measures audit.list on a large audit: every single filter and every pair
// of filters, with frequent and rare values. "make load-audit" runs it;
// docs/performance.md has its figures.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/alecthomas/kong"

	"github.com/storefront/storefront/tests/load/shop"
)

// options are what to measure.
type options struct {
	Rows        int           `default:"5000000" help:"How many rows the audit holds."`
	Connections int           `default:"16" help:"How many callers at once."`
	Time        time.Duration `default:"1s" help:"How long each combination is measured."`
	Only        string        `help:"Measure the combinations that this regular expression matches, and no inserts."`
	Data        string        `default:".tools/load-audit" help:"Folder of the database, kept between runs."`
	Binary      string        `default:"bin/storefront" help:"The built program."`
}

func main() { os.Exit(run()) }

func run() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	command := kong.Parse(&options{}, kong.Name("load-audit"), kong.UsageOnError(), kong.BindTo(ctx, (*context.Context)(nil)))
	if err := command.Run(); err != nil {
		fmt.Fprintln(os.Stderr, "load-audit:", err)
		return 1
	}
	return 0
}

// Run fills the database once, and measures.
func (o *options) Run(ctx context.Context) error {
	s, err := shop.Open(ctx, fmt.Sprintf("%s/%d", o.Data, o.Rows), o.Binary)
	if err != nil {
		return err
	}
	defer s.Close()
	if _, _, err := s.Run(ctx, "migrate"); err != nil {
		return err
	}
	if err := fill(ctx, s.URL, o.Rows); err != nil {
		return err
	}
	key, _, err := s.Run(ctx, "keys", "create", "--name", "load-audit", "--scopes", "audit:read")
	if err != nil {
		return err
	}
	server, err := s.Serve(ctx, nil)
	if err != nil {
		return err
	}
	defer server.Stop()
	if o.Only == "" {
		if err := inserts(ctx, s.URL); err != nil {
			return err
		}
	}
	return o.measure(ctx, server.Base, key)
}
