// Package orders keeps the carts of API keys and the orders that are made of them: it places
// orders and moves them between statuses, with the effects on stock and money. Prices, stock,
// shipping terms and discounts are read from the database for every answer about a cart.
package orders

import (
	"context"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/paging"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/wire"
)

// Orders answers the operations orders.*.
type Orders struct {
	Store   *store.Store
	Counted *paging.Memo // how many orders lists have; nil counts them each time
}

func parseID(text string) (uuid.UUID, error) {
	id, ok := store.ParseID(text)
	if !ok {
		return uuid.Nil, orderNotFound(text)
	}
	return id, nil
}

func orderNotFound(id string) error {
	return problem.Newf(problem.OrderNotFound, "No order has the id %q.", id)
}

// OrdersGet returns everything about one order.
func (h Orders) OrdersGet(ctx context.Context, req api.OrdersGetRequestObject) (api.OrdersGetResponseObject, error) {
	id, err := parseID(req.Body.OrderId)
	if err != nil {
		return nil, err
	}
	order, err := find(ctx, h.Store.Read().OrderGet, id)
	if err != nil {
		return nil, err
	}
	items, err := h.Store.Read().OrderItems(ctx, id)
	return api.OrdersGet200JSONResponse{Ok: true, Result: Whole(&order, items)}, err
}

// find returns an order by one of the queries for it. The error is an
// order_not_found if there is no such order.
func find(ctx context.Context, query func(context.Context, uuid.UUID) (db.Order, error), id uuid.UUID) (db.Order, error) {
	order, err := query(ctx, id)
	if store.NotFound(err) {
		err = orderNotFound(id.String())
	}
	return order, err
}

// maxHistory is the maximum number of entries that are returned; the contract has
// the same.
const maxHistory = 1000

// OrdersHistory returns what happened to an order, oldest first.
func (h Orders) OrdersHistory(ctx context.Context, req api.OrdersHistoryRequestObject) (api.OrdersHistoryResponseObject, error) {
	id, err := parseID(req.Body.OrderId)
	if err != nil {
		return nil, err
	}
	rows, err := h.Store.Read().OrderHistory(ctx, db.OrderHistoryParams{OrderID: id, Most: maxHistory + 1})
	if err != nil {
		return nil, err
	}
	if len(rows) == 0 { // no order, or one that was placed by SQL
		if _, err := find(ctx, h.Store.Read().OrderGet, id); err != nil {
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

// toSummaries groups the rows by order; the rows of an order are adjacent.
func toSummaries(rows []summaryRow) []api.OrderSummary {
	out := []api.OrderSummary{}
	for i := range rows {
		r := &rows[i]
		if i == 0 || r.ID != rows[i-1].ID {
			out = append(out, toSummary(r))
		}
		if r.Quantity == 0 {
			continue
		}
		order := &out[len(out)-1]
		order.Items = append(order.Items, api.OrderSummaryItem{ProductName: r.ProductName, Quantity: r.Quantity, UnitPriceDkk: r.UnitPriceOere})
		order.ItemCount += r.Quantity
	}
	return out
}

func toSummary(r *summaryRow) api.OrderSummary {
	return api.OrderSummary{
		Id: r.ID.String(), Email: r.Email, ShippingName: r.ShippingName, Status: api.OrderStatus(r.Status),
		SubtotalDkk: r.SubtotalOere, DiscountDkk: r.DiscountOere, ShippingDkk: r.ShippingOere, TotalDkk: r.TotalOere,
		DiscountCode: r.DiscountCode, Items: []api.OrderSummaryItem{}, CreatedAt: wire.TimeOf(r.CreatedAt),
		PaidAt: wire.TimeOrNil(r.PaidAt), UpdatedAt: wire.TimeOf(r.UpdatedAt),
	}
}

func idOrNil(id *uuid.UUID) *string {
	if id == nil {
		return nil
	}
	text := id.String()
	return &text
}
