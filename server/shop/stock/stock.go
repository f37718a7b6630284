// Package stock changes the stock of products. All code that takes, gives back,
// adjusts or sets pieces uses it; nothing else changes the stock.
package stock

import (
	"context"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/store"
)

// Piece is a number of pieces of a product to give back.
type Piece struct {
	ProductID uuid.UUID
	Pieces    int64
}

// Give adds pieces to the stock of products. They must be in the order of the
// products' ids, the order in which all code locks products.
func Give(ctx context.Context, tx *store.Tx, pieces []Piece) error {
	params := make([]db.StockGiveParams, len(pieces))
	for i, p := range pieces {
		params[i] = db.StockGiveParams{ID: p.ProductID, Pieces: p.Pieces, At: tx.Now}
	}
	return store.Batched(tx.StockGive(ctx, params))
}

// Set returns the stock that an update of a locked product writes: nil when the
// stock does not change.
func Set(before, after int64) *int64 {
	if before == after {
		return nil
	}
	return &after
}
