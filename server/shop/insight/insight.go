// Package insight answers what sells. Triggers of the database keep the sums of the orders
// (docs/decisions/0014-insight.md), so that no operation has to remember them; the searches
// and the calls of keys are counted here.
package insight

import (
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/shop/catalog"
)

// Analytics answers the operations analytics.*.
type Analytics struct {
	Store    *store.Store
	Products catalog.Products // for what is low in stock
	Ledger   *Ledger
}
