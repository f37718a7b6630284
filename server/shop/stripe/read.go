package stripe

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/google/uuid"
	stripego "github.com/stripe/stripe-go/v85"

	"github.com/storefront/storefront/server/shop/payments"
)

// found is a payment as Stripe has it.
type found struct {
	session *stripego.CheckoutSession // nil for a payment with a token, and for a page that is known to be done with
	intent  *stripego.PaymentIntent   // nil until the buyer of a page has tried to pay
}

const sessionPrefix = "cs_"

// expandIntent and expandSession are what is read with them: the charge, with what Stripe keeps of it.
func expandIntent() []string  { return []string{"latest_charge.balance_transaction"} }
func expandSession() []string { return []string{"payment_intent.latest_charge.balance_transaction"} }

// Read implements payments.Provider.
func (s *Stripe) Read(ctx context.Context, reference string) (payments.State, error) {
	_, state, err := s.look(ctx, reference)
	return state, err
}

// look reads a payment, by its session or by its intent. No error of it is a payments.Refused.
func (s *Stripe) look(ctx context.Context, reference string) (f found, state payments.State, err error) {
	if strings.HasPrefix(reference, sessionPrefix) {
		f.session = &stripego.CheckoutSession{}
		params := &stripego.CheckoutSessionRetrieveParams{Params: stripego.Params{Context: ctx}, Expand: stripego.StringSlice(expandSession())}
		err = s.call(http.MethodGet, stripego.FormatURLPath(sessionsPath+"/%s", reference), params, f.session)
		f.intent = f.session.PaymentIntent
	} else {
		f.intent = &stripego.PaymentIntent{}
		params := &stripego.PaymentIntentRetrieveParams{Params: stripego.Params{Context: ctx}, Expand: stripego.StringSlice(expandIntent())}
		err = s.call(http.MethodGet, stripego.FormatURLPath(intentsPath+"/%s", reference), params, f.intent)
		if err == nil && f.intent.Metadata[keyPage] != "" && !paid(f.intent) {
			f.session, err = s.sessionOf(ctx, f.intent)
		}
	}
	if err != nil {
		return f, state, unknown(err)
	}
	state, err = s.state(ctx, f)
	return f, state, err
}

// paid reports whether the money of an intent was taken, or is reserved.
func paid(intent *stripego.PaymentIntent) bool {
	return intent.Status == stripego.PaymentIntentStatusSucceeded || intent.Status == stripego.PaymentIntentStatusRequiresCapture
}

// sessionOf returns the session that made an intent.
func (s *Stripe) sessionOf(ctx context.Context, intent *stripego.PaymentIntent) (*stripego.CheckoutSession, error) {
	list := &stripego.CheckoutSessionList{}
	params := &stripego.CheckoutSessionListParams{ListParams: stripego.ListParams{Context: ctx}, PaymentIntent: &intent.ID}
	switch err := s.list(sessionsPath, params, list); {
	case err != nil:
		return nil, err
	case len(list.Data) == 0:
		return nil, fmt.Errorf("there is no page for %s", intent.ID)
	}
	return list.Data[0], nil
}

// state returns what Stripe says of a payment.
func (s *Stripe) state(ctx context.Context, f found) (payments.State, error) {
	if f.intent == nil {
		state := payments.State{Reference: f.session.ID}
		switch f.session.Status {
		case stripego.CheckoutSessionStatusOpen:
			s.open(f.session, &state)
		case stripego.CheckoutSessionStatusExpired:
			state.Status = s.ended(f.session)
		default:
			return state, fmt.Errorf("stripe: the page %s is %s, and names no payment", f.session.ID, f.session.Status)
		}
		return state, nil
	}
	state := payments.State{Reference: f.intent.ID, Method: methodOf(f.intent)}
	sessionIs := func(status stripego.CheckoutSessionStatus) bool {
		return f.session != nil && f.session.Status == status
	}
	if f.session != nil {
		state.Formerly = f.session.ID
	}
	switch failed := f.intent.LastPaymentError; {
	case paid(f.intent):
		return state, s.money(ctx, f.intent, &state)
	case sessionIs(stripego.CheckoutSessionStatusExpired):
		state.Status = s.ended(f.session)
	case f.intent.Status == stripego.PaymentIntentStatusCanceled:
		state.Status = payments.Cancelled
	case sessionIs(stripego.CheckoutSessionStatusOpen): // the buyer may try again
		s.open(f.session, &state)
	case f.intent.Status == stripego.PaymentIntentStatusRequiresPaymentMethod && failed != nil:
		state.Status, state.Failure = payments.Failed, failed.Msg
	default:
		state.Status = payments.RequiresAction
		if next := f.intent.NextAction; next != nil && next.RedirectToURL != nil {
			state.URL = next.RedirectToURL.URL
		}
	}
	return state, nil
}

// open says of a payment that its page waits for the buyer.
func (s *Stripe) open(session *stripego.CheckoutSession, state *payments.State) {
	state.Status, state.URL = payments.RequiresAction, session.URL
	if session.ExpiresAt != 0 {
		state.ExpiresAt = new(time.Unix(session.ExpiresAt, 0).UTC())
	}
}

// ended returns the status of a payment whose page has expired: before its time it was ended.
func (s *Stripe) ended(session *stripego.CheckoutSession) payments.Status {
	if s.options.Now().Before(time.Unix(session.ExpiresAt, 0)) {
		return payments.Cancelled
	}
	return payments.Expired
}

// money says of a payment what was taken, or is reserved, and what was given back.
func (s *Stripe) money(ctx context.Context, intent *stripego.PaymentIntent, state *payments.State) (err error) {
	has := intent.AmountReceived
	if intent.Status == stripego.PaymentIntentStatusRequiresCapture {
		has = intent.AmountCapturable
	}
	if intent.Currency != currency || has != intent.Amount {
		return fmt.Errorf("stripe: %s is %s with %d of %d in %s, which is not the whole amount in %s", intent.ID, intent.Status, has, intent.Amount, intent.Currency, currency)
	}
	state.AmountOere = has
	if intent.Status == stripego.PaymentIntentStatusRequiresCapture {
		state.Status, state.AuthorizedUntil = payments.Authorized, captureBefore(intent.LatestCharge)
		return nil
	}
	state.Status = payments.Captured
	if charge := intent.LatestCharge; charge != nil {
		if kept := charge.BalanceTransaction; kept != nil && kept.Currency == currency {
			state.FeeOere = &kept.Fee
		}
		if charge.Disputed {
			if err := s.disputes(ctx, intent, state); err != nil {
				return err
			}
		}
	}
	state.Refunds, err = s.refunds(ctx, intent)
	return err
}

func methodOf(intent *stripego.PaymentIntent) string {
	if charge := intent.LatestCharge; charge != nil && charge.PaymentMethodDetails != nil {
		return string(charge.PaymentMethodDetails.Type)
	}
	return ""
}

// captureBefore returns until when the money of a card is reserved; nil where Stripe does not say.
func captureBefore(charge *stripego.Charge) *time.Time {
	if charge == nil || charge.PaymentMethodDetails == nil || charge.PaymentMethodDetails.Card == nil || charge.PaymentMethodDetails.Card.CaptureBefore == 0 {
		return nil
	}
	return new(time.Unix(charge.PaymentMethodDetails.Card.CaptureBefore, 0).UTC())
}

const (
	perPage     = 100
	mostRefunds = 1000 // that are read of a payment, the newest
)

// refunds returns what was given back of a payment, or is to be.
func (s *Stripe) refunds(ctx context.Context, intent *stripego.PaymentIntent) (all []payments.RefundState, err error) {
	params := &stripego.RefundListParams{ListParams: stripego.ListParams{Context: ctx, Limit: stripego.Int64(perPage)}, PaymentIntent: &intent.ID}
	for more := true; more && len(all) < mostRefunds; {
		list := &stripego.RefundList{}
		if err := s.list(refundsPath, params, list); err != nil {
			return nil, unknown(err)
		}
		for _, refund := range list.Data {
			all = append(all, refundState(refund))
			params.StartingAfter = &refund.ID
		}
		more = list.HasMore && len(list.Data) > 0
	}
	return all, nil
}

func refundState(refund *stripego.Refund) payments.RefundState {
	state := payments.RefundState{Reference: refund.ID, AmountOere: refund.Amount, Status: "pending"}
	state.ID, _ = uuid.Parse(refund.Metadata[keyRefund]) // none was made at Stripe
	switch refund.Status {
	case stripego.RefundStatusSucceeded:
		state.Status = "succeeded"
	case stripego.RefundStatusFailed, stripego.RefundStatusCanceled:
		state.Status, state.Failure = "failed", cmp.Or(string(refund.FailureReason), string(refund.Status))
	}
	return state
}

// disputes says of a payment whether the buyer disputes it: open while one dispute is, lost if one was; and what was lost.
func (s *Stripe) disputes(ctx context.Context, intent *stripego.PaymentIntent, state *payments.State) error {
	const (
		won = iota + 1
		lost
		open
	)
	rank := 0
	list := &stripego.DisputeList{}
	params := &stripego.DisputeListParams{ListParams: stripego.ListParams{Context: ctx, Limit: stripego.Int64(perPage)}, PaymentIntent: &intent.ID}
	if err := s.list(disputesPath, params, list); err != nil {
		return unknown(err)
	}
	for _, dispute := range list.Data {
		this := open
		switch dispute.Status {
		case stripego.DisputeStatusLost:
			this = lost
			state.LostOere += dispute.Amount
		case stripego.DisputeStatusWon, stripego.DisputeStatusWarningClosed:
			this = won
		case stripego.DisputeStatusPrevented:
			continue
		}
		if dispute.Currency != currency {
			return fmt.Errorf("stripe: the dispute %s is in %s, not in %s", dispute.ID, dispute.Currency, currency)
		}
		rank = max(rank, this)
	}
	state.Dispute = map[int]string{won: "won", lost: "lost", open: "open"}[rank]
	return nil
}
