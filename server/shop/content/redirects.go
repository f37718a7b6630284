package content

import (
	"context"
	"fmt"
	"math"
	"net/url"
	"strings"

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

// RedirectsList returns the redirects by path.
func (h Redirects) RedirectsList(ctx context.Context, req api.RedirectsListRequestObject) (api.RedirectsListResponseObject, error) {
	after, limit := "", int(*req.Body.Limit)
	if req.Body.Cursor != nil {
		if err := paging.DecodeCursor(*req.Body.Cursor, redirectListName, nil, &after); err != nil {
			return nil, err
		}
	}
	rows, err := h.Store.Read().RedirectList(ctx, db.RedirectListParams{After: after, MaxRows: int32(limit + 1)})
	if err != nil {
		return nil, err
	}
	rows, next, err := paging.Cut(rows, limit, redirectListName, nil, func(r *db.Redirect) any { return r.FromPath })
	result := api.RedirectsListResult{Items: []api.Redirect{}, NextCursor: next}
	for i := range rows {
		result.Items = append(result.Items, toRedirect(&rows[i]))
	}
	return api.RedirectsList200JSONResponse{Ok: true, Result: result}, err
}

const redirectListName = "redirects.list"

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
		return api.RedirectsDelete200JSONResponse{Ok: true, Result: api.RedirectsDeleteResult{Ok: true, FromPath: record.FromPath}}, deleteRedirect(ctx, tx, record)
	})
}

func deleteRedirect(ctx context.Context, tx *store.Tx, record db.Redirect) error {
	at := tx.After(record.UpdatedAt)
	if err := tx.RedirectDelete(ctx, db.RedirectDeleteParams{ID: record.ID, At: &at}); err != nil {
		return err
	}
	return tx.Audit(redirectEntry(&record, nil))
}

// Undo describes how redirects are put back.
func (h Redirects) Undo() undo.Kind {
	return undo.Of(undo.Rules{Fields: []string{"/toPath", "/status"}}, undo.Records[db.Redirect, api.Redirect]{
		Lock: undo.ByID(lockRedirectByID),
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
			return tx.Audit(redirectEntry(&before, &after))
		},
		Delete: deleteRedirect, Restore: restoreRedirect,
	})
}

// lockRedirectByID locks all redirects: whether one can be put back depends on the others.
func lockRedirectByID(q *db.Queries, ctx context.Context, id uuid.UUID) (db.Redirect, error) { //nolint:revive // the order of a method expression
	if err := q.RedirectsLock(ctx); err != nil {
		return db.Redirect{}, err
	}
	return q.RedirectGetByID(ctx, id)
}

func restoreRedirect(ctx context.Context, tx *store.Tx, record db.Redirect) error {
	record.UpdatedAt, record.DeletedAt = tx.After(record.UpdatedAt), nil
	if err := checkFit(ctx, tx, &record); err != nil {
		return err
	}
	if err := tx.RedirectRestore(ctx, db.RedirectRestoreParams{ID: record.ID, At: record.UpdatedAt}); err != nil {
		return err
	}
	return tx.Audit(redirectEntry(nil, &record))
}

// checkFit refuses a redirect that is to be put back beside the present ones when another
// begins where it does, when it would lead back to itself, and when there are too many.
func checkFit(ctx context.Context, tx *store.Tx, record *db.Redirect) error {
	live, err := lockRedirects(ctx, tx)
	if err != nil {
		return err
	}
	if other, taken := live[record.FromPath]; taken && other.ID != record.ID {
		return problem.Newf(problem.SlugTaken, "A live redirect begins at %q already.", record.FromPath).Delete("redirects.delete", "fromPath", record.FromPath)
	}
	lines := []redirectLine{{1, record.FromPath, record.ToPath, record.Status}}
	if len(findLoops(call.From(ctx).BaseURL, lines, live)) > 0 {
		return problem.New(problem.RevertConflict, fmt.Sprintf("The redirect from %q to %q would lead back to itself by now.", record.FromPath, record.ToPath), "")
	}
	return checkLimit(lines, live)
}

// lockRedirects returns the live redirects by path. No other import changes them until
// the transaction ends.
func lockRedirects(ctx context.Context, tx *store.Tx) (map[string]db.Redirect, error) {
	if err := tx.RedirectsLock(ctx); err != nil {
		return nil, err
	}
	rows, err := tx.RedirectList(ctx, db.RedirectListParams{MaxRows: math.MaxInt32})
	live := make(map[string]db.Redirect, len(rows))
	for _, row := range rows {
		live[row.FromPath] = row
	}
	return live, err
}

// checkLimit refuses lines that would make too many redirects.
func checkLimit(lines []redirectLine, live map[string]db.Redirect) error {
	count := len(live)
	for _, l := range lines {
		if _, known := live[l.from]; !known {
			count++
		}
	}
	if count <= maxRedirects {
		return nil
	}
	return problem.Newf(problem.LimitReached, "There would be %d redirects; the limit is %d.", count, maxRedirects).DeleteAny("redirect", "redirects", "fromPath")
}

func toRedirect(r *db.Redirect) api.Redirect {
	return api.Redirect{FromPath: r.FromPath, ToPath: r.ToPath, Status: int64(r.Status)}
}

func redirectEntry(before, after *db.Redirect) store.AuditEntry {
	return store.ChangeOf("redirect", before, after, func(r *db.Redirect) (string, any) { return r.ID.String(), toRedirect(r) })
}

// findLoops returns a fault for each line that would lead back to itself, directly or
// by other redirects, the live ones among them. The live ones have no loop.
func findLoops(baseURL string, all []redirectLine, live map[string]db.Redirect) (faults []api.RedirectFault) {
	next := make(map[string]string, len(live)+len(all))
	for from, r := range live {
		next[from] = pathOf(baseURL, r.ToPath)
	}
	numbers := make(map[string]int, len(all))
	for _, l := range all {
		next[l.from], numbers[l.from] = pathOf(baseURL, l.to), l.number
	}
	for from, to := range next { // where nothing is, a path with a slash after it leads on as the path without it does
		if _, leads := next[to]; !leads {
			next[from] = strings.TrimRight(to, "/")
		}
	}
	walked := make(map[string]int, len(next)) // by path, the line from which it was reached first
	for _, l := range all {
		path := l.from
		for walked[path] == 0 {
			if _, leads := next[path]; !leads {
				break
			}
			walked[path] = l.number
			path = next[path]
		}
		if walked[path] != l.number {
			continue // it leads to an end, or to where an earlier line led
		}
		for start, closed := path, false; !closed; closed = path == start { // each line of the loop
			if number := numbers[path]; number > 0 {
				faults = append(faults, api.RedirectFault{Line: int64(number), Reason: fmt.Sprintf("fromPath %q leads back to itself.", path)})
			}
			path = next[path]
		}
	}
	return faults
}

// pathOf returns the path to which an address leads, as a fromPath is spelt, or ""
// if that is of another host.
func pathOf(baseURL, address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host != "" && !sameHost(baseURL, u) {
		return ""
	}
	return (&url.URL{Path: "/"}).ResolveReference(&url.URL{Path: u.Path}).EscapedPath()
}

// sameHost reports whether an address is of the host and port of the shop.
func sameHost(baseURL string, u *url.URL) bool {
	own, err := url.Parse(baseURL)
	return err == nil && strings.EqualFold(own.Hostname(), u.Hostname()) && portOf(own) == portOf(u)
}

func portOf(u *url.URL) string {
	if p := u.Port(); p != "" {
		return p
	}
	if u.Scheme == "http" {
		return "80"
	}
	return "443"
}
