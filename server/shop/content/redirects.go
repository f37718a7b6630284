package content

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/paging"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/undo"
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

// Undo describes how redirects are put back.
func (h Redirects) Undo() undo.Kind {
	return undo.Of(undo.Rules{Fields: []string{"/toPath", "/status"}}, undo.Records[db.Redirect, api.Redirect]{
		Lock: undo.ByID(lockByID),
		Live: func(r *db.Redirect) bool { return r.DeletedAt == nil },
		View: func(_ context.Context, r *db.Redirect) (api.Redirect, error) { return toRedirect(r), nil },
		Update: func(ctx context.Context, tx *store.Tx, before db.Redirect, from *api.Redirect) error {
			after := before
			after.ToPath, after.Status, after.UpdatedAt = from.ToPath, int32(from.Status), tx.After(before.UpdatedAt)
			if err := checkFit(ctx, tx, &after); err != nil {
				return err
			}
			err := tx.RedirectUpdate(ctx, db.RedirectUpdateParams{ID: after.ID, ToPath: after.ToPath, Status: after.Status, At: after.UpdatedAt})
			if err != nil {
				return err
			}
			return tx.Audit(entry(&before, &after))
		},
		Delete: remove, Restore: restore,
	})
}

// lockByID locks all redirects: whether one can be put back depends on the others.
func lockByID(q *db.Queries, ctx context.Context, id uuid.UUID) (db.Redirect, error) { //nolint:revive // the order of a method expression
	if err := q.RedirectsLock(ctx); err != nil {
		return db.Redirect{}, err
	}
	return q.RedirectGetByID(ctx, id)
}

func restore(ctx context.Context, tx *store.Tx, record db.Redirect) error {
	record.UpdatedAt, record.DeletedAt = tx.After(record.UpdatedAt), nil
	if err := checkFit(ctx, tx, &record); err != nil {
		return err
	}
	if err := tx.RedirectRestore(ctx, db.RedirectRestoreParams{ID: record.ID, At: record.UpdatedAt}); err != nil {
		return err
	}
	return tx.Audit(entry(nil, &record))
}

// checkFit refuses a redirect that is to be put back beside the present ones when another
// begins where it does, when it would lead back to itself, and when there are too many.
func checkFit(ctx context.Context, tx *store.Tx, record *db.Redirect) error {
	live, err := lockAll(ctx, tx)
	if err != nil {
		return err
	}
	if other, taken := live[record.FromPath]; taken && other.ID != record.ID {
		return problem.New(problem.SlugTaken, fmt.Sprintf("A live redirect begins at %q already.", record.FromPath),
			fmt.Sprintf("Delete that one with redirects.delete and the fromPath %q, then send the call again.", record.FromPath))
	}
	lines := []line{{1, record.FromPath, record.ToPath, record.Status}}
	if len(loops(call.From(ctx).BaseURL, lines, live)) > 0 {
		return problem.New(problem.RevertConflict, fmt.Sprintf("The redirect from %q to %q would lead back to itself by now.", record.FromPath, record.ToPath), "")
	}
	return checkRoom(lines, live)
}
