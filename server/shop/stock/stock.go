// Package stock changes the stock of products. All code that takes, gives back
// or sets pieces uses it; nothing else changes the stock.
package stock

import (
	"context"
	"time"

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

// Level is a new stock of a product and the time of the change.
type Level struct {
	ProductID uuid.UUID
	Stock     int64
	At        time.Time // its updatedAt from then on
}

// Set sets the stock of products that the transaction has locked; the update is
// sent together with its COMMIT.
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
