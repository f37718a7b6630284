package orders

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
)

// ExpireUnpaid cancels some of the orders that have waited for their payment for longer than wait, and returns how many. Each is a move like any
// other: its stock comes back once, however many replicas try, and an order that is paid meanwhile is left alone. Where the buyer
// could still pay at a page, that is closed first, and the order is cancelled when the provider has said so; one whose money is reserved, or
// of whose payment nothing is known yet, stays.
func ExpireUnpaid(ctx context.Context, st *store.Store, wait time.Duration) (done int64, err error) {
	const few = 100
	waiting, err := st.Read().OrdersUnpaid(ctx, db.OrdersUnpaidParams{Before: st.Now().Add(-wait), TriedSince: st.Due().Add(-time.Hour), MaxRows: few})
	if err != nil {
		return 0, err
	}
	var open []uuid.UUID
	unpaid := api.OrderStatusPendingPayment
	for _, order := range waiting {
		if order.Open {
			open = append(open, order.ID)
			continue
		}
		failed := st.Write(ctx, func(tx *store.Tx) error {
			return MoveFrom(ctx, tx, order.ID, &unpaid, api.OrderStatusCancelled)
		})
		if failed == nil {
			done++
		} else if p, ok := errors.AsType[*problem.Error](failed); !ok || p.Code != problem.OrderChanged {
			err = errors.Join(err, failed) // the others do not wait for this one
		}
	}
	if len(open) == 0 {
		return done, err
	}
	return done, errors.Join(err, st.Task(ctx, "payments of orders that expire", func(tx *store.Tx) error {
		_, err := tx.PaymentsCancelUnpaid(ctx, open)
		return err
	}))
}
