package content

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/schema"
	"github.com/storefront/storefront/server/platform/store"
)

// RedirectsImport creates and changes the redirects of a CSV text: all of them, or
// none if a line is wrong.
func (h Redirects) RedirectsImport(ctx context.Context, req api.RedirectsImportRequestObject) (api.RedirectsImportResponseObject, error) {
	dryRun := req.Body.DryRun != nil && *req.Body.DryRun
	if err := checkIntent(dryRun, req.Body.Confirm != nil); err != nil {
		return nil, err
	}
	text, err := read(req.Body.Csv)
	if err != nil {
		return nil, err
	}
	return store.Answer(ctx, h.Store, func(tx *store.Tx) (api.RedirectsImportResponseObject, error) {
		live, err := lockAll(ctx, tx)
		if err != nil {
			return nil, err
		}
		faults := slices.Concat(text.faults, loops(call.From(ctx).BaseURL, text.lines, live))
		slices.SortStableFunc(faults, func(a, b api.RedirectFault) int { return int(a.Line - b.Line) })
		result := api.RedirectsImportResult{DryRun: dryRun, Valid: int64(text.count - len(faults)), Errors: append([]api.RedirectFault{}, faults...)}
		if err := checkRoom(text.lines, live); err != nil {
			return nil, err
		}
		if !dryRun && len(faults) == 0 {
			result.Imported, err = write(ctx, tx, text.lines, live)
		}
		return api.RedirectsImport200JSONResponse{Ok: true, Result: result}, err
	})
}

// checkIntent refuses a call that does not say whether it is a dry run.
func checkIntent(dryRun, confirmed bool) error {
	switch {
	case dryRun && confirmed:
		return problem.Invalid("/dryRun", schema.CodeUnknownField, "must be left out beside confirm", `Remove "dryRun" from the body.`)
	case !dryRun && !confirmed:
		return problem.Invalid("/confirm", schema.CodeRequired, "is required unless dryRun is true", `Add "confirm" to the body, as true.`)
	}
	return nil
}

// lockAll returns the live redirects by path. No other import changes them until
// the transaction ends.
func lockAll(ctx context.Context, tx *store.Tx) (map[string]db.Redirect, error) {
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

// checkRoom refuses lines that would make too many redirects.
func checkRoom(lines []line, live map[string]db.Redirect) error {
	count := len(live)
	for _, l := range lines {
		if _, known := live[l.from]; !known {
			count++
		}
	}
	if count <= maxRedirects {
		return nil
	}
	return problem.New(problem.LimitReached, fmt.Sprintf("There would be %d redirects; the limit is %d.", count, maxRedirects),
		"Delete a redirect that is no longer needed with redirects.delete.")
}

// write creates the redirects that do not exist and changes those that differ, and
// returns how many these are. Each has a row in the audit, with its own line
// instead of the whole text.
func write(ctx context.Context, tx *store.Tx, lines []line, live map[string]db.Redirect) (int64, error) {
	changes := db.RedirectsWriteParams{At: tx.Now}
	for _, l := range lines {
		was, known := live[l.from]
		if known && was.ToPath == l.to && was.Status == l.status {
			continue
		}
		is, before := db.Redirect{ID: tx.NewID(), FromPath: l.from, ToPath: l.to, Status: l.status}, (*db.Redirect)(nil)
		if known {
			is.ID, before = was.ID, &was
		}
		changes.Ids, changes.FromPaths = append(changes.Ids, is.ID), append(changes.FromPaths, is.FromPath)
		changes.ToPaths, changes.Statuses = append(changes.ToPaths, is.ToPath), append(changes.Statuses, is.Status)
		e := entry(before, &is)
		var err error
		if e.Args, err = json.Marshal(api.RedirectsImportRequest{Csv: l.csv(), Confirm: new(true)}); err != nil {
			return 0, err
		}
		if err := tx.Audit(e); err != nil {
			return 0, err
		}
	}
	if len(changes.Ids) == 0 {
		return 0, nil
	}
	return int64(len(changes.Ids)), tx.RedirectsWrite(ctx, changes)
}
