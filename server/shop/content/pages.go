package content

import (
	"context"
	"encoding/json"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/paging"
	"github.com/storefront/storefront/server/platform/store"
)

// maxPages is the maximum number of live pages.
const maxPages = 5000

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

// PagesGetLayout returns the sections that a page is built of; null when the
// page is shown from its body.
func (h Pages) PagesGetLayout(ctx context.Context, req api.PagesGetLayoutRequestObject) (api.PagesGetLayoutResponseObject, error) {
	record, err := getPage(ctx, h.Store, req.Body.Slug)
	return api.PagesGetLayout200JSONResponse{Ok: true, Result: api.PagesGetLayoutResult{Layout: record.Layout}}, err
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

func getPage(ctx context.Context, s *store.Store, slug string) (db.Page, error) {
	record, err := s.Read().PageGet(ctx, slug)
	if store.NotFound(err) {
		return record, pageNotFound(slug)
	}
	return record, err
}

// audited is a page in the audit: with its layout, so that it can be put back.
type audited struct {
	api.Page
	Layout json.RawMessage `json:"layout"`
}

func auditPage(tx *store.Tx, before, after *db.Page) error {
	return tx.Audit(store.ChangeOf("page", before, after, func(p *db.Page) (string, any) { return p.ID.String(), toAudited(p) }))
}

func toAudited(p *db.Page) audited { return audited{toPage(p), p.Layout} }
