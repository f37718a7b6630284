package catalog

import (
	"context"
	"fmt"
	"strconv"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/undo"
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
			err = restoreProduct(ctx, tx, &record)
		}
		return api.ProductsRestore200JSONResponse{Ok: true, Result: identity(&record)}, err
	})
}

func restoreProduct(ctx context.Context, tx *store.Tx, record *db.ProductRecord) error {
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
		return anySkuTaken(err)
	}
	return problem.New(problem.SlugTaken, "A live product has the slug \""+record.Slug+"\" already.",
		fmt.Sprintf("Delete that one with products.delete and the slug %q, then restore this one by the id %q.", record.Slug, record.ID.String())).
		Then(problem.Call{Op: "products.delete", Args: map[string]any{"slug": record.Slug}}, problem.Remove("slug"), problem.Set("id", strconv.Quote(record.ID.String())))
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
		return problem.New(problem.ProductNotFound, fmt.Sprintf("No product has the id %q.", *b.Id), `Add "slug", the slug that the product had, to the body in place of "id".`).
			Then(problem.Set("slug", ""), problem.Remove("id"))
	}
	return problem.New(problem.ProductNotFound, fmt.Sprintf("No product, deleted or live, has the slug %q.", *b.Slug),
		fmt.Sprintf("Create it with products.create and the slug %q.", *b.Slug)).
		Then(problem.Call{Op: "products.create", Args: map[string]any{"slug": *b.Slug}})
}

// Undo describes how products are put back.
func (h Products) Undo() undo.Kind {
	return undo.Of(undo.Rules{Fields: []string{
		"/name", "/brand", "/description", "/priceDkk", "/stock", "/featured", "/frameColor", "/lensColor", "/category/slug", "/imageDetails",
		"/attributes", "/answerSummary", "/faq", "/useCases", "/comparisonFacts", "/options", "/variants",
	}}, undo.Records[db.ProductRecord, audited]{
		Lock:   undo.ByID(lockByID),
		Live:   func(r *db.ProductRecord) bool { return r.DeletedAt == nil },
		View:   func(_ context.Context, r *db.ProductRecord) (audited, error) { return toAudited(r) },
		Update: putBackProduct, Delete: remove,
		Restore: func(ctx context.Context, tx *store.Tx, record db.ProductRecord) error {
			return restoreProduct(ctx, tx, &record)
		},
	})
}

func lockByID(q *db.Queries, ctx context.Context, id uuid.UUID) (record db.ProductRecord, err error) { //nolint:revive // the order of a method expression
	if _, err := q.ProductLockByID(ctx, id); err != nil {
		return record, err
	}
	return q.ProductGetByID(ctx, id)
}

// putBackProduct gives a product the fields that it had.
func putBackProduct(ctx context.Context, tx *store.Tx, before db.ProductRecord, from *audited) error {
	after := before
	if from.Category.Slug != before.CategorySlug {
		found, err := tx.CategoryForProduct(ctx, db.CategoryForProductParams{Slugs: []string{from.Category.Slug}})
		if err != nil {
			return err
		}
		if len(found) == 0 {
			return categoryDeleted(from.Category.Slug)
		}
		setCategory(&after, found[0])
	}
	after.Name, after.Brand, after.Description, after.Featured = from.Name, from.Brand, from.Description, from.Featured
	after.FrameColor, after.LensColor = from.FrameColor, from.LensColor
	after.Images, after.Attributes, after.AnswerSummary = encode(from.ImageDetails), from.Attributes, from.AnswerSummary
	after.Faq, after.UseCases, after.ComparisonFacts = from.Faq, from.UseCases, from.ComparisonFacts
	if err := from.putVariants(&after); err != nil {
		return err
	}
	if err := freeSkus(ctx, tx, &after); err != nil {
		return err
	}
	return anySkuTaken(update(ctx, tx, &before, &after))
}
