package catalog

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/schema"
	"github.com/storefront/storefront/server/platform/store"
)

// This file alone says what a stock becomes. ProductUpdate writes it too, with the value of changedStock.

// Pieces is a number of pieces of a product to give back.
type Pieces struct {
	ProductID uuid.UUID
	Pieces    int64
}

// GiveStock adds pieces to the stock of products. They must be in the order of the
// products' ids, the order in which all code locks products.
func GiveStock(ctx context.Context, tx *store.Tx, pieces []Pieces) error {
	params := make([]db.StockGiveParams, len(pieces))
	for i, p := range pieces {
		params[i] = db.StockGiveParams{ID: p.ProductID, Pieces: p.Pieces, At: tx.Now}
	}
	return store.Batched(tx.StockGive(ctx, params))
}

// InsufficientStock is the error of TakeStock for products with less stock than wanted. It
// lists all of them.
type InsufficientStock []StockShortage

// StockShortage is a product with less stock than wanted.
type StockShortage struct {
	Slug          string
	Wanted, Stock int64
}

func (e InsufficientStock) Error() string {
	parts := make([]string, len(e))
	for i, s := range e {
		parts[i] = fmt.Sprintf("%d of %s wanted, %d in stock", s.Wanted, s.Slug, s.Stock)
	}
	return strings.Join(parts, "; ")
}

// TakenStock is a product of which pieces were taken.
type TakenStock = db.StockTakeRow

// TakeStock takes pieces of live products, by slug, and returns the products. The
// error is a product_not_found for a product that is not live, and an
// InsufficientStock for too few pieces; after any error the transaction must not
// commit.
func TakeStock(ctx context.Context, tx *store.Tx, wanted map[string]int64) (map[string]TakenStock, error) {
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
	taken := make(map[string]TakenStock, len(rows))
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
	var short InsufficientStock
	for _, slug := range slugs {
		stock, live := left[slug]
		if !live {
			return ProductNotFound(slug)
		}
		short = append(short, StockShortage{Slug: slug, Wanted: wanted[slug], Stock: stock})
	}
	return short
}

// ProductsAdjustStock adds pieces to the stock of a product, or takes them away.
func (h Products) ProductsAdjustStock(ctx context.Context, req api.ProductsAdjustStockRequestObject) (api.ProductsAdjustStockResponseObject, error) {
	if req.Body.Delta == 0 { // the contract has no way to say this that all generators of clients understand
		return nil, problem.Invalid("/delta", schema.CodeEnum, "must not be 0", `Set "delta" to at least 1, or to at most -1.`,
			schema.Correction{Do: schema.Set, Value: "1"})
	}
	return store.Answer(ctx, h.Store, func(tx *store.Tx) (api.ProductsAdjustStockResponseObject, error) {
		before, err := lock(ctx, tx, req.Body.Slug)
		if err != nil {
			return nil, err
		}
		after, err := AdjustStock(ctx, tx, before, req.Body.Delta)
		if err != nil {
			return nil, err
		}
		result := api.ProductsAdjustStockResult{Slug: after.Slug, Stock: after.Stock}
		return api.ProductsAdjustStock200JSONResponse{Ok: true, Result: result}, auditProduct(tx, &before, &after)
	})
}

// maxStock is the largest stock of a product.
const maxStock = 9007199254740991

// AdjustStock adds delta pieces to the stock of a locked product, or takes them away
// if delta is negative, and returns the product as it is then. The error is an
// insufficient_stock if the stock would be below zero, and a limit_reached if it
// would be more than the largest integer; then nothing is written.
func AdjustStock(ctx context.Context, tx *store.Tx, product db.ProductRecord, delta int64) (db.ProductRecord, error) {
	adjusted, err := tx.StockAdjust(ctx, db.StockAdjustParams{ID: product.ID, Delta: delta, At: tx.Now})
	if store.NotFound(err) {
		return product, cannotAdjust(product.Stock, delta)
	}
	product.Stock, product.UpdatedAt = adjusted.Stock, adjusted.UpdatedAt
	return product, err
}

// cannotAdjust explains why a stock cannot change by delta, and names the delta
// that comes nearest to it.
func cannotAdjust(stock, delta int64) error {
	code, end, order, nearest := problem.InsufficientStock, "below 0", "least", -stock
	if delta > 0 {
		code, end, order, nearest = problem.LimitReached, fmt.Sprintf("above %d", maxStock), "most", maxStock-stock
	}
	fix, next := fmt.Sprintf(`Set "delta" to at %s %d.`, order, nearest), problem.Step(problem.Set("delta", strconv.FormatInt(nearest, 10)))
	if nearest == 0 {
		fix = fmt.Sprintf("Leave the stock as it is: it is %d already.", stock)
		next = problem.Leave{Op: "products.get", Because: map[string]any{"stock": stock}}
	}
	return problem.New(code, fmt.Sprintf("The stock is %d; a delta of %d would take it %s.", stock, delta, end), fix).Then(next)
}

// changedStock returns the stock that an update of a locked product writes: nil when the
// stock does not change.
func changedStock(before, after int64) *int64 {
	if before == after {
		return nil
	}
	return &after
}
