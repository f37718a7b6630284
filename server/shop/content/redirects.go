// Package redirects keeps where old paths of the storefront lead.
package content

import (
	"context"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/paging"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
)

// Redirects answers the operations redirects.*.
type Redirects struct{ Store *store.Store }

// maxRedirects is the maximum number of live redirects, and of lines in an import.
const maxRedirects = 5000

const listName = "redirects.list"

// RedirectsList returns the redirects by path.
func (h Redirects) RedirectsList(ctx context.Context, req api.RedirectsListRequestObject) (api.RedirectsListResponseObject, error) {
	after, limit := "", int(*req.Body.Limit)
	if req.Body.Cursor != nil {
		if err := paging.DecodeCursor(*req.Body.Cursor, listName, nil, &after); err != nil {
			return nil, err
		}
	}
	rows, err := h.Store.Read().RedirectList(ctx, db.RedirectListParams{After: after, MaxRows: int32(limit + 1)})
	if err != nil {
		return nil, err
	}
	result := api.RedirectsListResult{Items: []api.Redirect{}}
	if len(rows) > limit {
		rows = rows[:limit]
		next, err := paging.EncodeCursor(listName, nil, rows[limit-1].FromPath)
		if err != nil {
			return nil, err
		}
		result.NextCursor = &next
	}
	for i := range rows {
		result.Items = append(result.Items, toRedirect(&rows[i]))
	}
	return api.RedirectsList200JSONResponse{Ok: true, Result: result}, nil
}

// RedirectsDelete deletes a redirect. Its row is kept, so that it can be restored.
func (h Redirects) RedirectsDelete(ctx context.Context, req api.RedirectsDeleteRequestObject) (api.RedirectsDeleteResponseObject, error) {
	return store.Answer(ctx, h.Store, func(tx *store.Tx) (api.RedirectsDeleteResponseObject, error) {
		if err := tx.RedirectsLock(ctx); err != nil {
			return nil, err
		}
		record, err := tx.RedirectLock(ctx, req.Body.FromPath)
		if store.NotFound(err) {
			return nil, problem.Newf(problem.RedirectNotFound, "No redirect begins at %q.", req.Body.FromPath)
		}
		if err != nil {
			return nil, err
		}
		return api.RedirectsDelete200JSONResponse{Ok: true, Result: api.RedirectsDeleteResult{Ok: true, FromPath: record.FromPath}}, remove(ctx, tx, record)
	})
}

func remove(ctx context.Context, tx *store.Tx, record db.Redirect) error {
	at := tx.After(record.UpdatedAt)
	if err := tx.RedirectDelete(ctx, db.RedirectDeleteParams{ID: record.ID, At: &at}); err != nil {
		return err
	}
	return tx.Audit(entry(&record, nil))
}

func toRedirect(r *db.Redirect) api.Redirect {
	return api.Redirect{FromPath: r.FromPath, ToPath: r.ToPath, Status: int64(r.Status)}
}

func entry(before, after *db.Redirect) store.AuditEntry {
	return store.ChangeOf("redirect", before, after, func(r *db.Redirect) (string, any) { return r.ID.String(), toRedirect(r) })
}
