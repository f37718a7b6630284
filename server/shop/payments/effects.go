package payments

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/effects"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/text"
	"github.com/storefront/storefront/server/platform/wire"
)

// The kinds of what is to be done at a provider.
const (
	effectBegin   = "begin"
	effectCapture = "capture"
	effectCancel  = "cancel"
	effectRefund  = "refund"
)

// queue carries out what is to be done at the providers.
type queue = effects.Queue[db.PaymentEffectsClaimRow, outcome]

// outcome is how an attempt ended.
type outcome struct {
	effect *db.PaymentEffectsClaimRow
	state  State
	err    error // as of a Provider

	unasked bool // the provider was not called
}

const (
	// attemptTimeout limits a call of a provider.
	attemptTimeout = 20 * time.Second
	// leaseTime is how long an attempt may be unrecorded. Then its process is taken for dead, and another one makes it again.
	leaseTime = time.Minute
	// mostAttempts is how many calls of providers a process makes at once.
	mostAttempts = 16
	// pollInterval is the time between two looks for what is to be done; what a caller of this process waits for is done at once.
	pollInterval = 500 * time.Millisecond
)

func (p *Payments) newQueue() *queue {
	return &queue{Name: "payments", Log: p.Log, Claim: p.claim, Attempt: p.attempt, Record: p.record, Most: mostAttempts, Poll: pollInterval}
}

// Run carries out what is to be done at the providers until ctx ends.
func (p *Payments) Run(ctx context.Context) {
	p.queue.Run(call.With(ctx, call.Task(carryOut)))
}

const carryOut = "payments.carry_out"

// Wake has what is to be done looked for now.
func (p *Payments) Wake() { p.queue.Wake() }

func (p *Payments) claim(ctx context.Context, room int) (due []db.PaymentEffectsClaimRow, next effects.Next, err error) {
	err = p.Store.Task(ctx, "payment claims", func(tx *store.Tx) (err error) {
		names, live := p.Providers.modes()
		due, err = tx.PaymentEffectsClaim(ctx, db.PaymentEffectsClaimParams{
			Now: p.Store.Due(), MaxRows: int32(room), LeaseSeconds: leaseTime.Seconds(), Providers: names, Live: live, PatienceSeconds: LookEvery.Seconds(),
		})
		return err
	})
	if len(due) > 0 {
		next = effects.Soon
	}
	return due, next, err
}

// attempt calls the provider once.
func (p *Payments) attempt(ctx context.Context, e db.PaymentEffectsClaimRow) outcome {
	ctx, cancel := context.WithTimeout(ctx, attemptTimeout)
	defer cancel()
	o := outcome{effect: &e}
	provider, reference, key := p.Providers.of(e.Provider, e.Livemode), wire.OrEmpty(e.Reference), e.Key.String() // with which the provider does it once
	switch {
	case e.Kind == effectBegin && isFirst(&e) && e.Ending:
		o.state.Status, o.unasked = Cancelled, true
	case provider == nil && e.Kind == effectBegin && isFirst(&e):
		o.err, o.unasked = &Refused{Reason: "The provider is off."}, true
	case provider == nil && p.Providers[e.Provider] != nil && !e.Livemode:
		p.endTest(&o)
	case provider == nil:
		o.err = fmt.Errorf("the provider %s is off, or not in the mode of the payment", e.Provider)
	case e.Kind == effectBegin && reference != "": // a message has told what an attempt has begun whose answer was lost
		o.state, o.err = provider.Read(ctx, reference)
	case e.Kind == effectBegin:
		o.state, o.err = p.begin(ctx, provider, &e)
	case reference == "" && e.Provider != manual: // nothing was begun
		o.state.Status = Failed
	case e.Kind == effectCapture:
		o.state, o.err = provider.Capture(ctx, reference, key)
	case e.Kind == effectCancel:
		o.state, o.err = provider.Cancel(ctx, reference, key)
	case e.Kind == effectRefund:
		o.state, o.err = provider.Refund(ctx, reference, Refund{ID: *e.RefundID, AmountOere: e.RefundOere}, key)
	}
	if refused, ok := errors.AsType[*Refused](o.err); ok {
		o.state = p.afterRefusal(ctx, provider, &e, refused)
	}
	return o
}

// isFirst reports whether an attempt is the first one: the provider has not heard of the payment.
func isFirst(e *db.PaymentEffectsClaimRow) bool { return e.Attempts == 1 }

// endTest ends what was begun in the test mode of a provider that has gone live: no money can move for it.
func (p *Payments) endTest(o *outcome) {
	if o.effect.Kind == effectRefund {
		o.err = &Refused{Reason: "The payment was made in the test mode of its provider."}
		return
	}
	o.state.Status = Cancelled
}

func (p *Payments) begin(ctx context.Context, provider Provider, e *db.PaymentEffectsClaimRow) (State, error) {
	b := Begin{
		Payment: e.PaymentID, Order: e.OrderID, AmountOere: e.AmountOere, ReturnURL: wire.OrEmpty(e.ReturnUrl), CaptureLater: e.CaptureOn == "shipment",
		CreatedAt: e.CreatedAt, ExpiresAt: e.ExpiresAt, Key: e.Key.String(), Again: !isFirst(e),
	}
	if e.Token != nil {
		if p.Secrets == nil {
			return State{}, errors.New("there is no key to decrypt the token with")
		}
		token, err := p.Secrets.Open(e.Token, e.PaymentID.String())
		if err != nil && isFirst(e) {
			return State{}, &Refused{Reason: "The token was encrypted with another STOREFRONT_SECRETS_KEY."}
		} else if err != nil { // an attempt before may have taken the money
			return State{}, errors.New("the token was encrypted with another STOREFRONT_SECRETS_KEY")
		}
		b.Token = string(token)
	}
	state, err := provider.Begin(ctx, b)
	return state, withoutToken(err, b.Token)
}

// withoutToken returns the error of a provider that may repeat the token of the buyer, which is kept and told nowhere.
func withoutToken(err error, token string) error {
	if err == nil || token == "" || !strings.Contains(err.Error(), token) {
		return err
	}
	if refused, ok := errors.AsType[*Refused](err); ok {
		return &Refused{Reason: strings.ReplaceAll(refused.Reason, token, "…"), Declined: refused.Declined}
	}
	return errors.New(strings.ReplaceAll(err.Error(), token, "…"))
}

// afterRefusal returns what a payment is after its provider has refused something: of a capture or an end, what the provider says it is.
func (p *Payments) afterRefusal(ctx context.Context, provider Provider, e *db.PaymentEffectsClaimRow, refused *Refused) State {
	switch e.Kind {
	case effectBegin:
		return State{Status: Failed, Failure: refused.Reason}
	case effectRefund:
		return State{Refunds: []RefundState{{ID: *e.RefundID, AmountOere: e.RefundOere, Status: refundFailed, Failure: refused.Reason}}}
	}
	state, err := provider.Read(ctx, wire.OrEmpty(e.Reference))
	if err != nil {
		p.Log.Warn("a payment was not read after its provider had refused", "payment", e.PaymentID, "error", err)
		return State{}
	}
	return state
}

// recordTimeout limits the writing of one outcome, so that a locked order does not keep the others.
const recordTimeout = 2 * time.Second

// record writes how attempts ended. One that cannot be written is attempted again later, and does not keep the others.
func (p *Payments) record(ctx context.Context, ended []outcome) (err error) {
	for i := range ended {
		o := &ended[i]
		one, cancel := context.WithTimeout(call.With(ctx, call.Task(carryOut)), recordTimeout) // a call of its own, with its own request id
		failed := p.recordOne(one, o)
		cancel()
		if failed != nil {
			p.Log.Error("what a payment provider said was not recorded", "payment", o.effect.PaymentID, "effect", o.effect.Kind, "error", failed)
			err = errors.Join(err, p.postpone(ctx, o, failed))
		}
	}
	return err
}

// postpone has something attempted again later.
func (p *Payments) postpone(ctx context.Context, o *outcome, why error) error {
	e := o.effect
	end := db.PaymentEffectEndParams{
		ID: e.ID, Status: "pending", LeasedUntil: e.LeasedUntil, DueAt: p.Store.Due().Add(retryAfter(e.Attempts)), Error: new(text.Storable(why.Error())),
	}
	if o.unasked {
		end.Uncounted = 1
	}
	return p.Store.Task(ctx, "payment attempts", func(tx *store.Tx) error {
		_, err := tx.PaymentEffectEnd(ctx, end)
		return err
	})
}

func (p *Payments) recordOne(ctx context.Context, o *outcome) error {
	end := db.PaymentEffectEndParams{ID: o.effect.ID, Status: "done", LeasedUntil: o.effect.LeasedUntil, DueAt: p.Store.Due()}
	refused, isRefused := errors.AsType[*Refused](o.err)
	switch {
	case isRefused:
		end.Error = new(text.Storable(refused.Reason))
		if !refused.Declined || o.effect.Kind != effectBegin { // a payment that begins says itself that it was declined
			end.Status = "refused"
		}
		p.Log.Info("a payment provider has refused", "payment", o.effect.PaymentID, "effect", o.effect.Kind, "reason", refused.Reason)
	case o.err != nil:
		p.Log.Warn("a payment provider did not answer", "payment", o.effect.PaymentID, "effect", o.effect.Kind, "attempt", o.effect.Attempts, "error", o.err)
		return p.postpone(ctx, o, o.err)
	}
	return p.settle(ctx, o.effect.PaymentID, o.state, func(tx *store.Tx) error {
		_, err := tx.PaymentEffectEnd(ctx, end) // what another process has done meanwhile was the same
		return err
	})
}

// retryAfter is the time after so many attempts, from 1, of which the outcome is not known: it doubles, up to an hour.
func retryAfter(attempts int32) time.Duration {
	const longest = 12 // 2^12 seconds are more than an hour
	return min(time.Hour, time.Second<<min(attempts-1, longest))
}

// LookEvery is how long a payment waits for a message of its provider before it is read from it.
const LookEvery = 10 * time.Minute

// Look reads some of the payments from their providers that have waited for LookEvery, and returns how many.
func (p *Payments) Look(ctx context.Context) (done int64, err error) {
	const few = 100
	names, live := p.Providers.modes()
	rows, err := p.Store.Read().PaymentsToRead(ctx, db.PaymentsToReadParams{Before: p.Store.Now().Add(-LookEvery), MaxRows: few, Providers: names, Live: live})
	if err != nil {
		return 0, err
	}
	for _, row := range rows {
		if ctx.Err() != nil { // those that are left are read the next time
			return done, errors.Join(err, ctx.Err())
		}
		if failed := p.read(ctx, row.ID, row.Provider, row.Reference, nothingElse); failed != nil {
			// The others do not wait for this one, which is read again after them.
			err = errors.Join(err, fmt.Errorf("payment %s: %w", row.ID, failed), p.looked(ctx, row.ID, nothingElse))
			continue
		}
		done++
	}
	return done, err
}

// nothingElse is written with what was read of a payment.
func nothingElse(*store.Tx) error { return nil }

// read reads a payment from its provider and applies what that says.
func (p *Payments) read(ctx context.Context, id uuid.UUID, name, reference string, also func(tx *store.Tx) error) error {
	provider := p.Providers[name]
	if provider == nil {
		return fmt.Errorf("the provider %s is off", name)
	}
	asked, cancel := context.WithTimeout(ctx, attemptTimeout)
	defer cancel()
	state, err := provider.Read(asked, reference)
	if err != nil {
		return err
	}
	return p.settle(ctx, id, state, also)
}
