package customers

import (
	"context"
	"encoding/json"
	"time"

	"github.com/google/uuid"

	"github.com/storefront/storefront/server/platform/store"
)

// EraseAgain completes an erasure that is older than wait: calls that were under way
// during it may have left a cart, a note or a row of the audit. It returns 0 when none
// is due. wait must be longer than a call takes.
func EraseAgain(ctx context.Context, st *store.Store, wait time.Duration) (done int64, err error) {
	err = st.Task(ctx, "erasure", func(tx *store.Tx) error {
		kept, err := tx.ErasureNext(ctx, tx.Now.Add(-wait))
		if store.NotFound(err) {
			return nil
		}
		if err != nil {
			return err
		}
		e := erasure{Tx: tx, customer: kept.CustomerID, until: kept.At}
		if err := json.Unmarshal(kept.Person, &e.person); err != nil {
			return err
		}
		if err := e.lockErased(ctx); err != nil {
			return err
		}
		if err := e.eraseAll(ctx); err != nil {
			return err
		}
		done = 1
		return tx.ErasureDone(ctx, kept.CustomerID)
	})
	return done, err
}

// lockErased locks the carts with the e-mail address, and the orders of the customer.
func (e *erasure) lockErased(ctx context.Context) error {
	if err := e.ErasureCartsLock(ctx, e.person.Email); err != nil {
		return err
	}
	rows, err := e.ErasureOrdersLock(ctx, e.email())
	e.orders = make([]uuid.UUID, len(rows))
	for i := range rows {
		e.orders[i] = rows[i].ID
	}
	return err
}
