package demo

import (
	"context"
	"encoding/json"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/shop/orders"
)

// CartID is the id of an open cart of the demo shop. It belongs to the key that Key makes.
var CartID = uuid.MustParse("01994f5e-0000-7000-8000-000000000c01")

// GiveCart gives the cart to a key.
func GiveCart(ctx context.Context, st *store.Store, key uuid.UUID) error {
	return st.Task(ctx, "demo cart", func(tx *store.Tx) error {
		return tx.CartAdopt(ctx, db.CartAdoptParams{ID: CartID, KeyID: key})
	})
}

// cartArgs are what the cart was opened with.
const cartArgs = `{"items":[{"slug":"round-metal","quantity":1}]}`

// cartStep opens a cart, which belongs to nobody as long as there is no key.
func cartStep(st *store.Store) step {
	return step{"cart.create", CartID.String(), json.RawMessage(cartArgs), func(ctx context.Context, args []byte) error {
		var body api.CartCreateRequest
		if err := json.Unmarshal(args, &body); err != nil {
			return err
		}
		return st.Write(ctx, func(tx *store.Tx) error {
			_, err := orders.OpenCart(ctx, tx, CartID, uuid.Nil, &body)
			return err
		})
	}}
}
