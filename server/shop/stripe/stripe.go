// Package stripe is the payment provider stripe. A buyer pays at a page of Stripe, a Checkout Session, or a buyer's agent pays with a token,
// which confirms a PaymentIntent at once. A page has no intent until the buyer tries to pay; from then on the payment is called by its intent.
//
// What Stripe calls a payment names it in its metadata too, so that its messages are matched before the answer to a call has come.
package stripe

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/google/uuid"
	stripego "github.com/stripe/stripe-go/v85"
	"github.com/stripe/stripe-go/v85/form"

	"github.com/storefront/storefront/server/shop/payments"
)

// Stripe is the provider. New makes it.
type Stripe struct {
	options Options
	backend stripego.Backend
	secrets []string // with which messages may be signed
}

// Options are what Stripe needs.
type Options struct {
	SecretKey      string
	WebhookSecrets string // separated by commas
	BaseURL        string // of the service, for the page that a buyer is led back to; may be ""
	URL            string // of the API; "" for Stripe's
	Now            func() time.Time
}

// longestCall is how long a call of Stripe may take.
const longestCall = time.Minute

// Name is the name of the provider.
const Name = "stripe"

// DonePath is the page of the service to which a buyer is led who is led nowhere else.
const DonePath = "/paid"

// New returns the provider.
func New(o Options) *Stripe {
	config := &stripego.BackendConfig{
		HTTPClient:        &http.Client{Timeout: longestCall},                 // the calls of the service end with their contexts, sooner
		LeveledLogger:     &stripego.LeveledLogger{Level: stripego.LevelNull}, // what goes wrong is returned
		MaxNetworkRetries: stripego.Int64(0),                                  // the queue of effects repeats calls
	}
	if o.URL != "" {
		config.URL = &o.URL
	}
	return &Stripe{options: o, backend: stripego.GetBackendWithConfig(stripego.APIBackend, config), secrets: strings.Split(o.WebhookSecrets, ",")}
}

// call calls the API. The client of the library would do the same, and takes 7 MB of the program: it has a method for each path of Stripe.
func (s *Stripe) call(method, path string, params stripego.ParamsContainer, into stripego.LastResponseSetter) error {
	return s.backend.Call(method, path, s.options.SecretKey, params, into)
}

// list reads a page of a list.
func (s *Stripe) list(path string, params stripego.ListParamsContainer, into stripego.LastResponseSetter) error {
	query := &form.Values{}
	form.AppendTo(query, params)
	return s.backend.CallRaw(http.MethodGet, path, s.options.SecretKey, []byte(query.Encode()), params.GetListParams().ToParams(), into)
}

// once returns the parameters of a call that Stripe carries out once.
func once(ctx context.Context, key string) stripego.Params {
	return stripego.Params{Context: ctx, IdempotencyKey: &key}
}

// Methods implements payments.Provider.
func (s *Stripe) Methods() []payments.Method {
	return []payments.Method{{Title: "Card, MobilePay and others", Kind: "redirect"}, {Title: "Payment token of an agent", Kind: "token"}}
}

// Live implements payments.Provider: the key says it.
func (s *Stripe) Live() bool {
	return strings.HasPrefix(s.options.SecretKey, "sk_live_") || strings.HasPrefix(s.options.SecretKey, "rk_live_")
}

// The keys of the metadata.
const (
	keyPayment = "paymentId"
	keyOrder   = "orderId"
	keyRefund  = "refundId"
	keyPage    = "page" // of an intent that a page made, and that ends with it alone
)

// The paths of the API.
const (
	sessionsPath = "/v1/checkout/sessions"
	intentsPath  = "/v1/payment_intents"
	refundsPath  = "/v1/refunds"
	disputesPath = "/v1/disputes"
)

const currency = stripego.CurrencyDKK

// Begin implements payments.Provider.
func (s *Stripe) Begin(ctx context.Context, b payments.Begin) (payments.State, error) {
	back := b.ReturnURL
	if back == "" && s.options.BaseURL != "" {
		back = strings.TrimSuffix(s.options.BaseURL, "/") + DonePath
	}
	switch {
	case back == "" && b.Again: // what an attempt before has begun is not known
		return payments.State{}, errors.New("stripe: there is no address to lead the buyer back to: STOREFRONT_BASE_URL is not set any more")
	case back == "":
		return payments.State{}, &payments.Refused{Reason: "There is no address to lead the buyer back to: name a returnUrl, or have STOREFRONT_BASE_URL set."}
	}
	if b.Token == "" {
		return s.beginPage(ctx, &b, back)
	}
	return s.beginToken(ctx, &b, back)
}

// captureMethod returns when the money is taken; nil for at once.
func captureMethod(b *payments.Begin) *string {
	if b.CaptureLater {
		return stripego.String(string(stripego.PaymentIntentCaptureMethodManual))
	}
	return nil
}

func (s *Stripe) beginPage(ctx context.Context, b *payments.Begin, back string) (payments.State, error) {
	names := map[string]string{keyPayment: b.Payment.String(), keyOrder: b.Order.String()}
	ofIntent := map[string]string{keyPayment: b.Payment.String(), keyOrder: b.Order.String(), keyPage: "true"}
	params := &stripego.CheckoutSessionCreateParams{
		Params: once(ctx, b.Key),
		Mode:   stripego.String(string(stripego.CheckoutSessionModePayment)),
		LineItems: []*stripego.CheckoutSessionCreateLineItemParams{{
			Quantity: stripego.Int64(1),
			PriceData: &stripego.CheckoutSessionCreateLineItemPriceDataParams{
				Currency: stripego.String(string(currency)), UnitAmount: &b.AmountOere,
				ProductData: &stripego.CheckoutSessionCreateLineItemPriceDataProductDataParams{Name: stripego.String("Ordre " + b.Order.String())},
			},
		}},
		AdaptivePricing:   &stripego.CheckoutSessionCreateAdaptivePricingParams{Enabled: stripego.Bool(false)}, // kroner are taken, whatever the buyer's currency
		Metadata:          names,
		PaymentIntentData: &stripego.CheckoutSessionCreatePaymentIntentDataParams{Metadata: ofIntent, CaptureMethod: captureMethod(b)},
		ExpiresAt:         expiry(b), SuccessURL: &back, CancelURL: &back, Expand: stripego.StringSlice(expandSession()),
	}
	session := &stripego.CheckoutSession{}
	if err := s.call(http.MethodPost, sessionsPath, params, session); err != nil {
		return payments.State{}, tooLate(refusal(err), err)
	}
	return s.state(ctx, found{session, session.PaymentIntent})
}

// longest is how long a page of Stripe may be open, a day, less what clocks differ by.
const longest = 24*time.Hour - 5*time.Minute

// expiry returns until when the page of a payment is open: as long as the payment waits, if Stripe allows that. It follows from the payment
// alone, since Stripe refuses a repetition that differs. Nothing is checked here: only Stripe knows whether it has opened the page already.
func expiry(b *payments.Begin) *int64 {
	if b.ExpiresAt == nil {
		return nil // a day
	}
	until := b.CreatedAt.Add(longest)
	if b.ExpiresAt.Before(until) {
		until = *b.ExpiresAt
	}
	return stripego.Int64(until.Unix())
}

// The kinds of tokens, by their beginnings.
const (
	paymentMethod     = "pm_"
	confirmationToken = "ctoken_"
	sharedToken       = "spt_" // of an agent, for this seller and an amount
)

// sharedTokenVersion is the version of the API that takes shared tokens; the one of the library does not.
const sharedTokenVersion = "2026-04-22.preview"

func (s *Stripe) beginToken(ctx context.Context, b *payments.Begin, back string) (payments.State, error) {
	params := &stripego.PaymentIntentCreateParams{
		Params: once(ctx, b.Key),
		Amount: &b.AmountOere, Currency: stripego.String(string(currency)), Confirm: stripego.Bool(true), CaptureMethod: captureMethod(b), ReturnURL: &back,
		ErrorOnRequiresAction: stripego.Bool(false), // 3-D Secure leads the buyer to a page
		Metadata:              map[string]string{keyPayment: b.Payment.String(), keyOrder: b.Order.String()}, Expand: stripego.StringSlice(expandIntent()),
	}
	switch {
	case strings.HasPrefix(b.Token, paymentMethod):
		params.PaymentMethod = &b.Token
	case strings.HasPrefix(b.Token, confirmationToken):
		params.ConfirmationToken = &b.Token
	case strings.HasPrefix(b.Token, sharedToken):
		params.AddExtra("payment_method_data[shared_payment_granted_token]", b.Token)
		params.Headers = http.Header{"Stripe-Version": {sharedTokenVersion}}
	default:
		return payments.State{}, &payments.Refused{Reason: "Stripe takes tokens that begin with " + paymentMethod + ", " + confirmationToken + " or " + sharedToken + "."}
	}
	if b.Again && s.options.Now().Sub(b.CreatedAt) > keyLife {
		if intent, err := s.begunBefore(ctx, b.Payment); err != nil {
			return payments.State{}, unknown(err)
		} else if intent != nil {
			return s.state(ctx, found{intent: intent})
		}
	}
	intent := &stripego.PaymentIntent{}
	if err := s.call(http.MethodPost, intentsPath, params, intent); err != nil {
		return payments.State{}, refusal(err)
	}
	return s.state(ctx, found{intent: intent})
}

// keyLife is how long Stripe knows a key: a day, less what clocks differ by.
const keyLife = 23 * time.Hour

// begunBefore returns the intent of a payment that was begun so long ago that Stripe has forgotten its key; nil for none. A page needs no
// such search: it would have expired by now, with nobody who knew its address.
func (s *Stripe) begunBefore(ctx context.Context, payment uuid.UUID) (*stripego.PaymentIntent, error) {
	query := url.Values{"query": {fmt.Sprintf("metadata['%s']:'%s'", keyPayment, payment)}}
	for _, name := range expandIntent() {
		query.Add("expand[]", "data."+name)
	}
	found := &stripego.PaymentIntentSearchResult{}
	err := s.backend.CallRaw(http.MethodGet, intentsPath+"/search", s.options.SecretKey, []byte(query.Encode()), &stripego.Params{Context: ctx}, found)
	if err != nil || len(found.Data) == 0 {
		return nil, err
	}
	return found.Data[0], nil
}
