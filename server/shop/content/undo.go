package content

import (
	"context"
	"fmt"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/text"
	"github.com/storefront/storefront/server/platform/undo"
)

// Undo describes how pages are put back.
func (h Pages) Undo() undo.Kind {
	return undo.Of(undo.Rules{Fields: []string{"/title", "/body", "/status", "/metaDescription", "/layout"}}, undo.Records[db.Page, audited]{
		Lock: undo.ByID((*db.Queries).PageLockByID),
		Live: func(r *db.Page) bool { return r.DeletedAt == nil },
		View: func(_ context.Context, r *db.Page) (audited, error) { return toAudited(r), nil },
		Update: func(ctx context.Context, tx *store.Tx, before db.Page, from *audited) error {
			after := before
			after.Title, after.TitleSort, after.Body = from.Title, text.Sort(from.Title), from.Body
			after.Status, after.MetaDescription = string(from.Status), from.MetaDescription
			after.Layout = nil
			if string(from.Layout) != "null" {
				after.Layout = from.Layout
			}
			after.UpdatedAt = tx.After(before.UpdatedAt)
			if err := updatePage(ctx, tx, &after); err != nil {
				return err
			}
			return auditPage(tx, &before, &after)
		},
		Delete: deletePage, Restore: restorePage,
	})
}

func restorePage(ctx context.Context, tx *store.Tx, record db.Page) error {
	if err := tx.PagesLock(ctx); err != nil {
		return err
	}
	count, err := tx.PageCount(ctx)
	if err != nil {
		return err
	}
	if err := capOfPages.Check(count); err != nil {
		return err
	}
	record.UpdatedAt, record.DeletedAt = tx.After(record.UpdatedAt), nil
	if err := tx.PageRestore(ctx, db.PageRestoreParams{ID: record.ID, At: record.UpdatedAt}); err != nil {
		return slugTaken(err, "page", record.Slug)
	}
	return auditPage(tx, nil, &record)
}

// Undo describes how services are put back.
func (h Services) Undo() undo.Kind {
	return undo.Of(undo.Rules{Fields: []string{
		"/title", "/body", "/shortDescription", "/priceString", "/heroImage", "/features", "/showInNav", "/navOrder", "/status",
	}}, undo.Records[db.Service, api.Service]{
		Lock: undo.ByID((*db.Queries).ServiceLockByID),
		Live: func(r *db.Service) bool { return r.DeletedAt == nil },
		View: func(ctx context.Context, r *db.Service) (api.Service, error) { return toService(ctx, r), nil },
		Update: func(ctx context.Context, tx *store.Tx, before db.Service, from *api.Service) error {
			after := before
			after.Title, after.TitleSort, after.Body = from.Title, text.Sort(from.Title), from.Body
			after.ShortDescription, after.PriceString, after.HeroImage = from.ShortDescription, from.PriceString, from.HeroImage
			after.Features, after.ShowInNav, after.NavOrder, after.Status = from.Features, from.ShowInNav, from.NavOrder, string(from.Status)
			after.UpdatedAt = tx.After(before.UpdatedAt)
			if err := updateService(ctx, tx, &after); err != nil {
				return err
			}
			return auditService(ctx, tx, &before, &after)
		},
		Delete: deleteService, Restore: restoreService,
	})
}

func restoreService(ctx context.Context, tx *store.Tx, record db.Service) error {
	if err := tx.ServicesLock(ctx); err != nil {
		return err
	}
	record.UpdatedAt, record.DeletedAt = tx.After(record.UpdatedAt), nil
	if err := tx.ServiceRestore(ctx, db.ServiceRestoreParams{ID: record.ID, At: record.UpdatedAt}); err != nil {
		return slugTaken(err, "service", record.Slug)
	}
	return auditService(ctx, tx, nil, &record)
}

// slugTaken explains a page or service that cannot be restored, because a live one has its slug.
func slugTaken(err error, kind, slug string) error {
	if !store.Taken(err, kind+"s_live_slug") {
		return err
	}
	return problem.New(problem.SlugTaken, fmt.Sprintf("A live %s has the slug %q already.", kind, slug),
		fmt.Sprintf("Delete that one with %ss.delete and the slug %q, then send the call again.", kind, slug))
}
