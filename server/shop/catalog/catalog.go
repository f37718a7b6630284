// Package catalog keeps the products and categories of the shop and finds them.
package catalog

import (
	"context"
	"errors"

	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/shop/search"
)

// Products answers the operations products.*.
type Products struct {
	Store    *store.Store
	Answers  *Answers        // used by products.get only
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
