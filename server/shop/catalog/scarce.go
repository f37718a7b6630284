package catalog

import (
	"context"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/shop/catalog/internal/index"
)

// Scarce is the place of a product in the list of those that run out: by stock, name and id.
type Scarce struct {
	Stock int64
	Name  string // its sort key
	ID    uuid.UUID
}

// BeforeScarce is a place before the first.
var BeforeScarce = Scarce{Stock: -1}

// Scarce returns the first products with at most threshold pieces after a place in their list, from the index where
// it is in use: no index of PostgreSQL has the stock, which every order changes. It also counts all of them, and the live products.
func (h Products) Scarce(ctx context.Context, threshold int64, after Scarce, limit int) (first []Scarce, scarce, live int64, err error) {
	if products := h.Index.Await(ctx); products != nil {
		found, scarce, live := products.Scarce(threshold, index.Scarce(after), limit)
		for _, one := range found {
			first = append(first, Scarce(one))
		}
		return first, int64(scarce), int64(live), nil
	}
	rows, err := h.Store.Read().ProductScarce(ctx, db.ProductScarceParams{
		Threshold: threshold, AfterStock: after.Stock, AfterName: after.Name, AfterID: after.ID, MaxRows: int32(limit),
	})
	if err != nil {
		return nil, 0, 0, err
	}
	for _, r := range rows {
		first = append(first, Scarce{r.Stock, r.NameSort, r.ID})
	}
	counts, err := h.Store.Read().ProductScarceCount(ctx, threshold)
	return first, counts.Scarce, counts.Live, err
}
