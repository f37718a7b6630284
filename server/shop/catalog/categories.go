package catalog

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"unicode/utf8"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/paging"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/schema"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/text"
	"github.com/storefront/storefront/server/platform/undo"
	"github.com/storefront/storefront/server/platform/wire"
	"github.com/storefront/storefront/server/shop/search"
)

// maxCategories is the maximum number of live categories.
const maxCategories = 2000

var capOfCategories = store.UpsertCap{Most: maxCategories, One: "category", Many: "categories"}

// CategoriesList returns all categories by name with the number of their
// products.
func (h Categories) CategoriesList(ctx context.Context, req api.CategoriesListRequestObject) (api.CategoriesListResponseObject, error) {
	into := buffer()
	list, listed, whole := h.Index.Categories(ctx, append(into.body[:0], listBegin...), *req.Body.IncludeEmpty, maxCategories)
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
		result[i] = api.Category{Id: r.ID.String(), Slug: r.Slug, Name: r.Name, Description: r.Description, ProductCount: r.ProductCount, UpdatedAt: wire.TimeOf(r.UpdatedAt)}
	}
	return api.CategoriesList200JSONResponse{Ok: true, Result: result, Page: paging.Whole(len(rows))}, nil
}

// CategoriesUpsert changes the category with this slug, or creates it.
func (h Categories) CategoriesUpsert(ctx context.Context, req api.CategoriesUpsertRequestObject) (api.CategoriesUpsertResponseObject, error) {
	return store.Answer(ctx, h.Store, func(tx *store.Tx) (api.CategoriesUpsertResponseObject, error) {
		after, err := UpsertCategory(ctx, tx, req.Body, nil)
		return api.CategoriesUpsert200JSONResponse{Ok: true, Result: api.CategoriesUpsertResult{
			Id: after.ID.String(), Slug: after.Slug, Name: after.Name, UpdatedAt: wire.TimeOf(after.UpdatedAt),
		}}, err
	})
}

// UpsertCategory changes a category, or creates it. args is the part of the call's arguments that is about it; nil for all.
func UpsertCategory(ctx context.Context, tx *store.Tx, b *api.CategoriesUpsertRequest, args json.RawMessage) (db.CategoryRecord, error) {
	if wire.ValueOrNil(b.Description) != nil { // it has to fit with the others: checked before any row is locked
		if err := tx.CategoriesLock(ctx); err != nil {
			return db.CategoryRecord{}, err
		}
	}
	category := store.UpsertRow[db.CategoryRecord]{
		Key: b.Slug, Lock: tx.CategoryLock, LockAll: tx.CategoriesLock, Count: tx.CategoryCount,
		Cap: capOfCategories,
		New: func() (db.CategoryRecord, error) {
			return newCategory(tx, b), store.CheckGone(b.ExpectedUpdatedAt, "category", b.Slug)
		},
		Insert: func(ctx context.Context, c db.CategoryRecord) error { return insertCategory(ctx, tx, &c) },
		Change: func(ctx context.Context, c db.CategoryRecord) (db.CategoryRecord, error) {
			return changeCategory(ctx, tx, c, b)
		},
	}
	before, after, err := category.Write(ctx)
	if err != nil {
		return after, err
	}
	count, err := tx.CategoryCountProducts(ctx, after.ID)
	if err != nil {
		return after, err
	}
	e := categoryEntry(before, &after, count)
	e.Args = args
	return after, tx.Audit(e)
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
	read := problem.Call{Op: "categories.list", Where: map[string]any{"slug": record.Slug}}
	if err := store.CheckVersion(b.ExpectedUpdatedAt, record.UpdatedAt, "category", read); err != nil {
		return record, err
	}
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

// maxDescriptions is the maximum size in bytes of the descriptions of all live
// categories together: categories.list, which anybody may call, returns all of
// them.
const maxDescriptions = 1 << 20

// checkDescription refuses a description that is longer than the previous one
// and does not fit with those of the other live categories. The caller holds
// CategoriesLock.
func checkDescription(ctx context.Context, tx *store.Tx, before *string, after *db.CategoryRecord) error {
	if after.Description == nil || before != nil && len(*after.Description) <= len(*before) {
		return nil
	}
	text := *after.Description
	others, err := tx.CategoryDescriptionBytes(ctx, after.ID)
	if err != nil {
		return err
	}
	room := int(max(maxDescriptions-others, 0))
	if len(text) <= room {
		return nil
	}
	resolution, next := `Remove "description" from the body.`, problem.Remove("description")
	if fit := charactersWithin(text, room); fit > 0 {
		resolution = fmt.Sprintf(`Shorten "description" to at most %d characters.`, fit)
		next = problem.Correct{Do: schema.Shorten, At: "/description", Count: fit}
	}
	return problem.New(problem.LimitReached, fmt.Sprintf(
		"The descriptions of the other categories take %d bytes and this one takes %d; the limit for all is %d.", others, len(text), maxDescriptions), resolution).Then(next)
}

// charactersWithin returns the number of leading characters of text that fit
// into bytes bytes.
func charactersWithin(text string, bytes int) int {
	count := 0
	for at, r := range text {
		if at+utf8.RuneLen(r) > bytes {
			break
		}
		count++
	}
	return count
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
		fmt.Sprintf("Find its products with products.search and categorySlug %q, move each with products.update or delete it with products.delete, then send the call again.", slug)).
		Then(problem.Call{Op: "products.search", Args: map[string]any{"categorySlug": slug}, Take: "slug", All: true}, problem.Call{Op: "products.delete"}, problem.Or("products.update"))
}

// auditCounted is auditCategory for a category with any number of products.
func auditCounted(ctx context.Context, tx *store.Tx, before, after *db.CategoryRecord) error {
	count, err := tx.CategoryCountProducts(ctx, after.ID)
	if err != nil {
		return err
	}
	return auditCategory(tx, before, after, count)
}

// auditCategory records a change of a category in the audit. products is the
// number of its products, which a change of the category does not alter.
func auditCategory(tx *store.Tx, before, after *db.CategoryRecord, products int64) error {
	return tx.Audit(categoryEntry(before, after, products))
}

func categoryEntry(before, after *db.CategoryRecord, products int64) store.AuditEntry {
	return store.ChangeOf("category", before, after, func(c *db.CategoryRecord) (string, any) { return c.ID.String(), toCategory(c, products) })
}

func toCategory(r *db.CategoryRecord, products int64) api.Category {
	return api.Category{Id: r.ID.String(), Slug: r.Slug, Name: r.Name, Description: r.Description, ProductCount: products, UpdatedAt: wire.TimeOf(r.UpdatedAt)}
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
		return problem.Newf(problem.SlugTaken, "A live category has the slug %q already.", record.Slug).Delete("categories.delete", "slug", record.Slug)
	}
	if err != nil {
		return err
	}
	return auditCounted(ctx, tx, nil, &record)
}
