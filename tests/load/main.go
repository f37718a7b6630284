// Load measures the built program, and its peers and limits for comparison,
// with the given number of products and orders. "make load" runs it;
// docs/performance.md explains its output.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/alecthomas/kong"

	"github.com/storefront/storefront/tests/load/catalogue"
	"github.com/storefront/storefront/tests/load/peer"
	"github.com/storefront/storefront/tests/load/shop"
)

// options are what to measure.
type options struct {
	Products    int           `default:"19406" help:"How many products the shop holds."`
	Orders      int           `default:"100000" help:"How many orders the shop holds."`
	Connections []int         `default:"1 16 64" sep:" " help:"How many callers at once; each figure is taken at each number."`
	Time        time.Duration `default:"5s" help:"How long each figure is measured."`
	Warmup      time.Duration `default:"1s" help:"How long the same load runs before it is measured."`
	Operations  string        `default:"." help:"Regular expression: which operations to measure."`
	Catalogue   string        `default:"../shared/data" help:"Folder of the real products."`
	Data        string        `default:".tools/load" help:"Folder of the databases, kept between runs."`
	Binary      string        `default:"bin/storefront" help:"The built program."`
	Replicas    int           `default:"1" help:"How many servers share the calls, and the database."`
	Share       float64       `help:"The part of a processor that each server may use, such as 0.2, by a control group of its own; 0: all of them. Only root."`
	ServerEnv   []string      `sep:" " help:"Further environment of the server: A=b C=d."`
	Out         string        `help:"File to append the figures to, as JSON lines."`
	PrepareOnly bool          `help:"Make the database and measure nothing but the import."`
}

type commands struct {
	Run  options      `cmd:"" default:"withargs" help:"Measure."`
	Peer peer.Command `cmd:"" help:"Serve what the service is compared with; run starts it."`
}

func main() { os.Exit(run()) }

func run() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	command := kong.Parse(&commands{}, kong.Name("load"), kong.UsageOnError(), kong.BindTo(ctx, (*context.Context)(nil)))
	if err := command.Run(); err != nil {
		fmt.Fprintln(os.Stderr, "load:", err)
		return 1
	}
	return 0
}

// Run prepares the database and measures.
func (o *options) Run(ctx context.Context) error {
	real, err := catalogue.Read(o.Catalogue)
	if err != nil {
		return err
	}
	s, err := shop.Open(ctx, fmt.Sprintf("%s/%d-%d", o.Data, o.Products, o.Orders), o.Binary)
	if err != nil {
		return err
	}
	defer s.Close()
	if err := prepare(ctx, s, o, real); err != nil || o.PrepareOnly {
		return err
	}
	return measureAll(ctx, s, o, real)
}
