package stock

import (
	"context"
	"fmt"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
)

// largest is the largest stock of a product.
const largest = 9007199254740991

// Adjust adds delta pieces to the stock of a locked product, or takes them away
// if delta is negative, and returns the product as it is then. The error is an
// insufficient_stock if the stock would be below zero, and a limit_reached if it
// would be more than the largest integer; then nothing is written.
func Adjust(ctx context.Context, tx *store.Tx, product db.ProductRecord, delta int64) (db.ProductRecord, error) {
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
		code, end, order, nearest = problem.LimitReached, fmt.Sprintf("above %d", largest), "most", largest-stock
	}
	fix := fmt.Sprintf(`Set "delta" to at %s %d.`, order, nearest)
	if nearest == 0 {
		fix = fmt.Sprintf("Leave the stock as it is: it is %d already.", stock)
	}
	return problem.New(code, fmt.Sprintf("The stock is %d; a delta of %d would take it %s.", stock, delta, end), fix)
}
