// Package orders keeps orders: it fills the carts of API keys, places the order that a cart
// makes, and moves orders between statuses, with the effects on stock and money.
package orders

import (
	"context"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/paging"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/wire"
)

// Orders answers the operations orders.*.
type Orders struct {
	Store  *store.Store
	Counts *paging.Memo // how many orders lists have; nil counts them each time

	Charges       bool                                    // whether a payment provider is on that takes real money
	AwaitPayments func(ctx context.Context, id uuid.UUID) // waits, for a while, until the payments of a cancelled order have ended
}

// OrdersGet returns everything about one order.
func (h Orders) OrdersGet(ctx context.Context, req api.OrdersGetRequestObject) (api.OrdersGetResponseObject, error) {
	id, err := store.ID(req.Body.OrderId, orderNotFound)
	if err != nil {
		return nil, err
	}
	order, err := findOrder(ctx, h.Store.Read().OrderGet, id)
	if err != nil {
		return nil, err
	}
	items, err := h.Store.Read().OrderItems(ctx, id)
	return api.OrdersGet200JSONResponse{Ok: true, Result: Whole(&order, items)}, err
}

// findOrder returns an order by one of the queries for it. The error is an
// order_not_found if there is no such order.
func findOrder(ctx context.Context, query func(context.Context, uuid.UUID) (db.Order, error), id uuid.UUID) (db.Order, error) {
	order, err := query(ctx, id)
	return order, store.OrNotFound(err, id, orderNotFound)
}

func orderNotFound(id string) error {
	return problem.Newf(problem.OrderNotFound, "No order has the id %q.", id)
}

// Whole returns an order as orders.get does.
func Whole(o *db.Order, items []db.OrderItem) api.Order {
	return api.Order{
		Id: o.ID.String(), UserId: idOrNil(o.UserID), Email: o.Email, Status: api.OrderStatus(o.Status),
		ShippingName: o.ShippingName, ShippingAddress: o.ShippingAddress, ShippingZip: o.ShippingZip, ShippingCity: o.ShippingCity,
		BillingName: o.BillingName, BillingAddress: o.BillingAddress, BillingZip: o.BillingZip, BillingCity: o.BillingCity,
		BillingCountry: o.BillingCountry, PhoneNumber: o.PhoneNumber,
		SubtotalDkk: o.SubtotalOere, ShippingDkk: o.ShippingOere, DiscountDkk: o.DiscountOere, TotalDkk: o.TotalOere, VatOere: o.VatOere,
		InvoiceProvider: o.InvoiceProvider, InvoiceId: o.InvoiceID, InvoicePdfUrl: o.InvoicePdfUrl, DiscountCode: o.DiscountCode,
		IsAiGenerated: o.IsAiGenerated, AiAgentSource: o.AiAgentSource,
		Carrier: o.Carrier, TrackingNumber: o.TrackingNumber, TrackingUrl: o.TrackingUrl,
		EstDeliveryFrom: wire.TimeOrNil(o.EstDeliveryFrom), EstDeliveryTo: wire.TimeOrNil(o.EstDeliveryTo),
		CreatedAt: wire.TimeOf(o.CreatedAt), CardProcessorPaymentIntentId: o.CardProcessorPaymentIntentID, PaymentMethod: o.PaymentMethod,
		PaidAt: wire.TimeOrNil(o.PaidAt), ConfirmationEmailSentAt: wire.TimeOrNil(o.ConfirmationEmailSentAt),
		RefundedAt: wire.TimeOrNil(o.RefundedAt), DisputedAt: wire.TimeOrNil(o.DisputedAt),
		Currency: o.Currency, FxRate: o.FxRate, Channel: o.Channel, AcpSessionId: o.AcpSessionID,
		Items: toItems(items),
	}
}

func toItems(items []db.OrderItem) []api.OrderItem {
	out := make([]api.OrderItem, len(items))
	for i, item := range items {
		out[i] = api.OrderItem{
			Id: item.ID.String(), OrderId: item.OrderID.String(), ProductId: item.ProductID.String(), ProductName: item.ProductName,
			UnitPriceDkk: item.UnitPriceOere, Quantity: item.Quantity,
			VariantId: item.VariantID, VariantSku: item.VariantSku, VariantAttributes: item.VariantAttributes,
		}
	}
	return out
}

func idOrNil(id *uuid.UUID) *string {
	if id == nil {
		return nil
	}
	return new(id.String())
}

// The limits of a history; the contract has the same.
const (
	maxHistory = 1000 // entries that are returned
	maxNotes   = 500  // of an order
)

// OrdersHistory returns what happened to an order, oldest first.
func (h Orders) OrdersHistory(ctx context.Context, req api.OrdersHistoryRequestObject) (api.OrdersHistoryResponseObject, error) {
	id, err := store.ID(req.Body.OrderId, orderNotFound)
	if err != nil {
		return nil, err
	}
	rows, err := h.Store.Read().OrderHistory(ctx, db.OrderHistoryParams{OrderID: id, Most: maxHistory + 1})
	if err != nil {
		return nil, err
	}
	if len(rows) == 0 { // no order, or one that was placed by SQL
		if _, err := findOrder(ctx, h.Store.Read().OrderGet, id); err != nil {
			return nil, err
		}
	}
	page := paging.Whole(len(rows))
	if len(rows) > maxHistory {
		rows = rows[1:]
		page = api.ListPage{Total: maxHistory}
	}
	return api.OrdersHistory200JSONResponse{Ok: true, Result: toHistory(rows), Page: page}, nil
}

func toHistory(rows []db.OrderHistoryRow) []api.OrderHistoryEntry {
	entries := make([]api.OrderHistoryEntry, len(rows))
	for i, r := range rows {
		entries[i] = api.OrderHistoryEntry{At: wire.TimeOf(r.At), From: r.FromStatus, To: r.ToStatus, Actor: r.Actor, Note: r.Note}
	}
	return entries
}

// OrdersAddNote adds a note to an order.
func (h Orders) OrdersAddNote(ctx context.Context, req api.OrdersAddNoteRequestObject) (api.OrdersAddNoteResponseObject, error) {
	id, err := store.ID(req.Body.OrderId, orderNotFound)
	if err != nil {
		return nil, err
	}
	return store.Answer(ctx, h.Store, func(tx *store.Tx) (api.OrdersAddNoteResponseObject, error) {
		note, err := AddNote(ctx, tx, id, req.Body.Text)
		return api.OrdersAddNote200JSONResponse{Ok: true, Result: api.OrdersAddNoteResult{Id: id.String(), NoteId: note.String()}}, err
	})
}

// AddNote adds a note to the history of an order and returns its id. The error
// is a limit_reached for an order with maxNotes notes.
//
// The order keeps its updatedAt: a note changes nothing that orders.get shows,
// and must not refuse a move that another caller makes at the same time.
func AddNote(ctx context.Context, tx *store.Tx, id uuid.UUID, text string) (uuid.UUID, error) {
	order, err := findOrder(ctx, tx.OrderLock, id) // of two notes at once one counts the other
	if err != nil {
		return uuid.Nil, err
	}
	count, err := tx.OrderNoteCount(ctx, id)
	if err != nil {
		return uuid.Nil, err
	}
	if count >= maxNotes {
		return uuid.Nil, problem.New(problem.LimitReached, "The order has 500 notes, which is the limit.",
			"Leave the note out: no note of an order can be deleted.").Then(problem.Leave{})
	}
	note := tx.NewID()
	err = tx.OrderNoteInsert(ctx, db.OrderNoteInsertParams{
		ID: note, OrderID: id, At: tx.After(order.UpdatedAt), Actor: call.From(ctx).Actor, Note: text,
	})
	if err != nil {
		return uuid.Nil, err
	}
	return note, auditNote(tx, id, count, note)
}
