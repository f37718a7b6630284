package stock

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
)

// Insufficient is the error of Take for products with less stock than wanted. It
// lists all of them.
type Insufficient []Shortage

// Shortage is a product with less stock than wanted.
type Shortage struct {
	Slug          string
	Wanted, Stock int64
}

func (e Insufficient) Error() string {
	parts := make([]string, len(e))
	for i, s := range e {
		parts[i] = fmt.Sprintf("%d of %s wanted, %d in stock", s.Wanted, s.Slug, s.Stock)
	}
	return strings.Join(parts, "; ")
}

// Taken is a product of which pieces were taken.
type Taken = db.StockTakeRow

// Take takes pieces of live products, by slug, and returns the products. The
// error is a product_not_found for a product that is not live, and an
// Insufficient for too few pieces; after any error the transaction must not
// commit.
func Take(ctx context.Context, tx *store.Tx, wanted map[string]int64) (map[string]Taken, error) {
	slugs := slices.Sorted(maps.Keys(wanted))
	quantities := make([]int64, len(slugs))
	for i, slug := range slugs {
		quantities[i] = wanted[slug]
	}
	// Lock everything first, in the order of the ids: otherwise two orders of the same
	// products, or an order and a return, could deadlock. The lock is a statement of its
	// own, because one that locks and updates updates the rows of a snapshot that is older
	// than the lock, and then waits for those that wait for it.
	if _, err := tx.ProductLockMany(ctx, slugs); err != nil {
		return nil, err
	}
	rows, err := tx.StockTake(ctx, db.StockTakeParams{Slugs: slugs, Quantities: quantities, At: tx.Now})
	if err != nil {
		return nil, err
	}
	taken := make(map[string]Taken, len(rows))
	for _, row := range rows {
		taken[row.Slug] = row
	}
	short := slices.DeleteFunc(slugs, func(slug string) bool { _, ok := taken[slug]; return ok })
	if len(short) > 0 {
		return nil, explainShort(ctx, tx, short, wanted)
	}
	return taken, nil
}

// explainShort returns why pieces of products could not be taken.
func explainShort(ctx context.Context, tx *store.Tx, slugs []string, wanted map[string]int64) error {
	rows, err := tx.StockOf(ctx, slugs)
	if err != nil {
		return err
	}
	left := make(map[string]int64, len(rows))
	for _, row := range rows {
		left[row.Slug] = row.Stock
	}
	var short Insufficient
	for _, slug := range slugs {
		stock, live := left[slug]
		if !live {
			return NotFound(slug)
		}
		short = append(short, Shortage{Slug: slug, Wanted: wanted[slug], Stock: stock})
	}
	return short
}

// NotFound is the problem of a slug that no live product has.
func NotFound(slug string) error {
	if id, ok := store.ParseID(slug); ok { // such as the productId of an order
		return problem.New(problem.ProductNotFound, fmt.Sprintf("No product has the slug %q, which is an id.", slug),
			fmt.Sprintf(`Call products.search with the id %q in "ids" and set "slug" to the slug of the product.`, id))
	}
	return problem.Newf(problem.ProductNotFound, "No product has the slug %q.", slug)
}
