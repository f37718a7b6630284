// Package stock changes how many there are of a product. It is the only one that
// does: whoever takes, gives back or sets pieces comes here.
package stock

import (
	"context"
	"time"

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

// Level is what the stock of a product is set to, and when.
type Level struct {
	ProductID uuid.UUID
	Stock     int64
	At        time.Time // its updatedAt from then on
}

// Set sets the stock of products that the transaction has locked, together with
// its COMMIT.
func Set(ctx context.Context, tx *store.Tx, levels ...Level) error {
	if len(levels) == 0 {
		return nil
	}
	params := make([]db.StockSetParams, len(levels))
	for i, l := range levels {
		params[i] = db.StockSetParams{ID: l.ProductID, Stock: l.Stock, At: l.At}
	}
	return store.Batched(tx.Last.StockSet(ctx, params))
}
