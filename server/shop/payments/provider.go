// Package payments takes the money of orders through payment providers. What is to be done at a provider is written in the transaction that
// wants it and carried out afterwards (effects.go); what a provider says is read from it and applied (apply.go), never backwards, so that it
// may come twice, late or in any order. It answers the operations payments.*.
package payments

import (
	"context"
	"errors"
	"iter"
	"maps"
	"net/http"
	"slices"
	"time"

	"github.com/google/uuid"
)

// Provider takes money. No method is called inside a transaction.
//
// The error is a Refused where the provider has refused for certain, so that nothing moved; after any other error it is not known whether
// something moved, and the call is repeated with the same key, with which the provider does nothing twice.
type Provider interface {
	// Methods are the ways to pay, the usual one first.
	Methods() []Method
	// Live reports whether real money moves.
	Live() bool
	// Begin begins a payment.
	Begin(ctx context.Context, b Begin) (State, error)
	// Read returns what the provider knows of a payment. The error is ErrUnknown for one that it does not know.
	Read(ctx context.Context, reference string) (State, error)
	// List returns each payment whose money was taken and that the provider began in a time, both ends of which are in it. An error ends it.
	List(ctx context.Context, since, until time.Time) iter.Seq2[Booked, error]
	// Capture takes the whole amount that is reserved.
	Capture(ctx context.Context, reference, key string) (State, error)
	// Cancel ends a payment that has taken nothing.
	Cancel(ctx context.Context, reference, key string) (State, error)
	// Refund gives money back. The state has the refund, by its id.
	Refund(ctx context.Context, reference string, r Refund, key string) (State, error)
	// Message returns what a request of the provider says, given its bytes. The error is ErrSignature for one that it did not sign.
	Message(header http.Header, body []byte, now time.Time) (Message, error)
}

// Method is a way to pay.
type Method struct {
	Title string // for people
	Kind  string // redirect, token or manual
}

// Begin is a payment to be begun.
type Begin struct {
	Payment, Order uuid.UUID
	AmountOere     int64
	Token          string // what the buyer's agent holds; "" for a page
	ReturnURL      string // where the page leads afterwards; "" for nowhere
	CaptureLater   bool   // the money is reserved only
	CreatedAt      time.Time
	ExpiresAt      *time.Time
	Key            string // with which the provider does nothing twice
	Again          bool   // an attempt before may have begun it
}

// Refund is money to be given back.
type Refund struct {
	ID         uuid.UUID
	AmountOere int64
}

// Status is the status of a payment at its provider.
type Status string

// The statuses that a provider says: those of the contract that do not follow from amounts.
const (
	RequiresAction Status = "requires_action"
	Authorized     Status = "authorized"
	Captured       Status = "captured"
	Cancelled      Status = "cancelled"
	Failed         Status = "failed"
	Expired        Status = "expired"
)

// State is what a provider knows of a payment. It never gets less: what an older State lacks is not taken back by it.
type State struct {
	Reference       string // what the provider calls it
	Formerly        string // what it called it until now; "" for the same
	Status          Status
	AmountOere      int64  // what was taken, or is reserved; 0 where it does not say
	Method          string // what the buyer paid with, such as card; "" while that is not known
	URL             string // where the buyer pays; "" for nowhere
	Failure         string // why it failed
	FeeOere         *int64 // what the provider keeps; nil where it does not say
	ExpiresAt       *time.Time
	AuthorizedUntil *time.Time
	Refunds         []RefundState
	Dispute         string // open, won or lost; "" for none
	LostOere        int64  // what disputes took that were lost
}

// Money is what was taken, and what of it was given back, in ore.
type Money struct {
	CapturedOere int64 `json:"capturedOere"`
	RefundedOere int64 `json:"refundedOere"`
}

// Money returns what was taken and given back. Disputes that were lost gave back what they were about.
func (s *State) Money() (m Money) {
	if s.Status != Captured {
		return m
	}
	m.CapturedOere = s.AmountOere
	for _, r := range s.Refunds {
		if r.Status == refundSucceeded {
			m.RefundedOere += r.AmountOere
		}
	}
	m.RefundedOere = min(m.RefundedOere+s.LostOere, m.CapturedOere)
	return m
}

// Booked is a payment in the books of its provider.
type Booked struct {
	Payment   uuid.UUID // ours, from what the provider keeps beside the payment; uuid.Nil where it has none
	Reference string
	Money     Money
}

// RefundState is what a provider knows of money that is given back.
type RefundState struct {
	ID         uuid.UUID // ours; uuid.Nil for one that was made at the provider
	Reference  string
	AmountOere int64
	Status     string // pending, succeeded or failed
	Failure    string
}

// Message is what a request of a provider says: something has happened to a payment, which is read from the provider then.
type Message struct {
	ID        string
	Type      string
	Payment   uuid.UUID // ours, from what the provider keeps beside the payment; uuid.Nil where it has none
	Reference string
	Live      bool
}

// ErrSignature is returned for a message that the provider did not sign, or signed too long ago.
var ErrSignature = errors.New("payments: the signature of the message is not valid")

// ErrUnknown is returned for a payment that the provider does not know.
var ErrUnknown = errors.New("payments: the provider does not know the payment")

// Refused is the refusal of a provider.
type Refused struct {
	Reason   string // a sentence, for those who run the shop
	Declined bool   // the buyer's means of payment were refused, not the call
}

func (r *Refused) Error() string { return "the payment provider refused: " + r.Reason }

// Providers are those that are on, by name.
type Providers map[string]Provider

// order is in which sequence they are offered.
var order = []string{"stripe", "test", "manual"}

// names returns the names of those that are on.
func (p Providers) names() []string { return slices.Sorted(maps.Keys(p)) }

// modes returns their names, and of each whether real money moves.
func (p Providers) modes() (names []string, live []bool) {
	names = p.names()
	for _, name := range names {
		live = append(live, p[name].Live())
	}
	return names, live
}

// of returns the provider of a payment; nil where it, or the mode of the payment, test or live, is off.
func (p Providers) of(name string, live bool) Provider {
	if provider := p[name]; provider != nil && provider.Live() == live {
		return provider
	}
	return nil
}

// Charges reports whether a provider other than test and manual is on.
func (p Providers) Charges() bool { return p["stripe"] != nil }

// Manual is the provider of money that a person sees arrive, such as a bank transfer. Nothing is outside, so that nothing is read.
type Manual struct{}

// Methods implements Provider.
func (Manual) Methods() []Method { return []Method{{"Bank transfer or on account", "manual"}} }

// Live implements Provider.
func (Manual) Live() bool { return true }

// Begin implements Provider: the payment waits for a person.
func (Manual) Begin(_ context.Context, b Begin) (State, error) {
	return State{Reference: b.Payment.String(), Status: RequiresAction, ExpiresAt: b.ExpiresAt}, nil
}

// Read implements Provider.
func (Manual) Read(_ context.Context, reference string) (State, error) {
	return State{Reference: reference, Status: RequiresAction}, nil
}

// List implements Provider.
func (Manual) List(context.Context, time.Time, time.Time) iter.Seq2[Booked, error] {
	return func(func(Booked, error) bool) {}
}

// Capture implements Provider.
func (Manual) Capture(context.Context, string, string) (State, error) {
	return State{}, &Refused{Reason: "A manual payment is confirmed by a person."}
}

// Cancel implements Provider.
func (Manual) Cancel(_ context.Context, reference, _ string) (State, error) {
	return State{Reference: reference, Status: Cancelled}, nil
}

// Refund implements Provider: the person who asks for it has given the money back.
func (Manual) Refund(_ context.Context, reference string, r Refund, key string) (State, error) {
	return State{Reference: reference, Status: Captured, Refunds: []RefundState{{ID: r.ID, Reference: key, AmountOere: r.AmountOere, Status: "succeeded"}}}, nil
}

// Message implements Provider.
func (Manual) Message(http.Header, []byte, time.Time) (Message, error) {
	return Message{}, ErrSignature
}
