package content

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

// PagesUpsert changes the page with this slug, or creates it.
func (h Pages) PagesUpsert(ctx context.Context, req api.PagesUpsertRequestObject) (api.PagesUpsertResponseObject, error) {
	var after db.Page
	err := h.Store.Write(ctx, func(tx *store.Tx) error {
		before, err := lockPage(ctx, tx, req.Body.Slug)
		switch {
		case err != nil:
			return err
		case before == nil:
			after, err = createPage(ctx, tx, req.Body)
		default:
			after, err = changePage(ctx, tx, *before, req.Body)
		}
		if err != nil {
			return err
		}
		return auditPage(tx, before, &after)
	})
	if err != nil {
		return nil, err
	}
	return api.PagesUpsert200JSONResponse{Ok: true, Result: api.PagesUpsertResult{
		Id: after.ID.String(), Slug: after.Slug, Title: after.Title, Status: api.PublicationStatus(after.Status),
	}}, nil
}

// lockPage returns the live page and keeps others from changing it; nil when
// there is none, and then nobody else can make one until this call is done.
// Only a new page takes the lock that all creations share.
func lockPage(ctx context.Context, tx *store.Tx, slug string) (*db.Page, error) {
	record, err := tx.PageLock(ctx, slug)
	if store.NotFound(err) {
		if err = tx.PagesLock(ctx); err != nil {
			return nil, err
		}
		record, err = tx.PageLock(ctx, slug) // it may have come meanwhile
	}
	if store.NotFound(err) {
		return nil, nil
	}
	return &record, err
}

// createPage makes a page, published unless the request says otherwise.
func createPage(ctx context.Context, tx *store.Tx, b *api.PagesUpsertRequest) (db.Page, error) {
	record := db.Page{
		ID: uuid.Must(uuid.NewV7()), Slug: b.Slug, Title: b.Title, TitleSort: fold.Sort(b.Title), Body: b.Body,
		Status: published, CreatedAt: tx.Now, UpdatedAt: tx.Now,
	}
	patch.Set(&record.Status, (*string)(b.Status))
	if b.ExpectedUpdatedAt != nil {
		return record, problem.New(problem.VersionConflict, fmt.Sprintf("The page %q does not exist any more.", b.Slug),
			`Remove "expectedUpdatedAt" from the body to create the page.`)
	}
	count, err := tx.PageCount(ctx)
	if err != nil {
		return record, err
	}
	if count >= maxPages {
		return record, problem.New(problem.LimitReached, fmt.Sprintf("There are %d pages, and %d is the most.", count, maxPages),
			"Delete a page that is no longer needed with pages.delete.")
	}
	return record, tx.PageInsert(ctx, db.PageInsertParams{
		ID: record.ID, Slug: record.Slug, Title: record.Title, TitleSort: record.TitleSort, Body: record.Body,
		Status: record.Status, At: record.CreatedAt,
	})
}

// changePage sets title and body, and the status when the request names one.
func changePage(ctx context.Context, tx *store.Tx, record db.Page, b *api.PagesUpsertRequest) (db.Page, error) {
	if err := checkVersion(b.ExpectedUpdatedAt, "page", record.UpdatedAt); err != nil {
		return record, err
	}
	record.Title, record.TitleSort, record.Body = b.Title, fold.Sort(b.Title), b.Body
	patch.Set(&record.Status, (*string)(b.Status))
	record.UpdatedAt = tx.After(record.UpdatedAt)
	return record, tx.PageUpdate(ctx, db.PageUpdateParams{
		ID: record.ID, Title: record.Title, TitleSort: record.TitleSort, Body: record.Body, Status: record.Status, At: record.UpdatedAt,
	})
}
