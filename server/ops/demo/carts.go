package demo

import (
	"context"
	"encoding/json"
	"time"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/audit"
	"github.com/storefront/storefront/server/platform/store"
)

// CartID is the id of an open cart of the demo shop. It belongs to the key that Key makes.
var CartID = uuid.MustParse("01994f5e-0000-7000-8000-000000000c01")

// GiveCart gives the cart to a key.
func GiveCart(ctx context.Context, st *store.Store, key uuid.UUID) error {
	return st.Task(ctx, "demo cart", func(tx *store.Tx) error {
		return tx.Last.CartAdopt(ctx, db.CartAdoptParams{ID: CartID, KeyID: key})
	})
}

// cartArgs are what the cart was opened with.
const cartArgs = `{"items":[{"slug":"round-metal","quantity":1}]}`

// cartStep opens a cart, which belongs to nobody as long as there is no key.
func cartStep(st *store.Store) step {
	return step{"cart.create", CartID.String(), json.RawMessage(cartArgs), func(ctx context.Context, _ []byte) error {
		return st.Write(ctx, func(tx *store.Tx) error {
			products, err := tx.CartProducts(ctx, []string{"round-metal"})
			if err != nil {
				return err
			}
			const life = 30 * 24 * time.Hour
			if err := tx.CartInsert(ctx, db.CartInsertParams{ID: CartID, KeyID: uuid.Nil, At: tx.Now, ExpiresAt: tx.Now.Add(life)}); err != nil {
				return err
			}
			items := make([]db.CartItemPutParams, len(products))
			for i, p := range products {
				items[i] = db.CartItemPutParams{CartID: CartID, ProductID: p.ID, Line: int32(i + 1), Quantity: 1, UnitPriceOere: p.PriceOere, At: tx.Now}
			}
			if err := store.Batched(tx.CartItemPut(ctx, items)); err != nil {
				return err
			}
			return tx.Audit(audit.Entry{EntityType: "cart", EntityID: CartID.String(), After: json.RawMessage(cartArgs)})
		})
	}}
}
