package payments

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/text"
	"github.com/storefront/storefront/server/platform/wire"
	"github.com/storefront/storefront/server/shop/orders"
)

// errUnchanged takes a transaction back in which a provider said nothing new.
var errUnchanged = errors.New("payments: nothing has changed")

// settle brings a payment to what its provider says, and writes with it what also writes.
func (p *Payments) settle(ctx context.Context, id uuid.UUID, s State, also func(tx *store.Tx) error) error {
	err := p.Store.Write(ctx, func(tx *store.Tx) error {
		changed, err := apply(ctx, tx, id, s)
		switch {
		case err != nil:
			return err
		case !changed:
			return errUnchanged
		}
		return also(tx)
	})
	if !errors.Is(err, errUnchanged) {
		return err
	}
	return p.looked(ctx, id, also)
}

// looked records that a payment was read, or was to be, and writes with it what also writes.
func (p *Payments) looked(ctx context.Context, id uuid.UUID, also func(tx *store.Tx) error) error {
	return p.Store.Task(ctx, "payments read", func(tx *store.Tx) error {
		if err := tx.PaymentLooked(ctx, db.PaymentLookedParams{ID: id, At: tx.Now}); err != nil {
			return err
		}
		return also(tx)
	})
}

// settlement is a payment, and its order, while a state is applied to them.
type settlement struct {
	tx      *store.Tx
	order   db.Order
	before  db.Payment
	payment db.Payment
	refunds []db.PaymentRefund
	repaid  []db.PaymentRefund // those of them whose money has moved now
	changed bool

	unwanted bool // it was to be ended before its provider had said that it was begun
}

// apply brings a payment, and its order, to what its provider says, and reports whether that was something new. The order is locked
// first, then its payments, as by all that changes both.
func apply(ctx context.Context, tx *store.Tx, id uuid.UUID, said State) (changed bool, err error) {
	s := &settlement{tx: tx}
	if s.order, err = tx.OrderOfPaymentLock(ctx, id); err != nil {
		return false, err
	}
	if s.before, err = tx.PaymentLock(ctx, id); err != nil {
		return false, err
	}
	if s.refunds, err = tx.PaymentRefundsOf(ctx, id); err != nil {
		return false, err
	}
	if said.AmountOere != 0 && said.AmountOere != s.before.AmountOere {
		return false, fmt.Errorf("payments: the provider has %d øre for the payment %s of %d øre", said.AmountOere, id, s.before.AmountOere)
	}
	s.payment = s.before
	if orders.Erased(&s.order) { // what the erasure took out stays out
		said.Method, said.URL = "", ""
	}
	s.merge(&said)
	if err := s.mergeRelease(ctx); err != nil {
		return false, err
	}
	taken := s.payment.CapturedOere > s.before.CapturedOere
	if taken {
		if s.unwanted, err = tx.PaymentEnding(ctx, id); err != nil {
			return false, err
		}
		s.payment.Surplus = s.order.PaidAt != nil || s.unwanted
	}
	if err := s.mergeRefunds(ctx, said.Refunds); err != nil {
		return false, err
	}
	if err := s.mergeDispute(ctx, &said); err != nil {
		return false, err
	}
	s.setStatus()
	if err := s.tellOrder(ctx, taken); err != nil {
		return false, err
	}
	if err := s.write(ctx); err != nil {
		return false, err
	}
	if taken {
		err = refundLate(ctx, s)
	}
	return s.changed, err
}

// merge takes over what the provider says of the payment itself, where that is news.
func (s *settlement) merge(said *State) {
	p := &s.payment
	renamed := p.Provider == manual || said.Formerly != "" && said.Formerly == wire.OrEmpty(p.Reference)
	if said.Reference != "" && (p.Reference == nil || renamed) && said.Reference != p.ID.String() {
		p.Reference = &said.Reference
	}
	if said.Method != "" {
		p.Method = new(text.Storable(said.Method))
	}
	if said.URL != "" {
		p.Url = &said.URL
	}
	p.FeeOere = cmp.Or(said.FeeOere, p.FeeOere)
	if said.AuthorizedUntil != nil {
		p.AuthorizedUntil = new(said.AuthorizedUntil.Truncate(time.Millisecond))
	}
	if said.ExpiresAt != nil && (p.ExpiresAt == nil || said.ExpiresAt.Before(*p.ExpiresAt)) {
		p.ExpiresAt = new(said.ExpiresAt.Truncate(time.Millisecond))
	}
	p.Status = next(p.Status, said.Status)
	switch Status(p.Status) {
	case Captured:
		p.CapturedOere = p.AmountOere
	case Failed:
		if p.Failure == nil && said.Failure != "" {
			p.Failure = new(text.Storable(said.Failure))
		}
	}
}

// mergeRelease takes over that reserved money is released that nobody has asked to release: the order goes on without its money, and
// somebody has to know.
func (s *settlement) mergeRelease(ctx context.Context) error {
	if s.before.Status != string(Authorized) || !slices.Contains(ended, Status(s.payment.Status)) {
		return nil
	}
	_, err := s.tx.PaymentEffectWanted(ctx, db.PaymentEffectWantedParams{PaymentID: s.payment.ID, Kind: effectCancel})
	if store.NotFound(err) {
		s.payment.Released, s.payment.Status, s.payment.Failure = true, string(Failed), new("The provider has released the money that was reserved before it was taken.")
		return nil
	}
	return err
}

// ended are the statuses of a payment that has taken nothing, and waits for nothing.
var ended = []Status{Cancelled, Failed, Expired}

// next returns the status of a payment after its provider has said one. Nothing but money changes what has ended, and nothing takes
// back that money was taken.
func next(known string, said Status) string {
	taken := []string{string(Captured), "partially_refunded", "refunded"}
	switch {
	case said == "" || slices.Contains(taken, known):
		return known
	case said == Captured:
		return string(said)
	case slices.Contains(ended, Status(known)):
		return known
	case said == RequiresAction && known != "created":
		return known
	}
	return string(said)
}

// setStatus sets the status that follows from the money.
func (s *settlement) setStatus() {
	p := &s.payment
	switch {
	case p.CapturedOere == 0:
	case p.RefundedOere == p.CapturedOere:
		p.Status = string(api.PaymentStatusRefunded)
	case p.RefundedOere > 0:
		p.Status = string(api.PaymentStatusPartiallyRefunded)
	default:
		p.Status = string(api.PaymentStatusCaptured)
	}
}

// write writes the payment, if something of it has changed.
func (s *settlement) write(ctx context.Context) error {
	if stateOf(&s.before) == stateOf(&s.payment) && same(s.before.Url, s.payment.Url) && same(s.before.FeeOere, s.payment.FeeOere) && same(s.before.Method, s.payment.Method) &&
		sameTime(s.before.ExpiresAt, s.payment.ExpiresAt) && sameTime(s.before.AuthorizedUntil, s.payment.AuthorizedUntil) {
		return nil
	}
	s.changed = true
	p := &s.payment
	p.UpdatedAt, p.LookedAt = s.tx.After(s.before.UpdatedAt), s.tx.Now
	if err := updatePayment(ctx, s.tx, p); err != nil {
		return err
	}
	return auditPayment(s.tx, &s.before, p, "")
}

// tellOrder records in the order what has changed of the payment: nothing of a surplus, which is not the order's money.
func (s *settlement) tellOrder(ctx context.Context, taken bool) error {
	if s.payment.Surplus {
		return nil
	}
	by := orders.PaidBy{Provider: s.payment.Provider, Method: wire.OrEmpty(s.payment.Method), Reference: wire.OrEmpty(s.payment.Reference)}
	var err error
	switch {
	case taken:
		err = orders.Captured(ctx, s.tx, &s.order, by)
	case s.payment.Status == string(Authorized) && s.before.Status != s.payment.Status:
		err = s.authorized(ctx, by)
	}
	if err == nil && s.payment.Dispute != nil && s.before.Dispute == nil {
		var undisputed string
		undisputed, err = orders.Disputed(ctx, s.tx, &s.order)
		s.payment.DisputedStatus = &undisputed
	}
	for _, r := range s.repaid {
		if err == nil {
			err = repay(ctx, s.tx, &s.order, &r)
		}
	}
	if err == nil && wire.OrEmpty(s.payment.Dispute) == disputeWon && wire.OrEmpty(s.before.Dispute) != disputeWon {
		err = orders.Undisputed(ctx, s.tx, &s.order, wire.OrEmpty(s.payment.DisputedStatus))
	}
	return err
}

// authorized records that the money is reserved. It came too late for what has the money of an order taken, or released: that is done now.
func (s *settlement) authorized(ctx context.Context, by orders.PaidBy) error {
	if err := orders.Authorized(ctx, s.tx, &s.order, by); err != nil {
		return err
	}
	var err error
	switch {
	case s.order.Status == string(api.OrderStatusCancelled):
		_, err = want(ctx, s.tx, s.payment.ID, effectCancel)
	case orders.HasLeft(&s.order):
		_, err = want(ctx, s.tx, s.payment.ID, effectCapture)
	}
	return err
}

func updatePayment(ctx context.Context, tx *store.Tx, p *db.Payment) error {
	return tx.PaymentUpdate(ctx, db.PaymentUpdateParams{
		ID: p.ID, Status: p.Status, CapturedOere: p.CapturedOere, RefundedOere: p.RefundedOere, FeeOere: p.FeeOere, Reference: p.Reference, Method: p.Method,
		Url: p.Url, Failure: p.Failure, Surplus: p.Surplus, Released: p.Released, Dispute: p.Dispute, DisputedStatus: p.DisputedStatus, ExpiresAt: p.ExpiresAt,
		AuthorizedUntil: p.AuthorizedUntil, UpdatedAt: p.UpdatedAt, LookedAt: p.LookedAt,
	})
}

// manual is the name of the provider whose money a person sees arrive.
const manual = "manual"

// same reports whether two values are equal, or both nil.
func same[T comparable](a, b *T) bool { return a == b || a != nil && b != nil && *a == *b }

// sameTime reports whether two moments are the same, or both nil.
func sameTime(a, b *time.Time) bool { return a == b || a != nil && b != nil && a.Equal(*b) }
