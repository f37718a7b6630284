package stripe

import (
	"context"
	"net/http"
	"slices"

	stripego "github.com/stripe/stripe-go/v85"

	"github.com/storefront/storefront/server/shop/payments"
)

// Capture implements payments.Provider.
func (s *Stripe) Capture(ctx context.Context, reference, key string) (payments.State, error) {
	f, state, err := s.look(ctx, reference)
	switch {
	case err != nil || state.Status == payments.Captured:
		return state, err
	case f.intent == nil:
		return payments.State{}, &payments.Refused{Reason: "Nothing is reserved."}
	}
	taken := &stripego.PaymentIntent{}
	params := &stripego.PaymentIntentCaptureParams{Params: once(ctx, key), Expand: stripego.StringSlice(expandIntent())}
	if err := s.call(http.MethodPost, stripego.FormatURLPath(intentsPath+"/%s/capture", f.intent.ID), params, taken); err != nil {
		return payments.State{}, refusal(err)
	}
	return s.state(ctx, found{f.session, taken})
}

// Cancel implements payments.Provider. An intent that a page made ends with the page.
func (s *Stripe) Cancel(ctx context.Context, reference, key string) (payments.State, error) {
	f, state, err := s.look(ctx, reference)
	switch {
	case err != nil || slices.Contains([]payments.Status{payments.Cancelled, payments.Expired, payments.Failed}, state.Status):
		return state, err
	case f.session != nil && f.session.Status == stripego.CheckoutSessionStatusOpen:
		path := stripego.FormatURLPath(sessionsPath+"/%s/expire", f.session.ID)
		err = s.call(http.MethodPost, path, &stripego.CheckoutSessionExpireParams{Params: once(ctx, key)}, &stripego.CheckoutSession{})
	default:
		path := stripego.FormatURLPath(intentsPath+"/%s/cancel", f.intent.ID)
		err = s.call(http.MethodPost, path, &stripego.PaymentIntentCancelParams{Params: once(ctx, key)}, &stripego.PaymentIntent{})
	}
	if err != nil {
		return payments.State{}, refusal(err)
	}
	return payments.State{Reference: state.Reference, Formerly: state.Formerly, Status: payments.Cancelled, Method: state.Method}, nil
}

// Refund implements payments.Provider. What Stripe has of the payment is read first: it forgets a key after a day, never a refund.
func (s *Stripe) Refund(ctx context.Context, reference string, r payments.Refund, key string) (payments.State, error) {
	f, state, err := s.look(ctx, reference)
	switch {
	case err != nil || slices.ContainsFunc(state.Refunds, func(one payments.RefundState) bool { return one.ID == r.ID }):
		return state, err
	case state.Status != payments.Captured:
		return payments.State{}, &payments.Refused{Reason: "Nothing was taken that could be given back."}
	}
	refund := &stripego.Refund{}
	params := &stripego.RefundCreateParams{
		Params: once(ctx, key), PaymentIntent: &f.intent.ID, Amount: &r.AmountOere,
		Metadata: map[string]string{keyRefund: r.ID.String(), keyPayment: f.intent.Metadata[keyPayment]},
	}
	if err := s.call(http.MethodPost, refundsPath, params, refund); err != nil {
		return payments.State{}, refusal(err)
	}
	state.Refunds = append(state.Refunds, refundState(refund))
	return state, nil
}
