package content

import (
	"context"
	"encoding/json"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/paging"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/text"
	"github.com/storefront/storefront/server/platform/undo"
	"github.com/storefront/storefront/server/platform/wire"
)

// Pages answers the operations pages.*.
type Pages struct {
	Store    *store.Store
	Sections []contract.Section // the kinds that a layout may have
}

// maxPages is the maximum number of live pages.
const maxPages = 5000

var capOfPages = store.UpsertCap{Most: maxPages, One: "page", Many: "pages"}

// PagesList returns all pages by title, drafts too.
func (h Pages) PagesList(ctx context.Context, _ api.PagesListRequestObject) (api.PagesListResponseObject, error) {
	rows, err := h.Store.Read().PageList(ctx, db.PageListParams{MaxRows: maxPages})
	if err != nil {
		return nil, err
	}
	result := make([]api.PageSummary, len(rows))
	for i := range rows {
		result[i] = toPageSummary(&rows[i])
	}
	return api.PagesList200JSONResponse{Ok: true, Result: result, Page: paging.Whole(len(rows))}, nil
}

// PagesGet returns one page, also a draft.
func (h Pages) PagesGet(ctx context.Context, req api.PagesGetRequestObject) (api.PagesGetResponseObject, error) {
	record, err := getPage(ctx, h.Store, req.Body.Slug)
	return api.PagesGet200JSONResponse{Ok: true, Result: toPage(&record)}, err
}

func getPage(ctx context.Context, s *store.Store, slug string) (db.Page, error) {
	record, err := s.Read().PageGet(ctx, slug)
	if store.NotFound(err) {
		return record, pageNotFound(slug)
	}
	return record, err
}

// PagesUpsert changes the page with this slug, or creates it.
func (h Pages) PagesUpsert(ctx context.Context, req api.PagesUpsertRequestObject) (api.PagesUpsertResponseObject, error) {
	tree, sections, err := readLayout(ctx, h.Sections, req.Body.Layout)
	if err != nil {
		return nil, err
	}
	return store.Answer(ctx, h.Store, func(tx *store.Tx) (api.PagesUpsertResponseObject, error) {
		page := store.UpsertRow[db.Page]{
			Key: req.Body.Slug, Lock: tx.PageLock, LockAll: tx.PagesLock, Count: tx.PageCount,
			Cap:    capOfPages,
			New:    func() (db.Page, error) { return newPage(tx, req.Body, tree) },
			Insert: func(ctx context.Context, page db.Page) error { return insertPage(ctx, tx, &page) },
			Change: func(ctx context.Context, page db.Page) (db.Page, error) {
				return changePage(ctx, tx, page, req.Body, tree)
			},
		}
		before, after, err := page.Write(ctx)
		if err != nil {
			return nil, err
		}
		result := api.PagesUpsertResult{
			Id: after.ID.String(), Slug: after.Slug, Title: after.Title, Status: api.PublicationStatus(after.Status),
			UpdatedAt: wire.TimeOf(after.UpdatedAt), Url: pageURL(ctx, after.Slug),
		}
		if req.Body.Layout != nil {
			result.Sections = new(int64(sections))
		}
		return api.PagesUpsert200JSONResponse{Ok: true, Result: result}, auditPage(tx, before, &after)
	})
}

// newPage returns the page that a request creates. It is published unless the
// request says otherwise.
func newPage(tx *store.Tx, b *api.PagesUpsertRequest, layout json.RawMessage) (db.Page, error) {
	record := db.Page{
		ID: tx.NewID(), Slug: b.Slug, Title: b.Title, TitleSort: text.Sort(b.Title), Body: b.Body,
		Layout: layout, Status: published, CreatedAt: tx.Now, UpdatedAt: tx.Now,
	}
	wire.Set(&record.Status, (*string)(b.Status))
	wire.SetOrClear(&record.MetaDescription, b.MetaDescription)
	if err := store.CheckGone(b.ExpectedUpdatedAt, "page", b.Slug); err != nil {
		return record, err
	}
	if err := checkBody("/body", b.Body, ""); err != nil {
		return record, err
	}
	return record, checkLayout(layout, nil)
}

func insertPage(ctx context.Context, tx *store.Tx, record *db.Page) error {
	if err := renderPage(record); err != nil {
		return err
	}
	return tx.PageInsert(ctx, db.PageInsertParams{
		ID: record.ID, Slug: record.Slug, Title: record.Title, TitleSort: record.TitleSort, Body: record.Body, Rendered: record.Rendered,
		Status: record.Status, MetaDescription: record.MetaDescription, Layout: record.Layout, At: record.CreatedAt,
	})
}

// changePage sets title and body, and what else the request names.
func changePage(ctx context.Context, tx *store.Tx, record db.Page, b *api.PagesUpsertRequest, layout json.RawMessage) (db.Page, error) {
	if err := store.CheckVersion(b.ExpectedUpdatedAt, record.UpdatedAt, "page", problem.Call{Op: "pages.get"}); err != nil {
		return record, err
	}
	if err := checkBody("/body", b.Body, record.Body); err != nil {
		return record, err
	}
	if b.Layout != nil {
		if err := checkLayout(layout, record.Layout); err != nil {
			return record, err
		}
		record.Layout = layout
	}
	record.Title, record.TitleSort, record.Body = b.Title, text.Sort(b.Title), b.Body
	wire.Set(&record.Status, (*string)(b.Status))
	wire.SetOrClear(&record.MetaDescription, b.MetaDescription)
	record.UpdatedAt = tx.After(record.UpdatedAt)
	return record, updatePage(ctx, tx, &record)
}

// updatePage writes a page. A text that exceeds what is rendered, from before there was a bound, is shown as it
// was written.
func updatePage(ctx context.Context, tx *store.Tx, record *db.Page) error {
	if err := renderPage(record); err != nil {
		return err
	}
	return tx.PageUpdate(ctx, db.PageUpdateParams{
		ID: record.ID, Title: record.Title, TitleSort: record.TitleSort, Body: record.Body, Rendered: record.Rendered, Status: record.Status,
		MetaDescription: record.MetaDescription, Layout: record.Layout, At: record.UpdatedAt,
	})
}

// PagesDelete deletes a page. Its row is kept, so that it can be restored.
func (h Pages) PagesDelete(ctx context.Context, req api.PagesDeleteRequestObject) (api.PagesDeleteResponseObject, error) {
	return store.Answer(ctx, h.Store, func(tx *store.Tx) (api.PagesDeleteResponseObject, error) {
		record, err := tx.PageLock(ctx, req.Body.Slug)
		if store.NotFound(err) {
			return nil, pageNotFound(req.Body.Slug)
		}
		if err != nil {
			return nil, err
		}
		return api.PagesDelete200JSONResponse{Ok: true, Result: api.DeletedResult{Ok: true, Slug: req.Body.Slug}}, deletePage(ctx, tx, record)
	})
}

func deletePage(ctx context.Context, tx *store.Tx, record db.Page) error {
	at := tx.After(record.UpdatedAt)
	if err := tx.PageDelete(ctx, db.PageDeleteParams{ID: record.ID, At: &at}); err != nil {
		return err
	}
	return auditPage(tx, &record, nil)
}

func auditPage(tx *store.Tx, before, after *db.Page) error {
	return tx.Audit(store.ChangeOf("page", before, after, func(p *db.Page) (string, any) { return p.ID.String(), toPageState(p) }))
}

// pageState is a page in the audit: with its layout, so that it can be put back.
type pageState struct {
	api.Page
	Layout json.RawMessage `json:"layout"`
}

func toPageState(p *db.Page) pageState { return pageState{toPage(p), p.Layout} }

// Undo describes how pages are put back.
func (h Pages) Undo() undo.Kind {
	return undo.Of(undo.Rules{Fields: []string{"/title", "/body", "/status", "/metaDescription", "/layout"}}, undo.Records[db.Page, pageState]{
		Lock: undo.ByID((*db.Queries).PageLockByID),
		Live: func(r *db.Page) bool { return r.DeletedAt == nil },
		View: func(_ context.Context, r *db.Page) (pageState, error) { return toPageState(r), nil },
		Update: func(ctx context.Context, tx *store.Tx, before db.Page, from *pageState) error {
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

// Site answers the operations site.*.
type Site struct{ Store *store.Store }

// SiteListPages returns the published pages by title.
func (h Site) SiteListPages(ctx context.Context, _ api.SiteListPagesRequestObject) (api.SiteListPagesResponseObject, error) {
	rows, err := h.Store.Read().PageList(ctx, db.PageListParams{PublishedOnly: true, MaxRows: maxPages})
	if err != nil {
		return nil, err
	}
	result := make([]api.SitePageSummary, len(rows))
	for i := range rows {
		result[i] = toSitePageSummary(ctx, &rows[i])
	}
	return api.SiteListPages200JSONResponse{Ok: true, Result: result, Page: paging.Whole(len(rows))}, nil
}

// SiteGetPage returns a published page. The response for a draft is the same as
// for a page that does not exist.
func (h Site) SiteGetPage(ctx context.Context, req api.SiteGetPageRequestObject) (api.SiteGetPageResponseObject, error) {
	record, err := h.Store.Read().PageGet(ctx, req.Body.Slug)
	if store.NotFound(err) || err == nil && record.Status != published {
		return nil, publicPageNotFound(req.Body.Slug)
	}
	if err != nil {
		return nil, err
	}
	page, err := toSitePage(ctx, &record)
	return api.SiteGetPage200JSONResponse{Ok: true, Result: page}, err
}

func toPage(r *db.Page) api.Page {
	return api.Page{
		Id: r.ID.String(), Slug: r.Slug, Title: r.Title, Body: r.Body, Status: api.PublicationStatus(r.Status),
		HasLayout: r.Layout != nil, CreatedAt: wire.TimeOf(r.CreatedAt), UpdatedAt: wire.TimeOf(r.UpdatedAt),
		MetaDescription: r.MetaDescription,
	}
}

func toPageSummary(r *db.PageListRow) api.PageSummary {
	return api.PageSummary{
		Id: r.ID.String(), Slug: r.Slug, Title: r.Title, Status: api.PublicationStatus(r.Status), UpdatedAt: wire.TimeOf(r.UpdatedAt),
	}
}

func toSitePage(ctx context.Context, r *db.Page) (api.SitePage, error) {
	layout, err := publicLayout(r.Layout)
	if err == nil {
		layout, err = shownLayout(ctx, layout)
	}
	return api.SitePage{
		Slug: r.Slug, Title: r.Title, Body: r.Body, BodyFormat: "markdown", Layout: layout,
		MetaDescription: r.MetaDescription, UpdatedAt: wire.TimeOf(r.UpdatedAt), Url: pageURL(ctx, r.Slug),
	}, err
}

func toSitePageSummary(ctx context.Context, r *db.PageListRow) api.SitePageSummary {
	return api.SitePageSummary{
		Slug: r.Slug, Title: r.Title, MetaDescription: r.MetaDescription,
		UpdatedAt: wire.TimeOf(r.UpdatedAt), Url: pageURL(ctx, r.Slug),
	}
}
