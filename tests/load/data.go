package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/storefront/storefront/tests/load/catalogue"
	"github.com/storefront/storefront/tests/load/shop"
)

// prepare fills the shop's database unless it already contains the requested
// data. A later run uses the data as the previous run left it.
func prepare(ctx context.Context, s *shop.Shop, o *options, real []catalogue.Product) error {
	if _, _, err := s.Run(ctx, "migrate"); err != nil {
		return err
	}
	conn, err := pgx.Connect(ctx, s.URL)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	var products int
	if err := conn.QueryRow(ctx, "SELECT count(*) FROM products WHERE deleted_at IS NULL").Scan(&products); err != nil {
		return err
	}
	if products != o.Products {
		if products > 0 {
			return fmt.Errorf("%s holds %d products, not %d: remove it", s.Folder, products, o.Products)
		}
		if err := importProducts(ctx, s, o, real); err != nil {
			return err
		}
	}
	if err := prepareOrders(ctx, conn, o.Orders); err != nil {
		return err
	}
	if err := prepareTerms(ctx, conn); err != nil {
		return err
	}
	return prepareLimits(ctx, conn)
}

// importProducts writes the products to a file first, so that only the import is
// measured.
func importProducts(ctx context.Context, s *shop.Shop, o *options, real []catalogue.Product) error {
	if _, _, err := s.Run(ctx, "import", "categories", filepath.Join(o.Catalogue, catalogue.CategoriesFile)); err != nil {
		return err
	}
	file, err := os.CreateTemp("", "storefront-load-*.jsonl")
	if err != nil {
		return err
	}
	defer os.Remove(file.Name())
	defer file.Close()
	if err := catalogue.Write(file, real, o.Products); err != nil {
		return err
	}
	database := s.PostgresCPU
	before, err := database()
	if err != nil {
		return err
	}
	out, cost, err := s.Run(ctx, "import", "products", file.Name())
	if err != nil {
		return err
	}
	after, err := database()
	if err != nil {
		return err
	}
	fmt.Printf("import of %d products: %.1f s, peak memory %.0f MiB, CPU %.1f s and %.1f s of PostgreSQL (%s)\n", o.Products,
		cost.Elapsed.Seconds(), cost.PeakMiB, cost.CPU.Seconds(), (after - before).Seconds(), out)
	return nil
}

// timed prints how long a step of the preparation takes.
func timed(step string, fn func() error) error {
	began := time.Now()
	if err := fn(); err != nil {
		return fmt.Errorf("%s: %w", step, err)
	}
	fmt.Printf("%s: %.1f s\n", step, time.Since(began).Seconds())
	return nil
}
