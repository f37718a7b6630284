package customers

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/paging"
	"github.com/storefront/storefront/server/platform/wire"
	"github.com/storefront/storefront/server/shop/orders"
)

// CustomerExport returns all that is held about a customer.
func (h Customers) CustomerExport(ctx context.Context, req api.CustomerExportRequestObject) (api.CustomerExportResponseObject, error) {
	c, err := find(ctx, h.Store.Read(), req.Body.CustomerId, req.Body.Email)
	if err != nil {
		return nil, err
	}
	after := paging.BeforeNewest
	first := req.Body.Cursor == nil
	if !first {
		if err := paging.DecodeCursor(*req.Body.Cursor, "customer.export", c.ID, &after); err != nil {
			return nil, err
		}
	}
	out := api.CustomerExport{
		Customer: api.CustomerIdentity{Id: c.ID.String(), Email: c.Email, CreatedAt: wire.TimeOf(c.CreatedAt)},
		Carts:    []api.CustomerCart{}, AuditEntries: []api.CustomerAuditEntry{},
	}
	if err := h.exportOrders(ctx, &c, after, &out); err != nil {
		return nil, err
	}
	if first {
		err = h.exportOthers(ctx, &c, &out)
	}
	return api.CustomerExport200JSONResponse{Ok: true, Result: out}, err
}

// The maximum numbers of what one call exports; the contract has the same.
const (
	maxOrders = 100
	maxOthers = 1000 // carts, and entries of the audit
)

// exportOrders adds the orders of a page, with what happened to them.
func (h Customers) exportOrders(ctx context.Context, c *db.CustomerRecord, after paging.SortKey, out *api.CustomerExport) error {
	rows, err := h.Store.Read().CustomerOrders(ctx, db.CustomerOrdersParams{EmailKey: c.EmailKey, At: after.At, ID: after.ID, MaxRows: maxOrders + 1})
	if err != nil {
		return err
	}
	rows, out.NextCursor, err = paging.Cut(rows, maxOrders, "customer.export", c.ID, func(r *db.Order) any { return paging.SortKey{At: r.CreatedAt, ID: r.ID} })
	if err != nil {
		return err
	}
	ids := make([]uuid.UUID, len(rows))
	for i := range rows {
		ids[i] = rows[i].ID
	}
	items, err := h.Store.Read().CustomerOrderItems(ctx, ids)
	if err != nil {
		return err
	}
	history, err := h.Store.Read().CustomerOrderHistory(ctx, ids)
	if err != nil {
		return err
	}
	refunds, err := h.Store.Read().CustomerOrderRefunds(ctx, ids)
	if err != nil {
		return err
	}
	payments, err := h.Store.Read().CustomerOrderPayments(ctx, ids)
	out.Orders = toOrders(rows, items, history, refunds, payments)
	return err
}

// exportOthers adds the carts, and the calls that were about the customer.
func (h Customers) exportOthers(ctx context.Context, c *db.CustomerRecord, out *api.CustomerExport) error {
	carts, err := h.Store.Read().CustomerCarts(ctx, db.CustomerCartsParams{EmailKey: c.EmailKey, MaxRows: maxOthers})
	if err != nil {
		return err
	}
	ids := make([]uuid.UUID, len(carts))
	mentions := []string{c.ID.String(), plainText(c.EmailKey)}
	for i := range carts {
		ids[i] = carts[i].ID
		mentions = append(mentions, carts[i].ID.String())
	}
	items, err := h.Store.Read().CustomerCartItems(ctx, ids)
	if err != nil {
		return err
	}
	out.Carts = toCarts(carts, items)
	contacts, err := h.Store.Read().CustomerContacts(ctx, c.EmailKey)
	if err != nil {
		return err
	}
	entries, err := h.Store.Read().CustomerAudit(ctx, db.CustomerAuditParams{
		OrderIds: contacts.OrderIds, Mentions: slices.Concat(mentions, contacts.OrderIds, contacts.Phones), MaxRows: maxOthers,
	})
	out.AuditEntries = toAuditEntries(entries)
	return err
}

func toOrders(rows []db.Order, items []db.OrderItem, history []db.OrderHistory, refunds []db.OrderRefund, payments []db.Payment) []api.CustomerOrder {
	itemsOf := groupBy(items, func(i *db.OrderItem) uuid.UUID { return i.OrderID })
	historyOf := groupBy(history, func(e *db.OrderHistory) uuid.UUID { return e.OrderID })
	refundsOf := groupBy(refunds, func(r *db.OrderRefund) uuid.UUID { return r.OrderID })
	paymentsOf := groupBy(payments, func(p *db.Payment) uuid.UUID { return p.OrderID })
	out := make([]api.CustomerOrder, len(rows))
	for i := range rows {
		o := &rows[i]
		out[i] = api.CustomerOrder{Order: orders.Whole(o, itemsOf[o.ID]), History: toHistory(historyOf[o.ID]), Refunds: toRefunds(refundsOf[o.ID]), Payments: toPayments(paymentsOf[o.ID])}
	}
	return out
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

func toPayments(rows []db.Payment) []api.CustomerPayment {
	out := make([]api.CustomerPayment, len(rows))
	for i, p := range rows {
		out[i] = api.CustomerPayment{
			Id: p.ID.String(), Provider: p.Provider, ProviderReference: p.Reference, Status: api.PaymentStatus(p.Status), AmountOere: p.AmountOere,
			Method: p.Method, ReturnUrl: p.ReturnUrl, CreatedAt: wire.TimeOf(p.CreatedAt),
		}
	}
	return out
}

func toCarts(rows []db.CustomerCartsRow, items []db.CustomerCartItemsRow) []api.CustomerCart {
	itemsOf := groupBy(items, func(i *db.CustomerCartItemsRow) uuid.UUID { return i.CartID })
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
			line := api.CustomerCartItem{Slug: item.Slug, Quantity: item.Quantity}
			if item.VariantID != nil {
				line.VariantId = new(item.VariantID.String())
			}
			out[i].Items = append(out[i].Items, line)
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

// groupBy returns the rows by what they belong to.
func groupBy[T any](rows []T, of func(*T) uuid.UUID) map[uuid.UUID][]T {
	groups := map[uuid.UUID][]T{}
	for i := range rows {
		id := of(&rows[i])
		groups[id] = append(groups[id], rows[i])
	}
	return groups
}
