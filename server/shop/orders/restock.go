package orders

import (
	"context"

	"github.com/google/uuid"

	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/shop/catalog"
)

// restock gives back everything that the order took and has not given back yet,
// and returns the number of pieces.
func restock(ctx context.Context, tx *store.Tx, order uuid.UUID) (int64, error) {
	out, err := tx.OrderItemsOut(ctx, order)
	if err != nil || len(out) == 0 {
		return 0, err
	}
	var sum int64
	pieces := make([]catalog.Pieces, len(out))
	for i, item := range out { // in the order of the products' ids
		pieces[i] = catalog.Pieces{ProductID: item.ProductID, Pieces: item.Pieces}
		sum += item.Pieces
	}
	if err := catalog.GiveStock(ctx, tx, pieces); err != nil {
		return 0, err
	}
	return sum, tx.OrderItemsRestocked(ctx, order)
}
