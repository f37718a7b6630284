package content

import (
	"context"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/paging"
	"github.com/storefront/storefront/server/platform/store"
)

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
