package payments

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/schema"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/text"
	"github.com/storefront/storefront/server/shop/orders"
)

// PaymentsCreate begins a payment.
func (p *Payments) PaymentsCreate(ctx context.Context, req api.PaymentsCreateRequestObject) (api.PaymentsCreateResponseObject, error) {
	var effect int64
	var id uuid.UUID
	_, err := store.Answer(ctx, p.Store, func(tx *store.Tx) (api.PaymentsCreateResponseObject, error) {
		payment, began, err := p.insert(ctx, tx, req.Body)
		if err != nil {
			return nil, err
		}
		id, effect = payment.ID, began
		return api.PaymentsCreate200JSONResponse{Ok: true, Result: toBegun(ctx, &payment)}, nil
	})
	if first := (api.PaymentsCreate200JSONResponse{}); replays(ctx, err, &first) {
		if id, err = store.ID(first.Result.PaymentId, notFound); err == nil {
			effect, err = p.wanted(ctx, id, effectBegin)
		}
	}
	if err != nil {
		return nil, err
	}
	declined, err := p.await(ctx, effect)
	if declined != "" {
		if req.Body.Token != nil {
			return nil, refusedBy(declined, id, `Send another token, or remove "token" from the body: then the buyer pays at a page.`).Then(problem.Remove("token"))
		}
		return nil, refusedBy(declined, id, "Begin another payment with payments.create, in one of the ways that payments.methods lists.").
			Then(problem.Leave{}, problem.Or("payments.create"), problem.Or("payments.methods"))
	}
	if err != nil && problem.From(err).Code != problem.ProviderUnavailable {
		return nil, err
	}
	row, err := p.Store.Read().PaymentGet(ctx, id)
	return api.PaymentsCreate200JSONResponse{Ok: true, Result: toBegun(ctx, &row)}, err
}

func toBegun(ctx context.Context, r *db.Payment) api.PaymentBegun {
	shown := toPayment(ctx, r)
	return api.PaymentBegun{PaymentId: shown.Id, Status: shown.Status, Url: shown.Url, ExpiresAt: shown.ExpiresAt}
}

// insert records a payment, and what is to be done at its provider; effect is the number of that, or 0.
func (p *Payments) insert(ctx context.Context, tx *store.Tx, b *api.PaymentsCreateRequest) (row db.Payment, effect int64, err error) {
	order, err := orders.Lock(ctx, tx, b.OrderId)
	if err != nil {
		return row, 0, err
	}
	if err := p.payable(ctx, tx, &order); err != nil {
		return row, 0, err
	}
	terms, err := tx.SettingsGet(ctx)
	if err != nil {
		return row, 0, err
	}
	name, err := p.choose(ctx, b)
	if err != nil {
		return row, 0, err
	}
	row = db.Payment{
		ID: tx.NewID(), OrderID: order.ID, Provider: name, Status: string(api.PaymentStatusCreated), AmountOere: order.TotalOere, CaptureOn: terms.CaptureOn,
		ReturnUrl: b.ReturnUrl, CreatedAt: tx.Now, UpdatedAt: tx.Now, LookedAt: tx.Now,
	}
	if order.TotalOere == 0 {
		row.Provider = "none"
	} else {
		row.Livemode = p.Providers[name].Live()
		row.Rehearsal = p.Sells && !row.Livemode
	}
	if p.Unpaid > 0 && order.Status == string(api.OrderStatusPendingPayment) {
		row.ExpiresAt = new(order.CreatedAt.Add(p.Unpaid))
	}
	if err := enter(ctx, tx, &row); err != nil {
		return row, 0, err
	}
	if order.TotalOere == 0 {
		return p.free(ctx, tx, &order, row)
	}
	begin := db.PaymentEffectInsertParams{PaymentID: row.ID, Kind: effectBegin}
	if b.Token != nil {
		if p.Secrets == nil {
			return row, 0, problem.New(problem.SecretsKeyMissing, "The service has no key to encrypt the token with.", "")
		}
		begin.Token = p.Secrets.Seal([]byte(*b.Token), row.ID.String())
	}
	effect, err = tx.PaymentEffectInsert(ctx, begin)
	return row, effect, err
}

// enter records a payment that begins.
func enter(ctx context.Context, tx *store.Tx, r *db.Payment) error {
	err := tx.PaymentInsert(ctx, db.PaymentInsertParams{
		ID: r.ID, OrderID: r.OrderID, Provider: r.Provider, Livemode: r.Livemode, Rehearsal: r.Rehearsal, Status: r.Status, AmountOere: r.AmountOere, CaptureOn: r.CaptureOn,
		ReturnUrl: r.ReturnUrl, At: r.CreatedAt, ExpiresAt: r.ExpiresAt,
	})
	if err != nil {
		return err
	}
	return auditPayment(tx, nil, r, effectBegin)
}

// Record records a payment that begins now, of which the provider has said already what it is.
func Record(ctx context.Context, tx *store.Tx, r *db.Payment, said State) error {
	r.Status, r.CreatedAt = string(api.PaymentStatusCreated), tx.Now
	if err := enter(ctx, tx, r); err != nil {
		return err
	}
	_, err := apply(ctx, tx, r.ID, said)
	return err
}

// free has an order of nothing paid at once.
func (p *Payments) free(ctx context.Context, tx *store.Tx, order *db.Order, row db.Payment) (db.Payment, int64, error) {
	before := row
	row.Status = string(api.PaymentStatusCaptured)
	if err := updatePayment(ctx, tx, &row); err != nil {
		return row, 0, err
	}
	if err := auditPayment(tx, &before, &row, ""); err != nil {
		return row, 0, err
	}
	return row, 0, orders.Captured(ctx, tx, order, orders.PaidBy{Provider: row.Provider})
}

// payable refuses the payment of an order that does not wait for one.
func (p *Payments) payable(ctx context.Context, tx *store.Tx, order *db.Order) error {
	if err := refuseOpen(ctx, tx, order.ID); err != nil {
		return err
	}
	why := fmt.Sprintf("The order is %s.", order.Status)
	switch waits := slices.Contains([]string{"pending_payment", "pending", "flagged_review", "processing", "shipped", "delivered", "completed"}, order.Status); {
	case order.PaidAt != nil:
		why = fmt.Sprintf("The order is %s, and was paid.", order.Status)
	case order.Status == "pending_payment" && p.Unpaid > 0 && !tx.Now.Before(order.CreatedAt.Add(p.Unpaid)):
		why = "The order has waited too long for its payment, and is being cancelled."
	case waits:
		return nil
	}
	return problem.New(problem.PaymentState, why, "Leave the order as it is: it waits for no payment.").
		Then(problem.Leave{Op: "orders.get", Because: map[string]any{"status": order.Status}})
}

// refuseOpen refuses a payment of an order that has an open one.
func refuseOpen(ctx context.Context, tx *store.Tx, order uuid.UUID) error {
	open, err := tx.PaymentsOpen(ctx, order)
	if err != nil || len(open) == 0 {
		return err
	}
	return problem.New(problem.PaymentOpen, fmt.Sprintf("The payment %s of the order is open.", open[0].ID),
		fmt.Sprintf("Read the payment %q with payments.get, and end it with payments.cancel if it is not wanted.", open[0].ID)).
		Then(problem.Call{Op: "payments.cancel", Args: map[string]any{"paymentId": open[0].ID.String(), "confirm": true}}, problem.Or("payments.get"))
}

// choose returns the provider that is to take the money.
func (p *Payments) choose(ctx context.Context, b *api.PaymentsCreateRequest) (string, error) {
	if b.ReturnUrl != nil && !p.Returns(ctx, *b.ReturnUrl) {
		return "", problem.Invalid("/returnUrl", schema.CodeFormat, "must be an address of the shop, or of an origin that the operator allows",
			`Remove "returnUrl" from the body, or have the operator add its origin to STOREFRONT_RETURN_ORIGINS.`, schema.Correction{Do: schema.Remove})
	}
	var on []string
	for _, name := range order {
		if provider := p.Providers[name]; provider != nil && slices.ContainsFunc(provider.Methods(), func(m Method) bool { return (m.Kind == "token") == (b.Token != nil) }) {
			on = append(on, name)
		}
	}
	switch {
	case len(on) == 0:
		return "", problem.Invalid("/token", schema.CodeUnknownField, "must be left out: no provider that is on takes one",
			`Remove "token" from the body.`, schema.Correction{Do: schema.Remove})
	case b.Provider == nil:
		return on[0], nil
	case slices.Contains(on, string(*b.Provider)):
		return string(*b.Provider), nil
	}
	quoted := text.Quoted(on)
	return "", problem.Invalid("/provider", schema.CodeEnum, "must be a provider that is on and can be paid so",
		fmt.Sprintf(`Set "provider" to %s.`, text.Joined(quoted, "or")), schema.Correction{Do: schema.Set, Value: quoted[0]})
}

const (
	// patience is how long a caller waits for a provider.
	patience = 8 * time.Second
	// margin is what is left of the time of a call to answer it.
	margin = time.Second
)

// await waits until something was done at a provider, or the patience of the caller is over: then the error is a provider_unavailable. refusal is why
// the provider has refused it. 0 is nothing to wait for.
func (p *Payments) await(ctx context.Context, effect int64) (refusal string, err error) {
	if effect == 0 {
		return "", nil
	}
	off := false
	known, err := p.wait(ctx, func() (bool, error) {
		row, err := p.Store.Read().PaymentEffectGet(ctx, effect)
		off = p.Providers.of(row.Provider, row.Livemode) == nil
		if row.Status == "refused" {
			refusal = row.Error
		}
		return row.Status != "pending", err
	})
	switch {
	case err != nil || known:
		return refusal, err
	case off:
		return "", problem.New(problem.ProviderUnavailable, "The payment provider is off: what was asked for is done when it is on again.",
			"Have the operator turn the provider on, then read the payment with payments.get.")
	}
	return "", unknown()
}

// AwaitEnd waits until the payments of an order that was cancelled have ended, or the patience of the caller is over: then, or if that cannot
// be read, they end later.
func (p *Payments) AwaitEnd(ctx context.Context, order uuid.UUID) {
	_, err := p.wait(ctx, func() (bool, error) {
		ending, err := p.Store.Read().PaymentsEnding(ctx, db.PaymentsEndingParams{OrderID: order, Providers: p.Providers.names()})
		return !ending, err
	})
	if err != nil {
		p.Log.Warn("the end of the payments of a cancelled order was not waited for", "order", order, "error", err)
	}
}

// wait has what is to be done at the providers looked for now, and waits until done reports true, or the patience of the caller is over.
func (p *Payments) wait(ctx context.Context, done func() (bool, error)) (ended bool, err error) {
	p.Wake()
	until := time.Now().Add(patience)
	if end, limited := ctx.Deadline(); limited && end.Add(-margin).Before(until) {
		until = end.Add(-margin)
	}
	for pause := 5 * time.Millisecond; ; pause = min(2*pause, 200*time.Millisecond) {
		if ended, err := done(); err != nil || ended || time.Now().After(until) {
			return ended, err
		}
		select {
		case <-ctx.Done():
			return false, ctx.Err()
		case <-time.After(pause):
		}
	}
}

// unknown tells a caller that the outcome is not known.
func unknown() error {
	e := problem.New(problem.ProviderUnavailable, "The payment provider has not answered yet: it is not known whether money moved.",
		"Read the payment with payments.get until its status has changed.")
	e.RetryAfter = 10 * time.Second
	return e
}

// refusedBy tells a caller why a provider has refused what was asked of a payment.
func refusedBy(reason string, id uuid.UUID, resolution string) *problem.Error {
	return problem.New(problem.ProviderFailed, fmt.Sprintf("The payment provider refused (payment %s): %s", id, reason), resolution)
}

// replays reports whether err is for the repetition of a call, and reads its first answer: what a payment has become since is read anew.
func replays(ctx context.Context, err error, answer any) bool {
	replay, ok := errors.AsType[*store.Replay](err)
	if !ok || json.Unmarshal(replay.Answer, answer) != nil {
		return false
	}
	call.From(ctx).Replayed = true
	return true
}
