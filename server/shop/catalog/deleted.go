package catalog

import (
	"context"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/paging"
	"github.com/storefront/storefront/server/platform/text"
	"github.com/storefront/storefront/server/platform/wire"
)

// deletedListName says of a cursor that it is of products.list_deleted.
const deletedListName = "products.list_deleted"

// ProductsListDeleted returns the deleted products, newest deletion first.
func (h Products) ProductsListDeleted(ctx context.Context, req api.ProductsListDeletedRequestObject) (api.ProductsListDeletedResponseObject, error) {
	q, after, limit := "", paging.BeforeNewest, int(*req.Body.Limit)
	wire.Set(&q, req.Body.Q)
	q = text.Case(q)
	if req.Body.Cursor != nil {
		if err := paging.DecodeCursor(*req.Body.Cursor, deletedListName, q, &after); err != nil {
			return nil, err
		}
	}
	rows, err := h.Store.Read().ProductListDeleted(ctx, db.ProductListDeletedParams{
		At: after.At, ID: after.ID, Name: text.Sort(q), Slug: q, MaxRows: int32(limit + 1),
	})
	if err != nil {
		return nil, err
	}
	result := api.ProductsListDeletedResult{Items: []api.DeletedProduct{}}
	if len(rows) > limit {
		rows = rows[:limit]
		next, err := paging.EncodeCursor(deletedListName, q, paging.SortKey{At: *rows[limit-1].DeletedAt, ID: rows[limit-1].ID})
		if err != nil {
			return nil, err
		}
		result.NextCursor = &next
	}
	for i := range rows {
		result.Items = append(result.Items, toDeleted(&rows[i]))
	}
	return api.ProductsListDeleted200JSONResponse{Ok: true, Result: result}, nil
}

func toDeleted(r *db.ProductListDeletedRow) api.DeletedProduct {
	p := api.DeletedProduct{Id: r.ID.String(), Slug: r.Slug, Name: r.Name, DeletedAt: wire.TimeOf(*r.DeletedAt)}
	if r.AuditLogID != nil {
		p.AuditLogId = new(r.AuditLogID.String())
	}
	return p
}
