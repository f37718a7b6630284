package stripe

import (
	"context"
	"fmt"
	"iter"
	"time"

	"github.com/google/uuid"
	stripego "github.com/stripe/stripe-go/v85"

	"github.com/storefront/storefront/server/shop/payments"
)

// List implements payments.Provider. What an account takes in another currency, and for no payment of the shop, is left out.
func (s *Stripe) List(ctx context.Context, since, until time.Time) iter.Seq2[payments.Booked, error] {
	return func(yield func(payments.Booked, error) bool) {
		params := &stripego.PaymentIntentListParams{
			ListParams:   stripego.ListParams{Context: ctx, Limit: stripego.Int64(perPage)},
			CreatedRange: &stripego.RangeQueryParams{GreaterThanOrEqual: since.Unix(), LesserThanOrEqual: until.Unix()},
			Expand:       stripego.StringSlice([]string{"data.latest_charge"}),
		}
		for more := true; more; {
			page := &stripego.PaymentIntentList{}
			if err := s.list(intentsPath, params, page); err != nil {
				yield(payments.Booked{}, unknown(err))
				return
			}
			for _, intent := range page.Data {
				params.StartingAfter = &intent.ID
				if intent.AmountReceived == 0 || intent.Currency != currency && intent.Metadata[keyPayment] == "" {
					continue
				}
				if b, err := s.booked(ctx, intent); !yield(b, err) || err != nil {
					return
				}
			}
			more = page.HasMore && len(page.Data) > 0
		}
	}
}

// booked returns what Stripe has of a payment whose money was taken. Refunds are asked for only where there are some.
func (s *Stripe) booked(ctx context.Context, intent *stripego.PaymentIntent) (b payments.Booked, err error) {
	if intent.Currency != currency {
		return b, fmt.Errorf("stripe: %s is in %s, not in %s", intent.ID, intent.Currency, currency)
	}
	state := payments.State{Status: payments.Captured, AmountOere: intent.AmountReceived}
	charge := intent.LatestCharge
	if charge == nil || charge.AmountRefunded > 0 {
		if state.Refunds, err = s.refunds(ctx, intent); err != nil {
			return b, err
		}
	}
	if charge != nil && charge.Disputed {
		if err := s.disputes(ctx, intent, &state); err != nil {
			return b, err
		}
	}
	b = payments.Booked{Reference: intent.ID, Money: state.Money()}
	b.Payment, _ = uuid.Parse(intent.Metadata[keyPayment]) // one that was made at Stripe has none
	return b, nil
}
