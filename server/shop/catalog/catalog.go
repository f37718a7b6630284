// Package catalog keeps the products and categories of the shop and finds them.
package catalog

import (
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/shop/features"
	"github.com/storefront/storefront/server/shop/settings"
)

// Products answers the operations products.*.
type Products struct {
	Store    *store.Store
	Memory   *Memory            // used by products.get and products.search only
	Switches *features.Switches // used by searches only
	Synonyms *settings.Synonyms // used by searches only
	Importer *Importer          // used by products.bulk_upsert only
	// Searched is notified of each search with words, but not of its later pages; nil if nobody wants to know.
	Searched func(q string, found int64)
}

// Categories answers the operations categories.*.
type Categories struct {
	Store  *store.Store
	Memory *Memory // used by categories.list only
}
