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
	rows, next, err := paging.Cut(rows, limit, deletedListName, q, func(r *db.ProductListDeletedRow) any { return paging.SortKey{At: *r.DeletedAt, ID: r.ID} })
	result := api.ProductsListDeletedResult{Items: []api.DeletedProduct{}, NextCursor: next}
	for i := range rows {
		result.Items = append(result.Items, toDeleted(&rows[i]))
	}
	return api.ProductsListDeleted200JSONResponse{Ok: true, Result: result}, err
}

func toDeleted(r *db.ProductListDeletedRow) api.DeletedProduct {
	p := api.DeletedProduct{Id: r.ID.String(), Slug: r.Slug, Name: r.Name, DeletedAt: wire.TimeOf(*r.DeletedAt)}
	if r.AuditLogID != nil {
		p.AuditLogId = new(r.AuditLogID.String())
	}
	return p
}
