package catalog

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/fold"
	"github.com/storefront/storefront/server/platform/patch"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
)

// maxCategories is how many live categories there are at most.
const maxCategories = 2000

// CategoriesUpsert changes the category with this slug, or creates it.
func (h Categories) CategoriesUpsert(ctx context.Context, req api.CategoriesUpsertRequestObject) (api.CategoriesUpsertResponseObject, error) {
	var after db.CategoryRecord
	err := h.Store.Write(ctx, func(tx *store.Tx) error {
		before, err := lockCategory(ctx, tx, req.Body)
		switch {
		case err != nil:
			return err
		case before == nil:
			after, err = createCategory(ctx, tx, req.Body)
		default:
			after, err = changeCategory(ctx, tx, *before, req.Body)
		}
		if err != nil {
			return err
		}
		count, err := tx.CategoryCountProducts(ctx, after.ID)
		if err != nil {
			return err
		}
		return auditCategory(tx, before, &after, count)
	})
	if err != nil {
		return nil, err
	}
	return api.CategoriesUpsert200JSONResponse{Ok: true, Result: api.CategoriesUpsertResult{
		Id: after.ID.String(), Slug: after.Slug, Name: after.Name,
	}}, nil
}

// lockCategory returns the live category and keeps others from changing it;
// nil when there is none, and then nobody else can make one until this call is
// done. Only a new category and a description take the lock that all of those
// share.
func lockCategory(ctx context.Context, tx *store.Tx, b *api.CategoriesUpsertRequest) (*db.CategoryRecord, error) {
	if patch.OrNil(b.Description) != nil {
		if err := tx.CategoriesLock(ctx); err != nil {
			return nil, err
		}
	}
	record, err := tx.CategoryLock(ctx, b.Slug)
	if store.NotFound(err) {
		if err = tx.CategoriesLock(ctx); err != nil {
			return nil, err
		}
		record, err = tx.CategoryLock(ctx, b.Slug) // it may have come meanwhile
	}
	if store.NotFound(err) {
		return nil, nil
	}
	return &record, err
}

func createCategory(ctx context.Context, tx *store.Tx, b *api.CategoriesUpsertRequest) (db.CategoryRecord, error) {
	record := db.CategoryRecord{
		ID: uuid.Must(uuid.NewV7()), Slug: b.Slug, Name: b.Name, NameSort: fold.Sort(b.Name),
		Description: patch.OrNil(b.Description), CreatedAt: tx.Now, UpdatedAt: tx.Now,
	}
	count, err := tx.CategoryCount(ctx)
	if err != nil {
		return record, err
	}
	if count >= maxCategories {
		return record, problem.New(problem.LimitReached, fmt.Sprintf("There are %d categories, and %d is the most.", count, maxCategories),
			"Delete a category that is no longer needed with categories.delete.")
	}
	if err := checkDescription(ctx, tx, nil, &record); err != nil {
		return record, err
	}
	doc := categoryDocument(record.Name)
	err = tx.CategoryInsert(ctx, db.CategoryInsertParams{
		ID: record.ID, Slug: record.Slug, Name: record.Name, NameSort: record.NameSort, Description: record.Description, Search: doc.vector, At: record.CreatedAt,
	})
	if err != nil {
		return record, err
	}
	return record, tx.SearchWordInsert(ctx, doc.words)
}

// changeCategory sets the name, and the description when the request names it.
func changeCategory(ctx context.Context, tx *store.Tx, record db.CategoryRecord, b *api.CategoriesUpsertRequest) (db.CategoryRecord, error) {
	before := record.Description
	record.Name, record.NameSort = b.Name, fold.Sort(b.Name)
	patch.SetOrClear(&record.Description, b.Description)
	if err := checkDescription(ctx, tx, before, &record); err != nil {
		return record, err
	}
	record.UpdatedAt = tx.After(record.UpdatedAt)
	doc := categoryDocument(record.Name)
	err := tx.CategoryUpdate(ctx, db.CategoryUpdateParams{
		ID: record.ID, Name: record.Name, NameSort: record.NameSort, Description: record.Description, Search: doc.vector, At: record.UpdatedAt,
	})
	if err != nil {
		return record, err
	}
	return record, tx.SearchWordInsert(ctx, doc.words)
}
