package orders

import (
	"context"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/paging"
	"github.com/storefront/storefront/server/platform/wire"
)

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
