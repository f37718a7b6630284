package customers

import (
	"context"
	"slices"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/store"
)

// eraseDetails leaves of the payments what the books need.
func (e *erasure) eraseDetails(ctx context.Context) error {
	payments, err := e.ErasurePaymentDetails(ctx, e.orders)
	if err != nil {
		return err
	}
	if err := e.ErasurePaymentMethods(ctx, e.orders); err != nil {
		return err
	}
	refunds, err := e.ErasurePaymentReasons(ctx, e.orders)
	if err != nil {
		return err
	}
	for _, id := range slices.Concat(payments, refunds) { // the audit has rows about them
		e.person.addIDs(id.String())
	}
	e.result.PaymentsKept = int64(len(payments))
	return e.ErasureTestPayments(ctx, e.orders)
}

// erasePayments takes the person out of how was paid, which stays otherwise.
func (e *erasure) erasePayments(ctx context.Context) error {
	rows, err := e.ErasurePayments(ctx, e.orders)
	if err != nil {
		return err
	}
	var changes []db.ErasurePaymentParams
	for _, r := range rows {
		if left, changed := e.person.identity().redact(r.PaymentMethod); changed {
			changes = append(changes, db.ErasurePaymentParams{ID: r.ID, PaymentMethod: left})
		}
	}
	return store.Batched(e.ErasurePayment(ctx, changes))
}
