package customers

import (
	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/wire"
	"github.com/storefront/storefront/server/shop/orders"
)

func toOrders(rows []db.Order, items []db.OrderItem, history []db.OrderHistory, refunds []db.OrderRefund) []api.CustomerOrder {
	itemsOf := grouped(items, func(i *db.OrderItem) uuid.UUID { return i.OrderID })
	historyOf := grouped(history, func(e *db.OrderHistory) uuid.UUID { return e.OrderID })
	refundsOf := grouped(refunds, func(r *db.OrderRefund) uuid.UUID { return r.OrderID })
	out := make([]api.CustomerOrder, len(rows))
	for i := range rows {
		o := &rows[i]
		out[i] = api.CustomerOrder{Order: orders.Whole(o, itemsOf[o.ID]), History: toHistory(historyOf[o.ID]), Refunds: toRefunds(refundsOf[o.ID])}
	}
	return out
}

// grouped returns the rows by what they belong to.
func grouped[T any](rows []T, of func(*T) uuid.UUID) map[uuid.UUID][]T {
	groups := map[uuid.UUID][]T{}
	for i := range rows {
		id := of(&rows[i])
		groups[id] = append(groups[id], rows[i])
	}
	return groups
}

func toHistory(rows []db.OrderHistory) []api.OrderHistoryEntry {
	out := make([]api.OrderHistoryEntry, len(rows))
	for i, e := range rows {
		out[i] = api.OrderHistoryEntry{At: wire.TimeOf(e.At), From: e.FromStatus, To: e.ToStatus, Actor: e.Actor, Note: e.Note}
	}
	return out
}

func toRefunds(rows []db.OrderRefund) []api.CustomerRefund {
	out := make([]api.CustomerRefund, len(rows))
	for i, r := range rows {
		out[i] = api.CustomerRefund{Id: r.ID.String(), At: wire.TimeOf(r.At), AmountOere: r.AmountOere, Reason: r.Reason, Actor: r.Actor}
	}
	return out
}

func toCarts(rows []db.CustomerCartsRow, items []db.CustomerCartItemsRow) []api.CustomerCart {
	itemsOf := grouped(items, func(i *db.CustomerCartItemsRow) uuid.UUID { return i.CartID })
	out := make([]api.CustomerCart, len(rows))
	for i, c := range rows {
		out[i] = api.CustomerCart{
			CartId: c.ID.String(), Email: c.Email, DiscountCode: c.DiscountCode, Items: []api.CustomerCartItem{},
			CreatedAt: wire.TimeOf(c.CreatedAt), ExpiresAt: wire.TimeOf(c.ExpiresAt),
		}
		if c.OrderID != nil {
			out[i].OrderId = new(c.OrderID.String())
		}
		for _, item := range itemsOf[c.ID] {
			out[i].Items = append(out[i].Items, api.CustomerCartItem{Slug: item.Slug, Quantity: item.Quantity})
		}
	}
	return out
}

func toAuditEntries(rows []db.CustomerAuditRow) []api.CustomerAuditEntry {
	out := make([]api.CustomerAuditEntry, len(rows))
	for i, r := range rows {
		out[i] = api.CustomerAuditEntry{Id: r.ID.String(), At: wire.TimeOf(r.At), Tool: r.Tool, Actor: r.Actor, Outcome: r.Outcome}
	}
	return out
}
