package orders

import (
	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/wire"
)

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
