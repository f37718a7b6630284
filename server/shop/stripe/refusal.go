package stripe

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"

	stripego "github.com/stripe/stripe-go/v85"

	"github.com/storefront/storefront/server/shop/payments"
)

// refusal returns the error of a call that was to change something. It is a payments.Refused where Stripe has refused for certain.
//
// A key that Stripe does not take is no refusal: an earlier attempt, of which the answer was lost, may have moved money.
func refusal(err error) error {
	e, ok := errors.AsType[*stripego.Error](err)
	if !ok {
		return unknown(err)
	}
	switch e.HTTPStatusCode {
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusRequestTimeout, http.StatusConflict, http.StatusTooManyRequests:
		return unknown(err)
	}
	reason := cmp.Or(e.Msg, string(e.Code), "no reason was given")
	switch {
	case e.HTTPStatusCode >= http.StatusInternalServerError || e.Code == stripego.ErrorCodeIdempotencyKeyInUse || e.Code == stripego.ErrorCodeLockTimeout:
		return unknown(err)
	case e.Type == stripego.ErrorTypeCard || e.HTTPStatusCode == http.StatusPaymentRequired:
		return &payments.Refused{Reason: reason, Declined: true}
	case e.Type == stripego.ErrorTypeInvalidRequest:
		return &payments.Refused{Reason: reason}
	}
	return unknown(err)
}

// unknown returns the error of a call after which it is not known what Stripe has done, with no more of it than may be logged: Stripe
// repeats a part of a key that it does not take.
func unknown(err error) error {
	e, ok := errors.AsType[*stripego.Error](err)
	if !ok {
		return fmt.Errorf("stripe: %w", err)
	}
	text := e.Msg
	if e.HTTPStatusCode == http.StatusUnauthorized || e.HTTPStatusCode == http.StatusForbidden {
		text = "the secret key is not taken for this call"
	}
	err = fmt.Errorf("stripe: %d %s %s: %s (request %s)", e.HTTPStatusCode, e.Type, e.Code, text, e.RequestID)
	if e.Code == stripego.ErrorCodeResourceMissing {
		return fmt.Errorf("%w: %w", payments.ErrUnknown, err)
	}
	return err
}

// tooLate says in words of the shop that a page was refused because it could not be open for the half hour that Stripe wants.
func tooLate(refused, err error) error {
	if e, ok := errors.AsType[*stripego.Error](err); ok && e.Param == "expires_at" && errors.As(refused, new(*payments.Refused)) {
		return &payments.Refused{Reason: "The order waits for its payment for less than half an hour more, and a page of Stripe is open for half an hour at least."}
	}
	return refused
}
