package orders

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/auth"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/shop/settings"
)

// refuseOfPayments refuses a move that payments make, not a caller: what a provider has taken is given back through it, and where its owner
// wants that, an order becomes paid by a payment alone. The order has moved, so that no payment changes it meanwhile; the refusal takes that
// back.
func (h Orders) refuseOfPayments(ctx context.Context, tx *store.Tx, moved *db.Order) error {
	wasPaid := moved.PaidAt != nil && !moved.PaidAt.Equal(moved.UpdatedAt)
	return h.refuseMove(ctx, tx.Queries, moved.ID, api.OrderStatus(moved.Status), wasPaid)
}

// barred returns the statuses to which payments move an order, and not the caller.
func (h Orders) barred(ctx context.Context, q *db.Queries, o *db.Order) (list []api.OrderStatus, err error) {
	for _, together := range [][]api.OrderStatus{{api.OrderStatusPaid}, {api.OrderStatusPartialRefund, api.OrderStatusRefunded}} {
		err := h.refuseMove(ctx, q, o.ID, together[0], o.PaidAt != nil)
		if _, refused := errors.AsType[*problem.Error](err); refused {
			list = append(list, together...)
		} else if err != nil {
			return nil, err
		}
	}
	return list, nil
}

// refuseMove refuses that the caller moves an order to a status, if payments do.
func (h Orders) refuseMove(ctx context.Context, q *db.Queries, id uuid.UUID, to api.OrderStatus, wasPaid bool) error {
	switch to {
	case api.OrderStatusRefunded, api.OrderStatusPartialRefund:
		return refuseCharged(ctx, q, id)
	case api.OrderStatusPaid:
		return h.refusePaid(ctx, q, id, wasPaid)
	}
	return nil
}

// refusePaid refuses that a caller makes an order paid. One that was paid before only goes on, as after a review.
func (h Orders) refusePaid(ctx context.Context, q *db.Queries, id uuid.UUID, wasPaid bool) error {
	if h.Charges && call.From(ctx).Holder == auth.Agent {
		return problem.New(problem.PersonRequired, "The key of an agent makes no order paid: a payment does.",
			"Begin a payment of the order with payments.create, or ask the owner of the shop to move it.").Then(problem.Leave{}, problem.Or("payments.create"))
	}
	if wasPaid {
		return nil
	}
	if on, err := settings.IsOn(ctx, q, settings.ManualPayment); err != nil {
		return err
	} else if !on {
		return problem.New(problem.PaymentRequired, "A payment makes an order paid: the switch manual_payment is off.",
			"Begin a payment of the order with payments.create.").Then(problem.Leave{}, problem.Or("payments.create"))
	}
	open, err := q.PaymentsOpen(ctx, id)
	if err != nil || len(open) == 0 {
		return err
	}
	if open[0].Status == "authorized" {
		return problem.New(problem.PaymentOpen, fmt.Sprintf("The payment %s of the order has reserved the money.", open[0].ID),
			fmt.Sprintf("Take the money of the payment %q with payments.capture: that makes the order paid.", open[0].ID)).
			Then(problem.Leave{}, problem.Or("payments.capture"))
	}
	return problem.New(problem.PaymentOpen, fmt.Sprintf("The payment %s of the order is open: the buyer may still pay it.", open[0].ID),
		fmt.Sprintf("End the payment %q with payments.cancel first.", open[0].ID)).
		Then(problem.Call{Op: "payments.cancel", Args: map[string]any{"paymentId": open[0].ID.String(), "confirm": true}})
}

// refuseCharged refuses to record a refund by hand of an order whose money a provider took.
func refuseCharged(ctx context.Context, q *db.Queries, id uuid.UUID) error {
	charged, err := q.PaymentCharged(ctx, id)
	if err != nil || !charged {
		return err
	}
	return problem.New(problem.PaymentRequired, "A payment of the order was captured: its money is given back through its provider.",
		"Give the money back with payments.refund.").Then(problem.Leave{}, problem.Or("payments.refund"))
}

// Lock returns the order with an id, locked until the transaction ends. The error is an order_not_found if there is none.
func Lock(ctx context.Context, tx *store.Tx, text string) (db.Order, error) {
	id, err := store.ID(text, orderNotFound)
	if err != nil {
		return db.Order{}, err
	}
	return findOrder(ctx, tx.OrderLock, id)
}

// PaidBy says what an order is paid with.
type PaidBy struct{ Provider, Method, Reference string }

// Authorized records that money for a locked order is reserved. One that waits for its payment goes on to pending; any other stays.
func Authorized(ctx context.Context, tx *store.Tx, o *db.Order, by PaidBy) error {
	if err := payWith(ctx, tx, o, by); err != nil || o.Status != string(api.OrderStatusPendingPayment) {
		return err
	}
	after := *o
	after.Status = string(api.OrderStatusPending)
	return rewrite(ctx, tx, o, after, nil)
}

// HasLeft reports whether the parcel of an order has left.
func HasLeft(o *db.Order) bool {
	return stageRank(o.Stage) >= stageRank(string(api.OrderStatusShipped))
}

// Captured records that money for a locked order was taken. One that waits for its payment is paid; any other keeps its status.
func Captured(ctx context.Context, tx *store.Tx, o *db.Order, by PaidBy) error {
	after := *o
	if slices.Contains(statusList("pending_payment pending"), api.OrderStatus(o.Status)) {
		after.Status = string(api.OrderStatusPaid)
	}
	after.PaidAt = cmp.Or(o.PaidAt, new(tx.After(o.UpdatedAt)))
	if err := payWith(ctx, tx, o, by); err != nil {
		return err
	}
	return rewrite(ctx, tx, o, after, nil)
}

// payWith records what an order is paid with.
func payWith(ctx context.Context, tx *store.Tx, o *db.Order, by PaidBy) error {
	method := by.Provider
	if by.Method != "" {
		method += ":" + by.Method
	}
	return tx.OrderPaidBy(ctx, db.OrderPaidByParams{ID: o.ID, Reference: orNil(by.Reference), Method: method})
}

// Disputed records that the buyer disputes the payment of a locked order, and returns the status that it has without that. What was given
// back already, or is to be, keeps its status.
func Disputed(ctx context.Context, tx *store.Tx, o *db.Order) (undisputed string, err error) {
	undisputed = o.Status
	if o.Status == string(api.OrderStatusDisputed) { // somebody has moved it by hand
		if undisputed, err = tx.OrderUndisputed(ctx, o.ID); err != nil {
			return "", err
		}
	}
	after := *o
	after.DisputedAt = cmp.Or(o.DisputedAt, new(tx.After(o.UpdatedAt)))
	if !slices.Contains(statusList("cancelled refunded disputed"), api.OrderStatus(o.Status)) {
		after.Status = string(api.OrderStatusDisputed)
	}
	return undisputed, rewrite(ctx, tx, o, after, nil)
}

// Undisputed gives a locked order that is disputed the status that it had before.
func Undisputed(ctx context.Context, tx *store.Tx, o *db.Order, before string) error {
	if o.Status != string(api.OrderStatusDisputed) || before == "" || before == o.Status {
		return nil
	}
	after := *o
	after.Status = before
	return rewrite(ctx, tx, o, after, nil)
}

// Repaid records money of a locked order that its provider gave back: never more than what is left, nor more pieces. It refuses nothing,
// as the money has moved; the order keeps its status where a refund cannot move it. With goodsGone nothing comes back to the stock.
func Repaid(ctx context.Context, tx *store.Tx, o *db.Order, amount int64, r Refund, goodsGone bool, actor string) error {
	items, err := tx.OrderItems(ctx, o.ID)
	if err != nil {
		return err
	}
	facts := factsOf(o)
	paid := &repayment{Refund: r, amount: min(amount, facts.remaining()), goodsGone: goodsGone, actor: actor}
	if paid.amount == 0 {
		return nil
	}
	named, err := r.find(items)
	if err != nil {
		return err
	}
	for _, p := range named {
		if p.count = min(p.count, p.item.Quantity-p.item.RefundedQuantity); p.count > 0 {
			paid.pieces = append(paid.pieces, p)
		}
	}
	sortByProduct(paid.pieces)
	after := *o
	if to := facts.statusAfter(paid.amount); facts.checkRefund(to) == nil {
		after.Status = string(to)
	}
	after.RefundedAt = cmp.Or(o.RefundedAt, new(tx.After(o.UpdatedAt)))
	after.RefundedOere = o.RefundedOere + paid.amount
	return rewrite(ctx, tx, o, after, paid)
}

// rewrite writes a locked order with its effects, and leaves in o what was written.
func rewrite(ctx context.Context, tx *store.Tx, o *db.Order, after db.Order, r *repayment) error {
	after.UpdatedAt = tx.After(o.UpdatedAt)
	before := *o
	*o = after
	return writeMove(ctx, tx, &before, &after, r)
}

// PriceRefund returns what a refund of a locked order is, in ore, while the refunds that are pending reserve their money and pieces.
// The error is a refusal, as of RecordRefund.
func PriceRefund(ctx context.Context, tx *store.Tx, o db.Order, r Refund) (int64, error) {
	items, err := tx.OrderItems(ctx, o.ID)
	if err != nil {
		return 0, err
	}
	pending, err := tx.PaymentRefundsPending(ctx, o.ID)
	if err != nil {
		return 0, err
	}
	if err := reserve(ctx, tx, o.ID, items); err != nil {
		return 0, err
	}
	o.RefundedOere += pending
	paid, err := newRepayment(&o, items, r)
	if err != nil {
		return 0, err
	}
	facts := factsOf(&o)
	return paid.amount, facts.checkRefund(facts.statusAfter(paid.amount))
}

// reserve counts the pieces of the refunds that are pending as refunded.
func reserve(ctx context.Context, tx *store.Tx, id uuid.UUID, items []db.OrderItem) error {
	pending, err := tx.PaymentRefundItemsPending(ctx, id)
	if err != nil {
		return err
	}
	for _, text := range pending {
		var named []RefundItem
		if err := json.Unmarshal(text, &named); err != nil {
			return err
		}
		for _, n := range named {
			for i := range items {
				if items[i].ID.String() == n.ItemID {
					items[i].RefundedQuantity += n.Quantity
				}
			}
		}
	}
	return nil
}
