package catalog

import (
	"context"
	"fmt"
	"strconv"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/paging"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
)

// CategoriesList returns all categories by name with the number of their
// products.
func (h Categories) CategoriesList(ctx context.Context, req api.CategoriesListRequestObject) (api.CategoriesListResponseObject, error) {
	into := buffer()
	list, listed, whole := h.Index.Categories(ctx, append(into.body[:0], before...), *req.Body.IncludeEmpty, maxCategories)
	if whole {
		list = append(list, `],"page":{"nextCursor":null,"nextOffset":null,"total":`...)
		list = strconv.AppendInt(list, int64(listed), 10)
		list = append(list, `,"totalIsExact":true}}`...)
		into.body = list
		return into, nil
	}
	rows, err := h.Store.Read().CategoryList(ctx, db.CategoryListParams{IncludeEmpty: *req.Body.IncludeEmpty, MaxRows: maxCategories})
	if err != nil {
		return nil, err
	}
	result := make([]api.Category, len(rows))
	for i, r := range rows {
		result[i] = api.Category{Id: r.ID.String(), Slug: r.Slug, Name: r.Name, Description: r.Description, ProductCount: r.ProductCount}
	}
	return api.CategoriesList200JSONResponse{Ok: true, Result: result, Page: paging.Whole(len(rows))}, nil
}

// CategoriesDelete deletes an empty category. Its row is kept, so that it can be
// restored; the lock keeps other calls from adding products to it meanwhile.
func (h Categories) CategoriesDelete(ctx context.Context, req api.CategoriesDeleteRequestObject) (api.CategoriesDeleteResponseObject, error) {
	return store.Answer(ctx, h.Store, func(tx *store.Tx) (api.CategoriesDeleteResponseObject, error) {
		record, err := tx.CategoryLock(ctx, req.Body.Slug)
		if store.NotFound(err) {
			return nil, problem.Newf(problem.CategoryNotFound, "No category has the slug %q.", req.Body.Slug)
		}
		if err != nil {
			return nil, err
		}
		deleted := api.DeletedResult{Ok: true, Slug: req.Body.Slug}
		return api.CategoriesDelete200JSONResponse{Ok: true, Result: deleted}, deleteCategory(ctx, tx, record)
	})
}

func deleteCategory(ctx context.Context, tx *store.Tx, record db.CategoryRecord) error {
	count, err := tx.CategoryCountProducts(ctx, record.ID)
	if err != nil {
		return err
	}
	if count > 0 {
		return categoryNotEmpty(record.Slug, count)
	}
	at := tx.After(record.UpdatedAt)
	if err := tx.CategoryDelete(ctx, db.CategoryDeleteParams{ID: record.ID, At: &at}); err != nil {
		return err
	}
	return auditCategory(tx, &record, nil, count)
}

func categoryNotEmpty(slug string, count int64) error {
	return problem.New(problem.CategoryNotEmpty, fmt.Sprintf("The number of products in the category %q is %d.", slug, count),
		fmt.Sprintf("Find its products with products.search and categorySlug %q, move each with products.update or delete it with products.delete, then send the call again.", slug))
}

// auditCategory records a change of a category in the audit. products is the
// number of its products, which a change of the category does not alter.
// auditCounted is auditCategory for a category with any number of products.
func auditCounted(ctx context.Context, tx *store.Tx, before, after *db.CategoryRecord) error {
	count, err := tx.CategoryCountProducts(ctx, after.ID)
	if err != nil {
		return err
	}
	return auditCategory(tx, before, after, count)
}

func auditCategory(tx *store.Tx, before, after *db.CategoryRecord, products int64) error {
	return tx.Audit(store.ChangeOf("category", before, after, func(c *db.CategoryRecord) (string, any) { return c.ID.String(), toCategory(c, products) }))
}

func toCategory(r *db.CategoryRecord, products int64) api.Category {
	return api.Category{Id: r.ID.String(), Slug: r.Slug, Name: r.Name, Description: r.Description, ProductCount: products}
}
