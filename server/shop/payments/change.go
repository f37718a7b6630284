package payments

import (
	"context"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/auth"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/schema"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/shop/orders"
)

// PaymentsCapture takes the money that a payment has reserved.
func (p *Payments) PaymentsCapture(ctx context.Context, req api.PaymentsCaptureRequestObject) (api.PaymentsCaptureResponseObject, error) {
	return change(ctx, p, req.Body.PaymentId, effectCapture, []string{"authorized"}, func(s api.Payment) api.PaymentsCaptureResponseObject {
		return api.PaymentsCapture200JSONResponse{Ok: true, Result: s}
	})
}

// PaymentsCancel ends an open payment.
func (p *Payments) PaymentsCancel(ctx context.Context, req api.PaymentsCancelRequestObject) (api.PaymentsCancelResponseObject, error) {
	return change(ctx, p, req.Body.PaymentId, effectCancel, []string{"created", "requires_action", "authorized"}, func(s api.Payment) api.PaymentsCancelResponseObject {
		return api.PaymentsCancel200JSONResponse{Ok: true, Result: s}
	})
}

// change has something done at the provider of a payment that has one of some statuses, and answers with what became of it.
func change[T any](ctx context.Context, p *Payments, text, kind string, from []string, answer func(api.Payment) T) (T, error) {
	var none T
	id, err := store.ID(text, notFound)
	if err != nil {
		return none, err
	}
	var effect int64
	_, err = store.Answer(ctx, p.Store, func(tx *store.Tx) (T, error) {
		row, _, err := lock(ctx, tx, id)
		if err != nil {
			return none, err
		}
		if !slices.Contains(from, row.Status) {
			return none, wrongState(&row, kind)
		}
		if effect, err = want(ctx, tx, id, kind); err != nil {
			return none, err
		}
		return answer(toPayment(ctx, &row)), auditPayment(tx, &row, &row, kind)
	})
	if replays(ctx, err, new(api.PaymentReply)) {
		effect, err = p.wanted(ctx, id, kind)
	}
	if err != nil {
		return none, err
	}
	refusal, err := p.await(ctx, effect)
	if err != nil {
		return none, err
	}
	if refusal != "" {
		return none, refusedBy(refusal, id, fmt.Sprintf("Read the payment %q with payments.get: it is what the provider says now.", id)).
			Then(problem.Call{Op: "payments.get", Args: map[string]any{"paymentId": id.String()}})
	}
	shown, err := p.shown(ctx, id)
	return answer(shown), err
}

// want has something done at the provider of a locked payment, unless it is to be done already, and returns the number of it.
func want(ctx context.Context, tx *store.Tx, id uuid.UUID, kind string) (int64, error) {
	effect, err := tx.PaymentEffectWanted(ctx, db.PaymentEffectWantedParams{PaymentID: id, Kind: kind})
	if store.NotFound(err) {
		return tx.PaymentEffectInsert(ctx, db.PaymentEffectInsertParams{PaymentID: id, Kind: kind})
	}
	return effect, err
}

// wanted returns the number of what was wanted last of a kind at the provider of a payment; 0 for nothing.
func (p *Payments) wanted(ctx context.Context, id uuid.UUID, kind string) (int64, error) {
	effect, err := p.Store.Read().PaymentEffectLast(ctx, db.PaymentEffectLastParams{PaymentID: id, Kind: kind})
	if store.NotFound(err) {
		return 0, nil
	}
	return effect, err
}

// lock returns a payment and its order, locked in the order in which all code locks them.
func lock(ctx context.Context, tx *store.Tx, id uuid.UUID) (db.Payment, db.Order, error) {
	order, err := tx.OrderOfPaymentLock(ctx, id)
	if err != nil {
		return db.Payment{}, order, store.OrNotFound(err, id, notFound)
	}
	row, err := tx.PaymentLock(ctx, id)
	return row, order, err
}

// wrongState is the refusal of what a payment cannot do now.
func wrongState(row *db.Payment, kind string) error {
	return problem.New(problem.PaymentState, fmt.Sprintf("The payment is %s: there is nothing to %s.", row.Status, kind), "Leave the payment as it is, or read it with payments.get.").
		Then(problem.Leave{Op: "payments.get", Because: map[string]any{"status": row.Status}})
}

// PaymentsConfirmManual records that the money of a manual payment has arrived.
func (p *Payments) PaymentsConfirmManual(ctx context.Context, req api.PaymentsConfirmManualRequestObject) (api.PaymentsConfirmManualResponseObject, error) {
	id, err := store.ID(req.Body.PaymentId, notFound)
	if err != nil {
		return nil, err
	}
	if err := needsPerson(ctx); err != nil {
		return nil, err
	}
	_, err = store.Answer(ctx, p.Store, func(tx *store.Tx) (api.PaymentsConfirmManualResponseObject, error) {
		row, _, err := lock(ctx, tx, id)
		if err != nil {
			return nil, err
		}
		confirmable := []Status{RequiresAction, Cancelled, Expired} // a transfer comes days after the order has expired
		if row.Provider != manual {
			return nil, problem.New(problem.PaymentState, fmt.Sprintf("The provider of the payment is %s: only a payment of provider manual is confirmed by hand.", row.Provider),
				"Leave the payment as it is: its provider says when it is paid.").Then(problem.Leave{Op: "payments.get", Because: map[string]any{"provider": row.Provider}})
		}
		if !slices.Contains(confirmable, Status(row.Status)) {
			return nil, wrongState(&row, "confirm by hand")
		}
		if row.Status != string(RequiresAction) {
			if err := refuseOpen(ctx, tx, row.OrderID); err != nil { // or the buyer would pay twice
				return nil, err
			}
		}
		if _, err := apply(ctx, tx, id, State{Status: Captured, Reference: req.Body.Reference}); err != nil {
			return nil, err
		}
		return api.PaymentsConfirmManual200JSONResponse{Ok: true, Result: toPayment(ctx, &row)}, nil
	})
	if replays(ctx, err, new(api.PaymentReply)) {
		err = nil
	}
	if err != nil {
		return nil, err
	}
	shown, err := p.shown(ctx, id)
	return api.PaymentsConfirmManual200JSONResponse{Ok: true, Result: shown}, err
}

// needsPerson refuses the key of an agent: that money has moved by hand is said by a person.
func needsPerson(ctx context.Context) error {
	if call.From(ctx).Holder != auth.Agent {
		return nil
	}
	return problem.New(problem.PersonRequired, "The key of an agent cannot say that money has moved by hand.", "Ask the owner of the shop to do it.").Then(problem.Leave{})
}

// PaymentsRefund has money of a payment given back.
func (p *Payments) PaymentsRefund(ctx context.Context, req api.PaymentsRefundRequestObject) (api.PaymentsRefundResponseObject, error) {
	id, err := store.ID(req.Body.PaymentId, notFound)
	if err != nil {
		return nil, err
	}
	var effect int64
	var refund uuid.UUID
	_, err = store.Answer(ctx, p.Store, func(tx *store.Tx) (api.PaymentsRefundResponseObject, error) {
		row, err := p.reserve(ctx, tx, id, req.Body)
		if err != nil {
			return nil, err
		}
		refund = row.ID
		effect, err = tx.PaymentEffectInsert(ctx, db.PaymentEffectInsertParams{PaymentID: id, RefundID: &row.ID, Kind: effectRefund})
		return api.PaymentsRefund200JSONResponse{Ok: true, Result: api.PaymentRefunded{RefundId: row.ID.String(), Status: api.PaymentRefundStatus(row.Status)}}, err
	})
	if first := (api.PaymentsRefund200JSONResponse{}); replays(ctx, err, &first) {
		refund, err = store.ID(first.Result.RefundId, notFound)
	}
	if err != nil {
		return nil, err
	}
	if _, err := p.await(ctx, effect); err != nil && problem.From(err).Code != problem.ProviderUnavailable { // the refund says what became of it
		return nil, err
	}
	result, err := p.refunded(ctx, id, refund)
	return api.PaymentsRefund200JSONResponse{Ok: true, Result: result}, err
}

// refunded returns a refund and what is left of its payment.
func (p *Payments) refunded(ctx context.Context, id, refund uuid.UUID) (api.PaymentRefunded, error) {
	row, err := p.Store.Read().PaymentRefundGet(ctx, refund)
	if err != nil {
		return api.PaymentRefunded{}, err
	}
	payment, err := p.Store.Read().PaymentGet(ctx, id)
	if err != nil {
		return api.PaymentRefunded{}, err
	}
	all, err := p.Store.Read().PaymentRefundsOf(ctx, id)
	return api.PaymentRefunded{
		RefundId: row.ID.String(), Status: api.PaymentRefundStatus(row.Status), RefundedOere: payment.RefundedOere, RemainingOere: left(&payment, all),
	}, err
}

// left returns what can still be given back of a payment, in ore.
func left(payment *db.Payment, refunds []db.PaymentRefund) int64 {
	rest := payment.CapturedOere - payment.RefundedOere
	for _, r := range refunds {
		if r.Status == refundPending {
			rest -= r.AmountOere
		}
	}
	return rest
}

// reserve records a refund that is to be made, whose money and pieces no other refund can have any more.
func (p *Payments) reserve(ctx context.Context, tx *store.Tx, id uuid.UUID, b *api.PaymentsRefundRequest) (row db.PaymentRefund, err error) {
	payment, order, err := lock(ctx, tx, id)
	if err != nil {
		return row, err
	}
	if payment.CapturedOere == 0 {
		return row, wrongState(&payment, effectRefund)
	}
	if payment.Provider == manual {
		if err := needsPerson(ctx); err != nil {
			return row, err
		}
	}
	refunds, err := tx.PaymentRefundsOf(ctx, id)
	if err != nil {
		return row, err
	}
	wanted := orders.Refund{Restock: *b.Restock, Reason: b.Reason, Items: orders.ToRefundItems(b.Items)}
	if b.AmountOere != nil {
		wanted.AmountOere = *b.AmountOere
	}
	amount, err := priceOf(ctx, tx, &payment, order, &wanted)
	if err != nil {
		return row, err
	}
	if err := checkLeft(amount, &payment, refunds); err != nil {
		return row, err
	}
	items, err := orders.RefundItemsJSON(wanted.Items)
	if err != nil {
		return row, err
	}
	row = db.PaymentRefund{
		ID: tx.NewID(), PaymentID: id, OrderID: order.ID, At: tx.Now, AmountOere: amount, Items: items, Restock: wanted.Restock, Reason: b.Reason,
		Actor: call.From(ctx).Actor, Status: refundPending,
	}
	return row, insertRefund(ctx, tx, &row)
}

// priceOf returns what a refund is, in ore. A surplus is no money of the order, and has no items.
func priceOf(ctx context.Context, tx *store.Tx, payment *db.Payment, order db.Order, wanted *orders.Refund) (int64, error) {
	if err := wanted.Check(); err != nil {
		return 0, err
	}
	if payment.Surplus {
		if wanted.Items != nil {
			return 0, problem.Invalid("/items", schema.CodeUnknownField, "must be left out: the order was paid otherwise",
				`Remove "items" and "restock" from the body, and set "amountOere".`, schema.Correction{Do: schema.Remove})
		}
		return wanted.AmountOere, nil
	}
	amount, err := orders.PriceRefund(ctx, tx, order, *wanted)
	if err == nil && amount == 0 {
		err = problem.Invalid("/items", schema.CodeMinimum, "must be pieces that cost something", `Remove "items" and "restock" from the body, and set "amountOere".`,
			schema.Correction{Do: schema.Remove})
	}
	return amount, err
}

// checkLeft refuses a refund of more than is left of a payment, or one too many.
func checkLeft(amount int64, payment *db.Payment, refunds []db.PaymentRefund) error {
	made := 0
	for _, r := range refunds {
		if r.Status != refundFailed {
			made++
		}
	}
	rest := left(payment, refunds)
	leave := problem.Leave{Op: "payments.get", Because: map[string]any{"status": payment.Status}}
	switch {
	case made >= mostRefunds:
		return problem.New(problem.RefundExceedsPaid, fmt.Sprintf("The payment has %d refunds, which is the limit.", made), "Leave the payment as it is.").Then(leave)
	case amount <= rest:
		return nil
	case rest == 0:
		return problem.New(problem.RefundExceedsPaid, "All that the payment took is given back, or is to be.", "Leave the payment as it is.").Then(leave)
	}
	return problem.New(problem.RefundExceedsPaid, fmt.Sprintf("The refund is %d ore; of the payment %d can be given back.", amount, rest),
		fmt.Sprintf(`Set "amountOere" to at most %d, without "items" and "restock".`, rest)).
		Then(problem.Set("amountOere", fmt.Sprint(rest)), problem.Remove("items"), problem.Remove("restock"))
}
