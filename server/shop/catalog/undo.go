package catalog

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/text"
	"github.com/storefront/storefront/server/platform/undo"
)

// Undo describes how products are put back.
func (h Products) Undo() undo.Kind {
	return undo.Of(undo.Rules{Fields: []string{
		"/name", "/brand", "/description", "/priceDkk", "/stock", "/featured", "/frameColor", "/lensColor", "/category/slug", "/imageDetails",
		"/attributes", "/answerSummary", "/faq", "/useCases", "/comparisonFacts",
	}}, undo.Records[db.ProductRecord, audited]{
		Lock:   undo.ByID(lockByID),
		Live:   func(r *db.ProductRecord) bool { return r.DeletedAt == nil },
		View:   func(_ context.Context, r *db.ProductRecord) (audited, error) { return toAudited(r) },
		Update: putBack, Delete: remove,
		Restore: func(ctx context.Context, tx *store.Tx, record db.ProductRecord) error {
			return restore(ctx, tx, &record)
		},
	})
}

func lockByID(q *db.Queries, ctx context.Context, id uuid.UUID) (record db.ProductRecord, err error) { //nolint:revive // the order of a method expression
	if _, err := q.ProductLockByID(ctx, id); err != nil {
		return record, err
	}
	return q.ProductGetByID(ctx, id)
}

// putBack gives a product the fields that it had.
func putBack(ctx context.Context, tx *store.Tx, before db.ProductRecord, from *audited) error {
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
	after.Name, after.Brand, after.Description, after.PriceOere = from.Name, from.Brand, from.Description, from.PriceDkk
	after.Stock, after.Featured, after.FrameColor, after.LensColor = from.Stock, from.Featured, from.FrameColor, from.LensColor
	after.Images, after.Attributes, after.AnswerSummary = encode(from.ImageDetails), from.Attributes, from.AnswerSummary
	after.Faq, after.UseCases, after.ComparisonFacts = from.Faq, from.UseCases, from.ComparisonFacts
	return update(ctx, tx, &before, &after)
}

// Undo describes how categories are put back.
func (h Categories) Undo() undo.Kind {
	return undo.Of(undo.Rules{Fields: []string{"/name", "/description"}}, undo.Records[db.CategoryRecord, api.Category]{
		Lock: undo.ByID(lockCategoryByID),
		Live: func(r *db.CategoryRecord) bool { return r.DeletedAt == nil },
		View: func(_ context.Context, r *db.CategoryRecord) (api.Category, error) { return toCategory(r, 0), nil },
		Update: func(ctx context.Context, tx *store.Tx, before db.CategoryRecord, from *api.Category) error {
			after := before
			after.Name, after.NameSort, after.Description = from.Name, text.Sort(from.Name), from.Description
			if err := updateCategory(ctx, tx, &before, &after); err != nil {
				return err
			}
			return auditCounted(ctx, tx, &before, &after)
		},
		Delete: deleteCategory, Restore: restoreCategory,
	})
}

func lockCategoryByID(q *db.Queries, ctx context.Context, id uuid.UUID) (record db.CategoryRecord, err error) { //nolint:revive // as above
	if err := q.CategoriesLock(ctx); err != nil { // before that of any category
		return record, err
	}
	return q.CategoryLockByID(ctx, id)
}

func restoreCategory(ctx context.Context, tx *store.Tx, record db.CategoryRecord) error {
	count, err := tx.CategoryCount(ctx)
	if err != nil {
		return err
	}
	if err := capOfCategories.Check(count); err != nil {
		return err
	}
	if err := checkDescription(ctx, tx, nil, &record); err != nil {
		return err
	}
	record.UpdatedAt, record.DeletedAt = tx.After(record.UpdatedAt), nil
	err = tx.CategoryRestore(ctx, db.CategoryRestoreParams{ID: record.ID, At: record.UpdatedAt})
	if store.Taken(err, "categories_live_slug") {
		return problem.New(problem.SlugTaken, fmt.Sprintf("A live category has the slug %q already.", record.Slug),
			fmt.Sprintf("Delete that one with categories.delete and the slug %q, then send the call again.", record.Slug))
	}
	if err != nil {
		return err
	}
	return auditCounted(ctx, tx, nil, &record)
}
