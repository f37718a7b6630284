package customers

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/paging"
	"github.com/storefront/storefront/server/platform/wire"
)

// The maximum numbers of what one call exports; the contract has the same.
const (
	maxOrders = 100
	maxOthers = 1000 // carts, and entries of the audit
)

// CustomerExport returns all that is held about a customer.
func (h Customers) CustomerExport(ctx context.Context, req api.CustomerExportRequestObject) (api.CustomerExportResponseObject, error) {
	c, err := h.find(ctx, req.Body.CustomerId)
	if err != nil {
		return nil, err
	}
	after := position{At: time.Date(9999, time.December, 31, 0, 0, 0, 0, time.UTC), ID: uuid.Max}
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

// exportOrders adds the orders of a page, with what happened to them.
func (h Customers) exportOrders(ctx context.Context, c *db.CustomerRecord, after position, out *api.CustomerExport) error {
	rows, err := h.Store.Read().CustomerOrders(ctx, db.CustomerOrdersParams{EmailKey: c.EmailKey, At: after.At, ID: after.ID, MaxRows: maxOrders + 1})
	if err != nil {
		return err
	}
	if len(rows) > maxOrders {
		rows = rows[:maxOrders]
		end := &rows[maxOrders-1]
		next, err := paging.EncodeCursor("customer.export", c.ID, position{end.CreatedAt, end.ID})
		if err != nil {
			return err
		}
		out.NextCursor = &next
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
	out.Orders = toOrders(rows, items, history, refunds)
	return err
}

// exportOthers adds the carts, and the calls that were about the customer.
func (h Customers) exportOthers(ctx context.Context, c *db.CustomerRecord, out *api.CustomerExport) error {
	carts, err := h.Store.Read().CustomerCarts(ctx, db.CustomerCartsParams{EmailKey: c.EmailKey, MaxRows: maxOthers})
	if err != nil {
		return err
	}
	ids := make([]uuid.UUID, len(carts))
	mentions := []string{c.ID.String(), plain(c.EmailKey)}
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
