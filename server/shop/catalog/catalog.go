// Package catalog keeps the products and categories of the shop. Package search finds them.
package catalog

import (
	"context"
	"errors"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/shop/search"
)

// Products answers the operations products.*.
type Products struct {
	Store    *store.Store
	Cache    *ProductCache   // used by products.get only
	Search   search.Searcher // used by searches only
	Importer *Importer       // used by products.bulk_upsert only
}

// Categories answers the operations categories.*.
type Categories struct {
	Store *store.Store
	Index *search.Indexer // used by categories.list only
}

// Analyze has the planner learn what the catalogue holds. After much was written at
// once its plans are poor until PostgreSQL gets to it by itself.
func Analyze(ctx context.Context, st *store.Store) error {
	return st.Task(ctx, "analyze", func(tx *store.Tx) error {
		return errors.Join(tx.ProductsSearchClean(ctx), tx.ProductsAnalyze(ctx))
	})
}

// Every calls yield with each live product as products.get returns it, in the order
// of their ids; base is the address of the service. The errors are those of the
// database and of yield.
func Every(ctx context.Context, st *store.Store, base string, yield func(*api.Product) error) error {
	return EveryRecord(ctx, st, func(r *db.ProductRecord) error {
		product, err := toProduct(r, base)
		if err != nil {
			return err
		}
		return yield(&product)
	})
}

// EveryRecord is Every for products as they are stored.
func EveryRecord(ctx context.Context, st *store.Store, yield func(*db.ProductRecord) error) error {
	const atOnce = 500
	after := uuid.UUID{}
	for {
		rows, err := st.Read().ProductExport(ctx, db.ProductExportParams{After: after, Page: atOnce})
		if err != nil {
			return err
		}
		for i := range rows {
			if err := yield(&rows[i]); err != nil {
				return err
			}
		}
		if len(rows) < atOnce {
			return nil
		}
		after = rows[len(rows)-1].ID
	}
}
