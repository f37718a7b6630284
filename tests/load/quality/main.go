// Quality measures the quality of the search: the judged queries go through the
// running HTTP API on the real catalogue. "make load-quality" runs it.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"syscall"

	"github.com/alecthomas/kong"

	"github.com/storefront/storefront/tests/load/catalogue"
	"github.com/storefront/storefront/tests/load/shop"
)

type options struct {
	Catalogue string   `default:"../shared/data" help:"Folder of the products and the judgments."`
	Binary    string   `default:"bin/storefront" help:"The built program."`
	Floor     float64  `help:"Fail when the mean is lower."`
	Worst     int      `default:"10" help:"How many of the worst queries to list."`
	ServerEnv []string `sep:" " help:"Further environment of the server: A=b C=d."`
}

func main() { os.Exit(run()) }

func run() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	command := kong.Parse(&options{}, kong.Name("load-quality"), kong.UsageOnError(), kong.BindTo(ctx, (*context.Context)(nil)))
	if err := command.Run(); err != nil {
		fmt.Fprintln(os.Stderr, "load-quality:", err)
		return 1
	}
	return 0
}

// Run fills a fresh shop, sends every query and prints the scores.
func (o *options) Run(ctx context.Context) error {
	judged, err := readJudgments(filepath.Join(o.Catalogue, catalogue.JudgmentsFile))
	if err != nil {
		return err
	}
	folder, err := os.MkdirTemp("/tmp", "storefront-quality-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	if err := os.Chmod(folder, 0o755); err != nil { // when started as root, PostgreSQL's user needs access
		return err
	}
	s, err := shop.Open(ctx, folder, o.Binary)
	if err != nil {
		return err
	}
	defer s.Close()
	if err := fill(ctx, s, o.Catalogue); err != nil {
		return err
	}
	server, err := s.Serve(ctx, o.ServerEnv)
	if err != nil {
		return err
	}
	defer server.Stop()
	if _, err := s.Filled(ctx, o.ServerEnv); err != nil {
		return err
	}
	scores, err := ask(ctx, server.Base, judged)
	if err != nil {
		return err
	}
	return o.report(scores)
}

func fill(ctx context.Context, s *shop.Shop, folder string) error {
	for _, args := range [][]string{
		{"import", "categories", filepath.Join(folder, catalogue.CategoriesFile)},
		{"import", "products", filepath.Join(folder, catalogue.ProductsFile)},
	} {
		if _, _, err := s.Run(ctx, args...); err != nil {
			return err
		}
	}
	return nil
}

func (o *options) report(scores []score) error {
	sum := 0.0
	for _, s := range scores {
		sum += s.ndcg
	}
	mean := sum / float64(len(scores))
	fmt.Printf("nDCG@%d %.4f over %d queries\n", depth, mean, len(scores))
	slices.SortFunc(scores, byScore)
	for _, s := range scores[:min(o.Worst, len(scores))] {
		fmt.Printf("  %.3f  %-32s %d hits\n", s.ndcg, s.query, s.hits)
	}
	if mean < o.Floor {
		return fmt.Errorf("%.4f is under the floor of %g", mean, o.Floor)
	}
	return nil
}
