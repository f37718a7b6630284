package orders

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
)

// InsufficientStock is the error of Place when there are fewer pieces than the
// order wants. It lists every product that is short.
type InsufficientStock []Shortage

// Shortage is a product that an order wants more of than there is.
type Shortage struct {
	Slug          string
	Wanted, Stock int64
}

func (e InsufficientStock) Error() string {
	parts := make([]string, len(e))
	for i, s := range e {
		parts[i] = fmt.Sprintf("%d of %s are wanted and %d are there", s.Wanted, s.Slug, s.Stock)
	}
	return strings.Join(parts, "; ")
}

// takeStock takes pieces (by slug) from the stock and returns what they are.
func takeStock(ctx context.Context, tx *store.Tx, wanted map[string]int64) (map[string]db.ProductTakeStockRow, error) {
	slugs := slices.Sorted(maps.Keys(wanted))
	// All locks first, in the order of the ids: two orders of the same products,
	// or an order and a return, would else wait for each other in a circle.
	if _, err := tx.ProductLockMany(ctx, slugs); err != nil {
		return nil, err
	}
	params := make([]db.ProductTakeStockParams, len(slugs))
	for i, slug := range slugs {
		params[i] = db.ProductTakeStockParams{Slug: slug, Quantity: wanted[slug], At: tx.Now}
	}
	taken := make(map[string]db.ProductTakeStockRow, len(slugs))
	var short []string
	var failed error
	tx.ProductTakeStock(ctx, params).QueryRow(func(i int, row db.ProductTakeStockRow, err error) {
		switch {
		case err == nil:
			taken[slugs[i]] = row
		case store.NotFound(err):
			short = append(short, slugs[i])
		case failed == nil:
			failed = err
		}
	})
	if failed != nil {
		return nil, failed
	}
	if len(short) > 0 {
		return nil, explainShort(ctx, tx, short, wanted)
	}
	return taken, nil
}

// explainShort finds out why nothing could be taken of products.
func explainShort(ctx context.Context, tx *store.Tx, slugs []string, wanted map[string]int64) error {
	rows, err := tx.ProductStock(ctx, slugs)
	if err != nil {
		return err
	}
	left := make(map[string]int64, len(rows))
	for _, row := range rows {
		left[row.Slug] = row.Stock
	}
	var short InsufficientStock
	for _, slug := range slugs {
		stock, live := left[slug]
		if !live {
			return problem.Newf(problem.ProductNotFound, "No product has the slug %q.", slug)
		}
		short = append(short, Shortage{Slug: slug, Wanted: wanted[slug], Stock: stock})
	}
	return short
}

// giveStock gives everything back that the order took and has not given back
// yet, and returns how many pieces that were.
func giveStock(ctx context.Context, tx *store.Tx, order uuid.UUID) (int64, error) {
	out, err := tx.OrderItemsOut(ctx, order)
	if err != nil || len(out) == 0 {
		return 0, err
	}
	var pieces int64
	params := make([]db.ProductGiveStockParams, len(out))
	for i, item := range out { // in the order of the products' ids
		params[i] = db.ProductGiveStockParams{ID: item.ProductID, Pieces: item.Pieces, At: tx.Now}
		pieces += item.Pieces
	}
	if err := store.Batched(tx.ProductGiveStock(ctx, params)); err != nil {
		return 0, err
	}
	return pieces, tx.OrderItemsRestocked(ctx, order)
}
