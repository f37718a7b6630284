package catalog

import (
	"context"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/text"
	"github.com/storefront/storefront/server/platform/wire"
	"github.com/storefront/storefront/server/shop/search"
)

// maxCategories is the maximum number of live categories.
const maxCategories = 2000

var capOfCategories = store.UpsertCap{Most: maxCategories, One: "category", Many: "categories"}

// CategoriesUpsert changes the category with this slug, or creates it.
func (h Categories) CategoriesUpsert(ctx context.Context, req api.CategoriesUpsertRequestObject) (api.CategoriesUpsertResponseObject, error) {
	return store.Answer(ctx, h.Store, func(tx *store.Tx) (api.CategoriesUpsertResponseObject, error) {
		if wire.ValueOrNil(req.Body.Description) != nil { // it has to fit with the others: checked before any row is locked
			if err := tx.CategoriesLock(ctx); err != nil {
				return nil, err
			}
		}
		category := store.UpsertRow[db.CategoryRecord]{
			Key: req.Body.Slug, Lock: tx.CategoryLock, LockAll: tx.CategoriesLock, Count: tx.CategoryCount,
			Cap:    capOfCategories,
			New:    func() (db.CategoryRecord, error) { return newCategory(tx, req.Body), nil },
			Insert: func(ctx context.Context, c db.CategoryRecord) error { return insertCategory(ctx, tx, &c) },
			Change: func(ctx context.Context, c db.CategoryRecord) (db.CategoryRecord, error) {
				return changeCategory(ctx, tx, c, req.Body)
			},
		}
		before, after, err := category.Write(ctx)
		if err != nil {
			return nil, err
		}
		return api.CategoriesUpsert200JSONResponse{Ok: true, Result: api.CategoriesUpsertResult{
			Id: after.ID.String(), Slug: after.Slug, Name: after.Name,
		}}, auditCounted(ctx, tx, before, &after)
	})
}

func newCategory(tx *store.Tx, b *api.CategoriesUpsertRequest) db.CategoryRecord {
	return db.CategoryRecord{
		ID: tx.NewID(), Slug: b.Slug, Name: b.Name, NameSort: text.Sort(b.Name),
		Description: wire.ValueOrNil(b.Description), CreatedAt: tx.Now, UpdatedAt: tx.Now,
	}
}

func insertCategory(ctx context.Context, tx *store.Tx, record *db.CategoryRecord) error {
	if err := checkDescription(ctx, tx, nil, record); err != nil {
		return err
	}
	doc := search.CategoryVector(record.Name)
	err := tx.CategoryInsert(ctx, db.CategoryInsertParams{
		ID: record.ID, Slug: record.Slug, Name: record.Name, NameSort: record.NameSort, Description: record.Description, Search: doc.Text, At: record.CreatedAt,
	})
	if err != nil {
		return err
	}
	return tx.SearchWordInsert(ctx, doc.Words)
}

// changeCategory sets the name, and the description when the request names it.
func changeCategory(ctx context.Context, tx *store.Tx, record db.CategoryRecord, b *api.CategoriesUpsertRequest) (db.CategoryRecord, error) {
	before := record
	record.Name, record.NameSort = b.Name, text.Sort(b.Name)
	wire.SetOrClear(&record.Description, b.Description)
	err := updateCategory(ctx, tx, &before, &record)
	return record, err
}

func updateCategory(ctx context.Context, tx *store.Tx, before, record *db.CategoryRecord) error {
	if err := checkDescription(ctx, tx, before.Description, record); err != nil {
		return err
	}
	record.UpdatedAt = tx.After(before.UpdatedAt)
	doc := search.CategoryVector(record.Name)
	err := tx.CategoryUpdate(ctx, db.CategoryUpdateParams{
		ID: record.ID, Name: record.Name, NameSort: record.NameSort, Description: record.Description, Search: doc.Text, At: record.UpdatedAt,
	})
	if err != nil {
		return err
	}
	return tx.SearchWordInsert(ctx, doc.Words)
}
