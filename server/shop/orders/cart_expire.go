package orders

import (
	"context"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/store"
)

// ExpireCarts deletes some of the carts whose life is over, and returns how many. Their orders
// stay.
func ExpireCarts(ctx context.Context, st *store.Store) (rows int64, err error) {
	const few = 200
	err = st.Task(ctx, "carts", func(tx *store.Tx) (err error) {
		rows, err = tx.CartExpire(ctx, db.CartExpireParams{Now: tx.Now, MaxRows: few})
		return err
	})
	return rows, err
}
