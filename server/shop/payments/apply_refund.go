package payments

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/text"
	"github.com/storefront/storefront/server/platform/wire"
	"github.com/storefront/storefront/server/shop/orders"
)

// The statuses of a refund and of a dispute.
const (
	refundPending   = "pending"
	refundSucceeded = "succeeded"
	refundFailed    = "failed"

	disputeOpen = "open"
	disputeWon  = "won"
	disputeLost = "lost"
)

// mergeRefunds takes over what became of the money that is to be given back, also of what was given back at the provider.
func (s *settlement) mergeRefunds(ctx context.Context, said []RefundState) error {
	for _, one := range said {
		if one.AmountOere <= 0 {
			continue
		}
		at := slices.IndexFunc(s.refunds, func(r db.PaymentRefund) bool {
			return r.ID == one.ID || r.Reference != nil && *r.Reference == one.Reference
		})
		if at < 0 && s.payment.CapturedOere > 0 {
			if err := s.addRefund(ctx, one); err != nil {
				return err
			}
			at = len(s.refunds) - 1
		}
		if at < 0 {
			continue
		}
		if err := s.endRefund(ctx, &s.refunds[at], one); err != nil {
			return err
		}
	}
	return nil
}

// addRefund records a refund that was made at the provider.
func (s *settlement) addRefund(ctx context.Context, one RefundState) error {
	row := s.newRefund(ctx, one.AmountOere, "Given back at the payment provider.", refundPending)
	row.Reference = &one.Reference
	s.refunds = append(s.refunds, row)
	s.changed = true
	return insertRefund(ctx, s.tx, &row)
}

// endRefund takes over what became of a refund. One that has ended stays so, but that money may come back which the bank of the buyer does
// not take: the order keeps that it is refunded, as the money is owed, and the refund has failed.
func (s *settlement) endRefund(ctx context.Context, row *db.PaymentRefund, one RefundState) error {
	before := *row
	cameBack := row.Status == refundSucceeded && one.Status == refundFailed
	if row.Status != refundPending && !cameBack || one.Status == refundPending && (row.Reference != nil || one.Reference == "") {
		return nil
	}
	row.Status = one.Status
	if one.Reference != "" {
		row.Reference = &one.Reference
	}
	if one.Failure != "" {
		row.Failure = new(text.Storable(one.Failure))
	}
	if row.Status != refundPending {
		row.EndedAt = &s.tx.Now
	}
	if row.Status == refundSucceeded {
		s.move(row)
	}
	if cameBack {
		row.CameBack = true
		s.payment.RefundedOere -= row.AmountOere
	}
	s.changed = true
	err := s.tx.PaymentRefundEnd(ctx, db.PaymentRefundEndParams{ID: row.ID, Status: row.Status, Reference: row.Reference, Failure: row.Failure, CameBack: row.CameBack, At: row.EndedAt})
	if err != nil {
		return err
	}
	return auditRefund(s.tx, &before, row)
}

// mergeDispute takes over whether the buyer disputes the payment. What lost disputes took is a refund. Of a second dispute the money alone
// is taken over: the first one's end stays, whatever is read late.
func (s *settlement) mergeDispute(ctx context.Context, said *State) error {
	if s.payment.CapturedOere == 0 {
		return nil
	}
	known := wire.OrEmpty(s.payment.Dispute)
	if said.Dispute != "" && known != disputeLost && (known != disputeWon || said.Dispute == disputeLost) {
		s.payment.Dispute = &said.Dispute
	}
	amount := said.LostOere
	for _, r := range s.refunds {
		if r.Dispute {
			amount -= r.AmountOere
		}
	}
	amount = min(amount, s.payment.CapturedOere-s.payment.RefundedOere) // what is pending the provider refuses, if too little is left
	if amount <= 0 {
		return nil
	}
	row := s.newRefund(ctx, amount, "The dispute was lost.", refundSucceeded)
	row.Dispute = true
	s.move(&row)
	return insertRefund(ctx, s.tx, &row)
}

// newRefund returns a refund of the payment for which nobody has asked.
func (s *settlement) newRefund(ctx context.Context, amount int64, reason, status string) db.PaymentRefund {
	return db.PaymentRefund{
		ID: s.tx.NewID(), PaymentID: s.payment.ID, OrderID: s.order.ID, At: s.tx.Now, AmountOere: amount, Reason: reason, Actor: call.From(ctx).Actor, Status: status,
	}
}

// move counts a refund whose money has moved.
func (s *settlement) move(r *db.PaymentRefund) {
	s.repaid = append(s.repaid, *r)
	s.payment.RefundedOere = min(s.payment.CapturedOere, s.payment.RefundedOere+r.AmountOere)
}

// repay records in the order what was given back.
func repay(ctx context.Context, tx *store.Tx, o *db.Order, r *db.PaymentRefund) error {
	refund := orders.Refund{Restock: r.Restock, Reason: r.Reason}
	if r.Items != nil {
		if err := json.Unmarshal(r.Items, &refund.Items); err != nil {
			return err
		}
	}
	return orders.Repaid(ctx, tx, o, r.AmountOere, refund, r.Dispute, r.Actor)
}

// refundLate has money given back that came too late, or for an order that was paid otherwise, if the shop wants that; what nobody wants any
// more in any case.
func refundLate(ctx context.Context, s *settlement) error {
	cancelled := s.order.Status == string(api.OrderStatusCancelled)
	left := s.payment.CapturedOere - s.payment.RefundedOere
	if !cancelled && !s.payment.Surplus || left == 0 || s.payment.Provider == manual { // a person gives manual money back
		return nil
	}
	terms, err := s.tx.SettingsGet(ctx)
	if err != nil || !terms.RefundLatePayments && !s.unwanted {
		return err
	}
	reason := "The money came for an order that was cancelled or paid already."
	if s.unwanted {
		reason = "The payment was ended before its provider had answered."
	}
	row := s.newRefund(ctx, left, reason, refundPending)
	if err := insertRefund(ctx, s.tx, &row); err != nil {
		return err
	}
	_, err = s.tx.PaymentEffectInsert(ctx, db.PaymentEffectInsertParams{PaymentID: s.payment.ID, RefundID: &row.ID, Kind: effectRefund})
	return err
}

// insertRefund records money to be given back.
func insertRefund(ctx context.Context, tx *store.Tx, r *db.PaymentRefund) error {
	err := tx.PaymentRefundInsert(ctx, db.PaymentRefundInsertParams{
		ID: r.ID, PaymentID: r.PaymentID, OrderID: r.OrderID, At: r.At, AmountOere: r.AmountOere, Items: r.Items, Restock: r.Restock, Reason: r.Reason,
		Actor: r.Actor, Status: r.Status, Reference: r.Reference, Dispute: r.Dispute,
	})
	if err != nil {
		return err
	}
	return auditRefund(tx, nil, r)
}
