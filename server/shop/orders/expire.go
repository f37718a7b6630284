package orders

import (
	"context"
	"errors"
	"time"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
)

// ExpireUnpaid cancels some of the orders that have waited for their payment for longer
// than wait, and returns how many. Each is a move like any other: its stock comes back once,
// however many replicas try, and an order that is paid meanwhile is left alone.
func ExpireUnpaid(ctx context.Context, st *store.Store, wait time.Duration) (done int64, err error) {
	const few = 100
	ids, err := st.Read().OrdersUnpaid(ctx, db.OrdersUnpaidParams{Before: st.Now().Add(-wait), MaxRows: few})
	if err != nil {
		return 0, err
	}
	unpaid := api.OrderStatusPendingPayment
	for _, id := range ids {
		failed := st.Write(ctx, func(tx *store.Tx) error {
			return MoveFrom(ctx, tx, id, &unpaid, api.OrderStatusCancelled)
		})
		if failed == nil {
			done++
		} else if p, ok := errors.AsType[*problem.Error](failed); !ok || p.Code != problem.OrderChanged {
			err = errors.Join(err, failed) // the others do not wait for this one
		}
	}
	return done, err
}
