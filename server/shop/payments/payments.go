package payments

import (
	"context"
	"encoding/json"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/paging"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/seal"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/wire"
	"github.com/storefront/storefront/server/shop/settings"
)

// Payments answers the operations payments.*, takes the messages of the providers, and carries out what is to be done at them. New
// makes it.
type Payments struct {
	Options

	queue *queue
}

// Options are what Payments needs.
type Options struct {
	Store        *store.Store
	Log          *slog.Logger
	Providers    Providers
	Sells        bool                                        // whether the shop sells: it is no sandbox and no demo
	Secrets      *seal.Box                                   // encrypts tokens; nil: none is taken
	Unpaid       time.Duration                               // how long an order waits for its payment; 0 for ever
	Returns      func(ctx context.Context, url string) bool  // whether a buyer may be led to an address
	MessageEnded func(provider string, result MessageResult) // is called after each message; may be nil
}

// New returns Payments. Run carries out what is to be done.
func New(o Options) *Payments {
	p := &Payments{Options: o}
	p.queue = p.newQueue()
	return p
}

// The limits of what is shown of a payment, and of its refunds; the contract has the same.
const (
	mostMessages = 100
	mostRefunds  = 100
)

// PaymentsMethods returns the ways to pay that are on.
func (p *Payments) PaymentsMethods(context.Context, api.PaymentsMethodsRequestObject) (api.PaymentsMethodsResponseObject, error) {
	result := []api.PaymentMethod{}
	for _, name := range order {
		if provider := p.Providers[name]; provider != nil {
			for _, m := range provider.Methods() {
				result = append(result, api.PaymentMethod{Provider: name, Title: m.Title, Kind: api.PaymentMethodKind(m.Kind)})
			}
		}
	}
	return api.PaymentsMethods200JSONResponse{Ok: true, Result: result, Page: paging.Whole(len(result))}, nil
}

// PaymentsGet returns one payment.
func (p *Payments) PaymentsGet(ctx context.Context, req api.PaymentsGetRequestObject) (api.PaymentsGetResponseObject, error) {
	id, err := store.ID(req.Body.PaymentId, notFound)
	if err != nil {
		return nil, err
	}
	payment, err := p.shown(ctx, id)
	return api.PaymentsGet200JSONResponse{Ok: true, Result: payment}, err
}

const listName = "payments.list"

// statuses are all of a payment.
var statuses = []string{"created", "requires_action", "authorized", "captured", "partially_refunded", "refunded", "cancelled", "failed", "expired"}

// PaymentsList returns payments, the newest first.
func (p *Payments) PaymentsList(ctx context.Context, req api.PaymentsListRequestObject) (api.PaymentsListResponseObject, error) {
	before, limit, wanted := paging.BeforeNewest, int(*req.Body.Limit), statuses
	if req.Body.Status != nil {
		wanted = []string{string(*req.Body.Status)}
	}
	query := []any{req.Body.OrderId, wanted}
	if req.Body.Cursor != nil {
		if err := paging.DecodeCursor(*req.Body.Cursor, listName, query, &before); err != nil {
			return nil, err
		}
	}
	rows, err := p.page(ctx, req.Body.OrderId, db.PaymentListParams{Statuses: wanted, BeforeAt: before.At, BeforeID: before.ID, MaxRows: int32(limit + 1)})
	if err != nil {
		return nil, err
	}
	rows, next, err := paging.Cut(rows, limit, listName, query, func(r *db.Payment) any { return paging.SortKey{At: r.CreatedAt, ID: r.ID} })
	if err != nil {
		return nil, err
	}
	items, err := p.whole(ctx, rows)
	return api.PaymentsList200JSONResponse{Ok: true, Result: api.PaymentsListResult{Items: items, NextCursor: next}}, err
}

// page returns the rows of a page: of one order, or of all. An order that does not exist has none.
func (p *Payments) page(ctx context.Context, order *string, of db.PaymentListParams) ([]db.Payment, error) {
	if order == nil {
		return p.Store.Read().PaymentList(ctx, of)
	}
	id, ok := store.ParseID(*order)
	if !ok {
		return nil, nil
	}
	return p.Store.Read().PaymentsOfOrder(ctx, db.PaymentsOfOrderParams{OrderID: id, Statuses: of.Statuses, BeforeAt: of.BeforeAt, BeforeID: of.BeforeID, MaxRows: of.MaxRows})
}

// shown returns a payment as payments.get does.
func (p *Payments) shown(ctx context.Context, id uuid.UUID) (api.Payment, error) {
	row, err := p.Store.Read().PaymentGet(ctx, id)
	if err != nil {
		return api.Payment{}, store.OrNotFound(err, id, notFound)
	}
	items, err := p.whole(ctx, []db.Payment{row})
	if err != nil {
		return api.Payment{}, err
	}
	return items[0], nil
}

// whole returns payments with their messages and refunds.
func (p *Payments) whole(ctx context.Context, rows []db.Payment) ([]api.Payment, error) {
	items, ids := make([]api.Payment, len(rows)), make([]uuid.UUID, len(rows))
	for i := range rows {
		items[i], ids[i] = toPayment(ctx, &rows[i]), rows[i].ID
	}
	messages, err := p.Store.Read().PaymentMessagesShown(ctx, db.PaymentMessagesShownParams{Payments: ids, Most: mostMessages})
	if err != nil {
		return nil, err
	}
	for _, m := range messages {
		into := &items[slices.Index(ids, m.PaymentID)].Messages
		*into = append(*into, api.PaymentMessage{At: wire.TimeOf(m.At), Type: m.Type})
	}
	refunds, err := p.Store.Read().PaymentRefundsShown(ctx, db.PaymentRefundsShownParams{Payments: ids, Most: mostRefunds})
	if err != nil {
		return nil, err
	}
	for _, r := range refunds {
		into := &items[slices.Index(ids, r.PaymentID)].Refunds
		*into = append(*into, api.PaymentRefund{Id: r.ID.String(), AmountOere: r.AmountOere, Status: api.PaymentRefundStatus(r.Status), Failure: r.Failure, Reason: r.Reason, At: wire.TimeOf(r.At)})
	}
	return items, nil
}

func toPayment(ctx context.Context, r *db.Payment) api.Payment {
	shown := api.Payment{
		Id: r.ID.String(), OrderId: r.OrderID.String(), Provider: r.Provider, ProviderReference: r.Reference, Status: api.PaymentStatus(r.Status),
		AmountOere: r.AmountOere, CapturedOere: r.CapturedOere, RefundedOere: r.RefundedOere, FeeOere: r.FeeOere, Currency: settings.Currency,
		Method: r.Method, Failure: r.Failure, Dispute: r.Dispute, Surplus: r.Surplus, CreatedAt: wire.TimeOf(r.CreatedAt), ExpiresAt: wire.TimeOrNil(r.ExpiresAt),
		AuthorizedUntil: wire.TimeOrNil(r.AuthorizedUntil), Messages: []api.PaymentMessage{}, Refunds: []api.PaymentRefund{},
	}
	if r.Status == string(RequiresAction) && r.Url != nil {
		shown.Url = new(*r.Url)
		if strings.HasPrefix(*r.Url, "/") { // a page of the service itself
			*shown.Url = call.From(ctx).BaseURL + *r.Url
		}
	}
	return shown
}

func notFound(id string) error {
	return problem.Newf(problem.PaymentNotFound, "No payment has the id %q.", id)
}

// state is a payment in the audit.
type state struct {
	ID           string  `json:"id"`
	OrderID      string  `json:"orderId"`
	Provider     string  `json:"provider"`
	Status       string  `json:"status"`
	AmountOere   int64   `json:"amountOere"`
	CapturedOere int64   `json:"capturedOere"`
	RefundedOere int64   `json:"refundedOere"`
	Reference    *string `json:"reference"`
	Failure      *string `json:"failure"`
	Dispute      *string `json:"dispute"`
	Surplus      bool    `json:"surplus"`
	Asked        string  `json:"asked,omitempty"` // what the provider is asked to do
}

func stateOf(r *db.Payment) state {
	return state{
		ID: r.ID.String(), OrderID: r.OrderID.String(), Provider: r.Provider, Status: r.Status, AmountOere: r.AmountOere, CapturedOere: r.CapturedOere,
		RefundedOere: r.RefundedOere, Reference: r.Reference, Failure: r.Failure, Dispute: r.Dispute, Surplus: r.Surplus,
	}
}

// auditPayment leaves a row about a payment; before is nil for a new one.
func auditPayment(tx *store.Tx, before, after *db.Payment, asked string) error {
	entry := store.AuditEntry{EntityType: "payment", EntityID: after.ID.String()}
	to := stateOf(after)
	to.Asked = asked
	if before != nil {
		entry.Before = stateOf(before)
	}
	entry.After = to
	return tx.Audit(entry)
}

// refundState is money to be given back, in the audit.
type refundState struct {
	ID         string          `json:"id"`
	PaymentID  string          `json:"paymentId"`
	OrderID    string          `json:"orderId"`
	AmountOere int64           `json:"amountOere"`
	Items      json.RawMessage `json:"items,omitempty"`
	Restock    bool            `json:"restock"`
	Status     string          `json:"status"`
}

func refundStateOf(r *db.PaymentRefund) refundState {
	return refundState{ID: r.ID.String(), PaymentID: r.PaymentID.String(), OrderID: r.OrderID.String(), AmountOere: r.AmountOere, Items: r.Items, Restock: r.Restock, Status: r.Status}
}

// auditRefund leaves a row about money to be given back; before is nil for a new one.
func auditRefund(tx *store.Tx, before, after *db.PaymentRefund) error {
	entry := store.AuditEntry{EntityType: "payment_refund", EntityID: after.ID.String(), After: refundStateOf(after)}
	if before != nil {
		entry.Before = refundStateOf(before)
	}
	return tx.Audit(entry)
}
