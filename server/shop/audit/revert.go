package audit

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/schema"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/undo"
	"github.com/storefront/storefront/server/platform/wire"
)

// AuditRevert takes back what one entry of the audit did to a thing.
func (h Audit) AuditRevert(ctx context.Context, req api.AuditRevertRequestObject) (api.AuditRevertResponseObject, error) {
	r, err := h.reversal(ctx, req.Body)
	if err != nil {
		return nil, err
	}
	c := call.From(ctx)
	c.ShowsNobody = showsNobody(c, r.entry.Tool, r.entry.EntityType)
	var result api.AuditRevertResult
	done, err := store.Answer(ctx, h.Store, func(tx *store.Tx) (_ api.AuditRevertResponseObject, err error) {
		result, err = r.carryOut(ctx, tx)
		return api.AuditRevert200JSONResponse{Ok: true, Result: result}, err
	})
	if errors.Is(err, errNothing) {
		return api.AuditRevert200JSONResponse{Ok: true, Result: result}, nil
	}
	return done, err
}

// Revert is AuditRevert for the operator's command.
func (h Audit) Revert(ctx context.Context, b *api.AuditRevertRequest) (result api.AuditRevertResult, err error) {
	r, err := h.reversal(ctx, b)
	if err != nil {
		return result, err
	}
	err = h.Store.Write(ctx, func(tx *store.Tx) error {
		result, err = r.carryOut(ctx, tx)
		return err
	})
	if errors.Is(err, errNothing) {
		err = nil
	}
	return result, err
}

// errNothing ends the transaction of a call that is to write nothing, as a dry run, which does all that the revert does.
var errNothing = errors.New("nothing is written")

// reversal is an entry that can be reverted.
type reversal struct {
	asked  uuid.UUID // for: the id of entry, or of beside
	entry  wholeRow
	beside uuid.UUID // the entry about a part of the thing, which is reverted with entry; uuid.Nil for none
	kind   undo.Kind
	fields []string        // to take back; nil for all
	args   json.RawMessage // of its own entry
	dryRun bool
	many   bool // whether other entries are reverted with it

	plan      undo.Plan
	conflicts []problem.Conflict // those of the plan
	by        uuid.UUID          // the entry that took it back; uuid.Nil for none
}

// reversal returns the entry that a request names, or why it cannot be reverted.
func (h Audit) reversal(ctx context.Context, b *api.AuditRevertRequest) (*reversal, error) {
	id, err := store.ID(b.AuditLogId, notFound)
	if err != nil {
		return nil, err
	}
	entry, err := h.find(ctx, id)
	if err != nil {
		return nil, err
	}
	r, err := h.reversalOf(ctx, h.Store.Read(), entry)
	if err != nil {
		return nil, err
	}
	r.args, r.dryRun = call.From(ctx).Args, isSet(b.DryRun)
	if b.Fields != nil {
		r.fields = *b.Fields
	}
	return r, r.checkFields()
}

// reversalOf returns how an entry is reverted, or why it cannot be.
func (h Audit) reversalOf(ctx context.Context, q *db.Queries, entry wholeRow) (*reversal, error) {
	if entry.RevertedAt != nil {
		beside, err := h.beside(ctx, q, &entry.row)
		if err != nil {
			return nil, err
		}
		return nil, alreadyReverted(ctx, q, entry.ID, beside)
	}
	if why := h.notRevertibleReason(&entry.row); why != "" {
		return nil, notRevertible(why)
	}
	r := &reversal{asked: entry.ID, entry: entry}
	err := h.join(ctx, q, r)
	r.kind = h.Kinds[*r.entry.EntityType]
	return r, err
}

func (r *reversal) write() undo.Write { return r.entry.write() }

// hides reports whether a caller may not see the values of the entry: it holds personal data, or the caller may read
// neither the audit nor the thing.
func (r *reversal) hides(c *call.Call) bool {
	return notShownReason(c, r.entry.Tool, r.entry.EntityType) != "" ||
		c.Channel != call.CLI && !c.May("audit:read") && !c.May(readScopes[*r.entry.EntityType])
}

// readScopes are the scopes that read the things that can be put back, by their type.
var readScopes = map[string]string{
	"product": "catalog:read", "category": "categories:read", "order": "orders:read", "discount": "discounts:read", "campaign": "discounts:read",
	"page": "pages:read", "service": "pages:read", "settings": "settings:read", "search_settings": "settings:read", "feature": "features:read",
	"redirect": "settings:read",
}

// whole reports whether the entry can be reverted only as a whole.
func (r *reversal) whole() bool {
	return r.entry.Before == nil || r.entry.After == nil || r.kind.Together
}

// checkFields refuses fields that the entry did not change, or that it changed together with others.
func (r *reversal) checkFields() error {
	all, err := r.kind.Plan(r.write(), r.entry.After, nil)
	if err != nil {
		return err
	}
	if len(all.Changes) == 0 {
		return notRevertible("The call changed nothing. There is nothing to revert.")
	}
	var paths []string
	for _, c := range all.Changes {
		paths = append(paths, c.Path)
	}
	for i, field := range r.fields {
		if !slices.ContainsFunc(paths, func(path string) bool { return undo.Covers([]string{field}, path) }) {
			return problem.Invalid(fmt.Sprintf("/fields/%d", i), schema.CodeEnum, "must be a field that the entry changed: "+strings.Join(paths, ", "),
				fmt.Sprintf(`Set "fields" to some of %s.`, strings.Join(paths, ", ")), schema.Correction{Do: schema.Set, Value: strconv.Quote(paths[0])})
		}
	}
	if r.whole() && slices.ContainsFunc(paths, func(path string) bool { return r.fields != nil && !undo.Covers(r.fields, path) }) {
		return problem.Invalid("/fields", schema.CodeEnum, "must be left out: this entry can be reverted only as a whole", `Remove "fields" from the body.`,
			schema.Correction{Do: schema.Remove})
	}
	return nil
}

// carryOut reverts the entry. Of a dry run it returns errNothing beside the result.
func (r *reversal) carryOut(ctx context.Context, tx *store.Tx) (api.AuditRevertResult, error) {
	result := api.AuditRevertResult{RevertedTool: r.entry.Tool, RevertedAuditLogId: r.asked.String(), DryRun: r.dryRun, Reverted: !r.dryRun}
	err := r.putBack(ctx, tx)
	if err != nil && !errors.Is(err, errNothing) {
		return result, err
	}
	if result.Changes, err = undo.Shown(r.plan.Changes); err != nil {
		return result, err
	}
	if result.Conflicts, err = toConflicts(r.conflicts); err != nil {
		return result, err
	}
	if r.dryRun {
		return result, errNothing
	}
	result.AuditLogId = new(r.by.String())
	return result, nil
}

// putBack puts the thing back. Conflicts are an error, which of a dry run is errNothing.
func (r *reversal) putBack(ctx context.Context, tx *store.Tx) error {
	tx.Reverts(r.entry.ID, r.args)
	err := r.kind.Put(ctx, tx, *r.entry.EntityID, func(now json.RawMessage) (json.RawMessage, error) { return r.decide(ctx, tx, now) })
	if err != nil {
		return err
	}
	r.by = tx.LastAuditID()
	if r.beside == uuid.Nil {
		return nil
	}
	return tx.AuditMarkReverted(ctx, db.AuditMarkRevertedParams{ID: r.beside, At: &tx.Now})
}

// decide returns what the thing, which is locked, is to be. Of many, one that is so already is errNothing.
func (r *reversal) decide(ctx context.Context, tx *store.Tx, now json.RawMessage) (json.RawMessage, error) {
	if err := alreadyReverted(ctx, tx.Queries, r.entry.ID, r.beside); !store.NotFound(err) { // by a call at the same time
		return nil, err
	}
	var err error
	if r.plan, err = r.kind.Plan(r.write(), now, r.fields); err != nil {
		return nil, err
	}
	if r.many {
		if needless, err := r.plan.Needless(r.write(), now); err != nil {
			return nil, err
		} else if needless {
			return nil, errNothing
		}
	}
	if err := r.compareLater(ctx, tx, &r.plan); err != nil {
		return nil, err
	}
	if r.hides(call.From(ctx)) {
		clearValues(&r.plan)
	}
	if r.conflicts, err = withChangers(ctx, tx, r.plan.Conflicts); err != nil {
		return nil, err
	}
	switch {
	case len(r.conflicts) == 0:
		return r.plan.Target, nil
	case r.dryRun:
		return nil, errNothing
	}
	return nil, r.conflict()
}

// compareLater adds to the conflicts of the plan what later entries about the thing, which is locked, and about its part did.
func (r *reversal) compareLater(ctx context.Context, tx *store.Tx, plan *undo.Plan) error {
	later := r.kind.Later(plan, r.write())
	err := r.eachLater(ctx, tx, *r.entry.EntityType, *r.entry.EntityID, func(row *db.AuditLaterRow, w undo.Write) error {
		return later.Add(row.ID, row.RevertOf, w)
	})
	if err != nil {
		return err
	}
	if part := r.kind.Part; part != nil {
		id, err := part.ID(r.write())
		if err != nil {
			return err
		}
		err = r.eachLater(ctx, tx, part.Type, id, func(row *db.AuditLaterRow, w undo.Write) error {
			if strings.HasPrefix(row.Tool, part.Tools) { // the entry about the thing says it
				return later.Add(row.ID, row.RevertOf, undo.Write{})
			}
			w, err := part.Within(w)
			if err != nil {
				return err
			}
			return later.Add(row.ID, row.RevertOf, w)
		})
		if err != nil {
			return err
		}
	}
	later.Conflict()
	return nil
}

// eachLater calls fn for each entry about a thing after the one that is reverted, in their order, with those of the transaction.
func (r *reversal) eachLater(ctx context.Context, tx *store.Tx, entityType, id string, fn func(*db.AuditLaterRow, undo.Write) error) error {
	const few = 100
	next := db.AuditLaterParams{EntityType: &entityType, EntityID: &id, At: r.entry.At, ID: r.entry.ID, MaxRows: few}
	for {
		rows, err := tx.AuditLater(ctx, next)
		if err != nil {
			return err
		}
		for i := range rows {
			if err := fn(&rows[i], undo.Write{Before: rows[i].Before, After: rows[i].After}); err != nil {
				return err
			}
			next.At, next.ID = rows[i].At, rows[i].ID
		}
		if len(rows) < few {
			break
		}
	}
	for _, row := range tx.Audited(entityType, id) {
		if err := fn(&db.AuditLaterRow{ID: row.ID, Tool: row.Tool, RevertOf: row.RevertOf}, undo.Write{Before: row.Before, After: row.After}); err != nil {
			return err
		}
	}
	return nil
}

// clearValues removes the values from a plan, so that a caller who may revert, and not read
// personal data, sees which fields there are.
func clearValues(plan *undo.Plan) {
	for i := range plan.Changes {
		plan.Changes[i].From, plan.Changes[i].To = nil, nil
	}
	for i := range plan.Conflicts {
		plan.Conflicts[i].Expected, plan.Conflicts[i].Current = nil, nil
	}
}

// withChangers returns conflicts with who changed each field.
func withChangers(ctx context.Context, tx *store.Tx, all []undo.Conflict) ([]problem.Conflict, error) {
	var ids []uuid.UUID
	for _, c := range all {
		if c.By != nil {
			ids = append(ids, *c.By)
		}
	}
	by := map[uuid.UUID]*problem.ChangedBy{}
	if ids != nil {
		rows, err := tx.AuditChangers(ctx, ids)
		if err != nil {
			return nil, err
		}
		for _, row := range rows {
			by[row.ID] = &problem.ChangedBy{AuditLogID: row.ID.String(), At: wire.TimeOf(row.At), ActorName: row.ActorName}
		}
	}
	conflicts := make([]problem.Conflict, len(all))
	for i, c := range all {
		conflicts[i] = problem.Conflict{Path: c.Path, Expected: c.Expected, Current: c.Current}
		if c.By != nil {
			conflicts[i].ChangedBy = by[*c.By]
		}
	}
	return conflicts, nil
}

func toConflicts(all []problem.Conflict) ([]api.RevertConflict, error) {
	out := make([]api.RevertConflict, len(all))
	for i, c := range all {
		expected, current, err := undo.MarshalPair(c.Expected, c.Current)
		if err != nil {
			return nil, err
		}
		out[i] = api.RevertConflict{Path: c.Path, Expected: expected, Current: current}
		if by := c.ChangedBy; by != nil {
			out[i].ChangedBy = &api.ChangedBy{AuditLogId: by.AuditLogID, At: by.At, ActorName: by.ActorName}
		}
	}
	return out, nil
}

// conflict refuses a revert of what was changed since, and names the fields that were not.
func (r *reversal) conflict() error {
	e := problem.New(problem.RevertConflict, fmt.Sprintf("The %s was deleted or restored since.", *r.entry.EntityType), "")
	e.Conflicts = r.conflicts
	var changed, free []string
	for _, c := range r.conflicts {
		changed = append(changed, c.Path)
	}
	if changed[0] == "" {
		return e
	}
	e.Detail = fmt.Sprintf("What the entry did to the %s was changed since: %s.", *r.entry.EntityType, strings.Join(changed, ", "))
	for _, c := range r.plan.Changes {
		if !slices.Contains(changed, c.Path) {
			free = append(free, c.Path)
		}
	}
	if list, err := json.Marshal(free); err == nil && len(free) > 0 && !r.whole() && !r.many {
		e.Resolution = fmt.Sprintf(`Add "fields" to the body, as %s.`, list)
		return e.Then(problem.Set("fields", string(list)))
	}
	return e
}

// alreadyReverted refuses an entry that another one has reverted, or else the entry beside it. The error of one that was not
// is that of a query without a row.
func alreadyReverted(ctx context.Context, q *db.Queries, id, beside uuid.UUID) error {
	by, err := q.AuditRevertOf(ctx, db.AuditRevertOfParams{ID: id, Beside: beside})
	if err != nil {
		return err
	}
	return problem.New(problem.AlreadyReverted, fmt.Sprintf("The entry was reverted at %s.", wire.TimeOf(by.At)),
		fmt.Sprintf("Leave it as it is; to do again what it did, revert the entry %q.", by.ID.String()))
}

// notRevertible refuses an entry; why is a sentence, and one that says what to do instead.
func notRevertible(why string) error {
	detail, resolution, _ := strings.Cut(why, ". ")
	return problem.New(problem.NotRevertible, detail+".", resolution)
}
