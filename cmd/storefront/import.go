package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/storefront/storefront/gen"
	"github.com/storefront/storefront/server/config"
	"github.com/storefront/storefront/server/ops/cli"
	"github.com/storefront/storefront/server/ops/transfer"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/shop/catalog"
)

// errRefused makes the program exit with a non-zero status.
var errRefused = errors.New("some lines were refused")

type importProductsCommand struct {
	File            string `arg:"" help:"JSON Lines, each an item of products.bulk_upsert, plain or .gz, or Shopify's CSV; - is standard input."`
	Format          string `enum:",jsonl,csv" default:"" help:"jsonl or csv; if omitted, the name of the file decides."`
	Category        string `help:"Category of the products of a CSV that name none."`
	CurrencyFactor  string `default:"100" help:"How many ore one unit of the CSV's currency is, such as 745.95."`
	DryRun          bool   `help:"Say what would happen, and write nothing."`
	config.Database `embed:""`
	config.Log      `embed:""`
}

// Run imports products.
func (c *importProductsCommand) Run(ctx context.Context) error {
	options := transfer.Options{Path: c.File, Format: c.Format, DefaultCategory: c.Category, CurrencyFactor: c.CurrencyFactor, DryRun: c.DryRun}
	return runImport(ctx, c.Database, c.Log, "import.products", options, transfer.ImportProducts)
}

type importCategoriesCommand struct {
	File            string `arg:"" help:"JSON Lines of categories.upsert requests, plain or .gz; - is standard input."`
	DryRun          bool   `help:"Say what would happen, and write nothing."`
	config.Database `embed:""`
	config.Log      `embed:""`
}

// Run imports categories.
func (c *importCategoriesCommand) Run(ctx context.Context) error {
	return runImport(ctx, c.Database, c.Log, "import.categories", transfer.Options{Path: c.File, DryRun: c.DryRun}, transfer.ImportCategories)
}

type importFunc func(context.Context, *store.Store, *contract.Contract, transfer.Options) (transfer.Summary, error)

func runImport(ctx context.Context, d config.Database, l config.Log, command string, o transfer.Options, run importFunc) error {
	known, err := contract.Load(gen.OpenAPIJSON(), gen.ToolsJSON())
	if err != nil {
		return err
	}
	o.Progress, o.Terminal = os.Stderr, cli.IsTerminal(os.Stderr)
	return withStore(ctx, d, l, command, func(ctx context.Context, st *store.Store) error {
		summary, err := run(ctx, st, known, o)
		fmt.Printf("%d created, %d updated, %d unchanged, %d skipped, %d refused\n",
			summary.Created, summary.Updated, summary.Unchanged, summary.Skipped, summary.Refused)
		if o.DryRun {
			fmt.Println("A dry run: nothing was written.")
		}
		if err == nil && !o.DryRun && summary.Created+summary.Updated > 0 {
			err = catalog.Analyze(ctx, st)
		}
		if err == nil && summary.Refused > 0 {
			err = errRefused
		}
		return err
	})
}

type exportProductsCommand struct {
	config.Database `embed:""`
	config.Log      `embed:""`
}

// Run writes the products to standard output.
func (c *exportProductsCommand) Run(ctx context.Context) error {
	return withStore(ctx, c.Database, c.Log, "export.products", func(ctx context.Context, st *store.Store) error {
		n, err := transfer.ExportProducts(ctx, st, os.Stdout)
		fmt.Fprintln(os.Stderr, n, "products written")
		return err
	})
}
