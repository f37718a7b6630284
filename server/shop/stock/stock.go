// Package stock changes how many there are of a product. It is the only one that
// does: whoever takes, gives back or sets pieces comes here.
package stock

import (
	"context"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/store"
)

// Piece is how many pieces of a product are given back.
type Piece struct {
	ProductID uuid.UUID
	Pieces    int64
}

// Give adds pieces to the stock of products. They come in the order of the
// products' ids, in which everything locks products.
func Give(ctx context.Context, tx *store.Tx, pieces []Piece) error {
	params := make([]db.StockGiveParams, len(pieces))
	for i, p := range pieces {
		params[i] = db.StockGiveParams{ID: p.ProductID, Pieces: p.Pieces, At: tx.Now}
	}
	return store.Batched(tx.StockGive(ctx, params))
}

// Set returns what an update of a locked product writes as its stock: nil when it
// stays as it is.
func Set(before, after int64) *int64 {
	if before == after {
		return nil
	}
	return &after
}
