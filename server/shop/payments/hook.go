package payments

import (
	"context"
	"errors"
	"net/http"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/text"
)

// MessageResult is what became of a message of a provider.
type MessageResult string

// The results.
const (
	Taken     MessageResult = "taken"
	Repeated  MessageResult = "repeated"  // it was taken before
	Unmatched MessageResult = "unmatched" // it names no payment of the shop
	Unsigned  MessageResult = "unsigned"
	NotTaken  MessageResult = "failed" // it is to come again
)

// Receive takes a message of a provider: the payment that it names is read from the provider, and what that says is committed when Receive
// returns. A message that was taken before, or names no payment of the shop, is no error.
//
// The error is an endpoint_not_found for a provider that is off, an invalid_signature, and a provider_unavailable when the payment could not be
// read, so that the provider sends the message again.
func (p *Payments) Receive(ctx context.Context, name string, header http.Header, body []byte) error {
	provider := p.Providers[name]
	if provider == nil || name == manual {
		return problem.New(problem.EndpointNotFound, "No provider of this name sends messages.", "")
	}
	result, err := p.receive(ctx, name, provider, header, body)
	if p.MessageEnded != nil {
		p.MessageEnded(name, result)
	}
	return err
}

// receive is Receive for a provider that is on.
func (p *Payments) receive(ctx context.Context, name string, provider Provider, header http.Header, body []byte) (MessageResult, error) {
	m, err := provider.Message(header, body, p.Store.Now())
	if err != nil {
		return Unsigned, problem.New(problem.InvalidSignature, "The message is not signed by the payment provider, or was signed too long ago.", "")
	}
	m.ID, m.Type, m.Reference = text.Storable(m.ID), text.Storable(m.Type), text.Storable(m.Reference)
	in := *call.From(ctx) // the actor of what the message changes is the service
	task := call.Task("payments.receive_message")
	in.Tool, in.Actor = task.Tool, task.Actor
	ctx = call.With(ctx, &in)
	known, err := p.Store.Read().PaymentMessageExists(ctx, db.PaymentMessageExistsParams{Provider: name, ID: m.ID})
	if err != nil {
		return NotTaken, err
	}
	if known {
		return Repeated, nil
	}
	row, found, err := p.named(ctx, name, provider, m)
	if err != nil {
		return NotTaken, err
	}
	if !found {
		return Unmatched, nil
	}
	taken := db.PaymentMessageInsertParams{Provider: name, ID: m.ID, PaymentID: row.ID, Type: m.Type, At: p.Store.Now()}
	reference := m.Reference
	if row.Reference != nil {
		reference = *row.Reference
	}
	err = p.read(ctx, row.ID, name, reference, func(tx *store.Tx) error {
		_, err := tx.PaymentMessageInsert(ctx, taken)
		return err
	})
	if err == nil {
		return Taken, nil
	}
	if refused := (*problem.Error)(nil); errors.As(err, &refused) {
		return NotTaken, err
	}
	p.Log.Warn("a message of a payment provider was not taken", "provider", name, "type", m.Type, "payment", row.ID, "error", err)
	return NotTaken, unknown()
}

// named returns the payment that a message names: by our id, which overtakes nothing, or else by the provider's. found is false where that is none
// of the shop. A message from the other mode, test or live, names none.
func (p *Payments) named(ctx context.Context, name string, provider Provider, m Message) (row db.Payment, found bool, err error) {
	if m.Live != provider.Live() {
		return row, false, nil
	}
	id := m.Payment
	if id == uuid.Nil {
		id, err = p.Store.Read().PaymentByReference(ctx, db.PaymentByReferenceParams{Provider: name, Reference: m.Reference})
	}
	if err == nil {
		row, err = p.Store.Read().PaymentGet(ctx, id)
	}
	if store.NotFound(err) {
		return row, false, nil
	}
	return row, row.Provider == name && row.Livemode == m.Live, err
}
