package catalog

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/shop/search"
)

// ProductsRestore restores a deleted product; a live one does not change.
func (h Products) ProductsRestore(ctx context.Context, req api.ProductsRestoreRequestObject) (api.ProductsRestoreResponseObject, error) {
	return store.Answer(ctx, h.Store, func(tx *store.Tx) (_ api.ProductsRestoreResponseObject, err error) {
		record, err := findDeleted(ctx, tx, req.Body)
		if err != nil {
			return nil, err
		}
		if record.DeletedAt == nil {
			err = auditProduct(tx, &record, &record)
		} else {
			err = restore(ctx, tx, &record)
		}
		return api.ProductsRestore200JSONResponse{Ok: true, Result: identity(&record)}, err
	})
}

func restore(ctx context.Context, tx *store.Tx, record *db.ProductRecord) error {
	if err := keepCategory(ctx, tx, record); err != nil {
		return err
	}
	record.UpdatedAt, record.DeletedAt = tx.After(record.UpdatedAt), nil
	doc := search.VectorOf(record)
	if err := store.Batched(tx.ProductUpdate(ctx, []db.ProductUpdateParams{toUpdate(record, record, &doc)})); err != nil {
		return err
	}
	if err := tx.ProductSetDeleted(ctx, db.ProductSetDeletedParams{ID: record.ID, At: record.UpdatedAt}); err != nil {
		return replaced(err, record)
	}
	return auditProduct(tx, nil, record)
}

// replaced explains why a product cannot be restored: another live one has its
// slug, and the slug of a product never changes.
func replaced(err error, record *db.ProductRecord) error {
	if !store.Taken(err, "products_live_slug") {
		return err
	}
	return problem.New(problem.SlugTaken, "A live product has the slug \""+record.Slug+"\" already.",
		fmt.Sprintf("Delete that one with products.delete and the slug %q, then restore this one by the id %q.", record.Slug, record.ID.String()))
}

// findDeleted returns the product that is meant: a deleted one is preferred to a
// live one.
func findDeleted(ctx context.Context, tx *store.Tx, b *api.ProductsRestoreRequest) (db.ProductRecord, error) {
	params := db.ProductFindDeletedParams{Slug: b.Slug}
	if b.Id != nil {
		id, ok := store.ParseID(*b.Id)
		if !ok {
			return db.ProductRecord{}, noSuchProduct(b)
		}
		params.ID = &id
	}
	id, err := tx.ProductFindDeleted(ctx, params)
	if err == nil {
		return tx.ProductGetByID(ctx, id)
	}
	if !store.NotFound(err) {
		return db.ProductRecord{}, err
	}
	var live db.ProductRecord
	if params.ID != nil {
		live, err = tx.ProductGetByID(ctx, *params.ID)
	} else {
		live, err = tx.ProductGet(ctx, *b.Slug)
	}
	if store.NotFound(err) {
		return live, noSuchProduct(b)
	}
	return live, err
}

func noSuchProduct(b *api.ProductsRestoreRequest) error {
	if b.Id != nil {
		return problem.New(problem.ProductNotFound, fmt.Sprintf("No product has the id %q.", *b.Id), `Add "slug", the slug that the product had, to the body in place of "id".`)
	}
	return problem.New(problem.ProductNotFound, fmt.Sprintf("No product, deleted or live, has the slug %q.", *b.Slug),
		fmt.Sprintf("Create it with products.create and the slug %q.", *b.Slug))
}

// keepCategory puts the product back into its category, or into the live one
// that has the slug of its category now.
func keepCategory(ctx context.Context, tx *store.Tx, record *db.ProductRecord) error {
	found, err := tx.CategoryForProduct(ctx, db.CategoryForProductParams{
		Ids: []uuid.UUID{record.CategoryID}, Slugs: []string{record.CategorySlug},
	})
	if err != nil {
		return err
	}
	if len(found) == 0 {
		return categoryDeleted(record.CategorySlug)
	}
	chosen := found[0]
	for _, c := range found {
		if c.ID == record.CategoryID {
			chosen = c
		}
	}
	setCategory(record, chosen)
	return nil
}

func categoryDeleted(slug string) error {
	return problem.New(problem.CategoryDeleted, fmt.Sprintf("Its category %q was deleted.", slug),
		fmt.Sprintf("Create it with categories.upsert and the slug %q, then send the call again.", slug))
}
