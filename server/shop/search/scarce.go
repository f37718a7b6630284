package search

import (
	"context"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/shop/search/internal/index"
)

// Scarce is the place of a product in the list of those that run out: by stock, name and id.
type Scarce = index.Scarce

// BeforeScarce is a place before the first.
var BeforeScarce = Scarce{Stock: -1}

// Scarce returns the first products with at most threshold pieces after a place in their list, from the index where
// it is in use: no index of PostgreSQL has the stock, which every order changes. It also counts all of them, and the live products.
func (s Searcher) Scarce(ctx context.Context, threshold int64, after Scarce, limit int) (first []Scarce, scarce, live int64, err error) {
	return s.finder(ctx).scarce(ctx, threshold, after, limit)
}

func (x inIndex) scarce(_ context.Context, threshold int64, after Scarce, limit int) (first []Scarce, scarce, live int64, err error) {
	first, few, all := x.products.Scarce(threshold, after, limit)
	return first, int64(few), int64(all), nil
}

func (d inDatabase) scarce(ctx context.Context, threshold int64, after Scarce, limit int) (first []Scarce, scarce, live int64, err error) {
	rows, err := d.Read().ProductScarce(ctx, db.ProductScarceParams{
		Threshold: threshold, AfterStock: after.Stock, AfterName: after.Name, AfterID: after.ID, MaxRows: int32(limit),
	})
	if err != nil {
		return nil, 0, 0, err
	}
	for _, r := range rows {
		first = append(first, Scarce{Stock: r.Stock, Name: r.NameSort, ID: r.ID})
	}
	counts, err := d.Read().ProductScarceCount(ctx, threshold)
	return first, counts.Scarce, counts.Live, err
}
