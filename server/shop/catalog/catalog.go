// Package catalog keeps the products and categories of the shop and finds them.
package catalog

import (
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/shop/features"
)

// Products answers the operations products.*.
type Products struct {
	Store    *store.Store
	Memory   *Memory            // used by products.get and products.search only
	Switches *features.Switches // used by products.search only
	Importer *Importer          // used by products.bulk_upsert only
}

// Categories answers the operations categories.*.
type Categories struct {
	Store  *store.Store
	Memory *Memory // used by categories.list only
}
