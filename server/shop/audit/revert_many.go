package audit

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/schema"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/wire"
)

const (
	mostEntries   = 200 // that one call reverts
	mostConflicts = 100 // that are named of an entry, or of all that is refused
)

// AuditRevertMany takes back what many entries of the audit did.
func (h Audit) AuditRevertMany(ctx context.Context, req api.AuditRevertManyRequestObject) (api.AuditRevertManyResponseObject, error) {
	var result api.AuditRevertManyResult
	done, err := store.Answer(ctx, h.Store, func(tx *store.Tx) (_ api.AuditRevertManyResponseObject, err error) {
		result, err = h.revertMany(ctx, tx, req.Body)
		return api.AuditRevertMany200JSONResponse{Ok: true, Result: result}, err
	})
	if !errors.Is(err, errNothing) {
		return done, err
	}
	if err = nil; !isSet(req.Body.DryRun) { // a write that has left no row
		err = h.accessed(ctx)
	}
	return api.AuditRevertMany200JSONResponse{Ok: true, Result: result}, err
}

// RevertMany is AuditRevertMany for the operator's command.
func (h Audit) RevertMany(ctx context.Context, b *api.AuditRevertManyRequest) (result api.AuditRevertManyResult, err error) {
	err = h.Store.Write(ctx, func(tx *store.Tx) error {
		result, err = h.revertMany(ctx, tx, b)
		return err
	})
	if errors.Is(err, errNothing) {
		err = h.accessed(ctx)
	}
	return result, err
}

// accessed leaves a row of a call that wrote nothing, if it shows personal data.
func (h Audit) accessed(ctx context.Context) error {
	c := call.From(ctx)
	if c.ShowsNobody {
		return nil
	}
	return h.Store.InsertAudit(ctx, store.AccessRow(c, h.Store.Now()))
}

func isSet(b *bool) bool { return b != nil && *b }

// revertMany reverts the entries that a request names. Where nothing is to be written, it returns errNothing beside the result.
func (h Audit) revertMany(ctx context.Context, tx *store.Tx, b *api.AuditRevertManyRequest) (api.AuditRevertManyResult, error) {
	strict := b.Mode == nil || *b.Mode == api.AllOrNothing
	entries, unknown, err := entriesOf(ctx, tx.Queries, b)
	if err == nil && strict && len(unknown) > 0 {
		at := slices.Index(*b.AuditLogIds, unknown[0])
		err = problem.From(notFound(unknown[0])).Lookup("audit.list", "id", fmt.Sprintf("auditLogIds[%d]", at), "an entry")
	}
	if err != nil {
		return api.AuditRevertManyResult{}, err
	}
	if err := h.hold(ctx, tx, entries); err != nil {
		return api.AuditRevertManyResult{}, err
	}
	m := many{Audit: h, tx: tx, by: map[uuid.UUID]uuid.UUID{}}
	call.From(ctx).ShowsNobody = true
	for i := range entries {
		if err := m.revert(ctx, &entries[i]); err != nil {
			return m.result, err
		}
	}
	for _, id := range unknown {
		if err := m.fail(id, problem.New(problem.AuditEntryNotFound, "", "")); err != nil {
			return m.result, err
		}
	}
	switch dry := isSet(b.DryRun); {
	case strict && m.result.Failed > 0 && !dry:
		return m.result, m.refusal()
	case dry:
		for i := range m.result.Results {
			m.result.Results[i].RevertAuditLogId = nil
		}
		return m.result, errNothing
	case m.result.Reverted == 0:
		return m.result, errNothing
	}
	return m.result, nil
}

// hold locks the things that the entries are about in the order in which other calls about many things lock them, by id. The order
// of the entries is the opposite one: without this, a call that writes the things meanwhile would be a deadlock.
func (h Audit) hold(ctx context.Context, tx *store.Tx, entries []wholeRow) error {
	var things [][2]string // type and id
	for i := range entries {
		if e := &entries[i]; e.RevertedAt == nil && h.notRevertibleReason(&e.row) == "" {
			things = append(things, [2]string{*e.EntityType, *e.EntityID})
		}
	}
	slices.SortFunc(things, func(a, b [2]string) int { return slices.Compare(a[:], b[:]) })
	for _, thing := range slices.Compact(things) {
		if err := h.Kinds[thing[0]].Hold(ctx, tx, thing[1]); err != nil {
			return err
		}
	}
	return nil
}

// entriesOf returns the entries that a request names, the newest first, and the ids of which there is none.
func entriesOf(ctx context.Context, q *db.Queries, b *api.AuditRevertManyRequest) (entries []wholeRow, unknown []string, err error) {
	var ids []uuid.UUID
	switch {
	case b.AuditLogIds == nil && b.RequestId == nil:
		return nil, nil, problem.Invalid("/requestId", schema.CodeRequired, "is required where auditLogIds is left out",
			`Add "requestId" to the body, or "auditLogIds".`, schema.Correction{Do: schema.Set})
	case b.AuditLogIds != nil && b.RequestId != nil:
		return nil, nil, problem.Invalid("/requestId", schema.CodeUnknownField, "must be left out beside auditLogIds", `Remove "requestId" from the body.`,
			schema.Correction{Do: schema.Remove})
	case b.RequestId != nil:
		if ids, err = changedBy(ctx, q, *b.RequestId); err != nil {
			return nil, nil, err
		}
	default:
		for _, text := range *b.AuditLogIds {
			if id, ok := store.ParseID(text); ok {
				ids = append(ids, id)
			}
		}
	}
	rows, err := q.AuditGetMany(ctx, ids)
	known := map[string]bool{}
	for i := range rows {
		entry := db.AuditGetRow(rows[i])
		entries = append(entries, toWhole(&entry))
		known[entry.AuditLog.ID.String()] = true
	}
	if b.AuditLogIds != nil {
		for _, text := range *b.AuditLogIds {
			if id, _ := store.ParseID(text); !known[id.String()] && !slices.Contains(unknown, text) {
				unknown = append(unknown, text)
			}
		}
	}
	return entries, unknown, err
}

// changedBy returns the entries about what a call changed.
func changedBy(ctx context.Context, q *db.Queries, request string) ([]uuid.UUID, error) {
	none := problem.Newf(problem.AuditEntryNotFound, "No entry of the audit says that a call with the id %q changed something.", request).
		Lookup("audit.list", "requestId", "requestId", "an entry")
	id, ok := store.ParseID(request)
	if !ok {
		return nil, none
	}
	ids, err := q.AuditOfCall(ctx, db.AuditOfCallParams{RequestID: id, MaxRows: mostEntries + 1})
	switch {
	case err != nil:
		return nil, err
	case len(ids) == 0:
		return nil, none
	case len(ids) > mostEntries:
		return nil, problem.Invalid("/requestId", schema.CodeMaxItems, fmt.Sprintf("must be that of a call that changed at most %d things", mostEntries),
			fmt.Sprintf(`Remove "requestId" and add "auditLogIds": the ids that audit.list shows of the call, the newest first, %d a call.`, mostEntries),
			schema.Correction{}).Then(problem.Call{Op: "audit.list", Take: "id"}, problem.Remove("requestId"), problem.Set("auditLogIds[0]", ""))
	}
	return ids, nil
}

// many is the state of one call.
type many struct {
	Audit
	tx       *store.Tx
	result   api.AuditRevertManyResult
	by       map[uuid.UUID]uuid.UUID // by the ids of what was reverted: the entry that took it back
	refusals []*problem.Error        // of those that failed
}

// revert reverts one entry, and adds what became of it to the result.
func (m *many) revert(ctx context.Context, entry *wholeRow) error {
	id := entry.ID.String()
	if by, done := m.by[entry.ID]; done { // with the entry beside it
		m.add(id, api.AuditRevertOutcomeOutcomeReverted, &by)
		return nil
	}
	var r *reversal
	err := m.tx.Part(ctx, func() (err error) {
		if r, err = m.reversalOf(ctx, m.tx.Queries, *entry); err != nil {
			return err
		}
		r.many = true
		if r.args, err = wire.Marshal(map[string]any{"auditLogIds": []string{id}}); err != nil {
			return err
		}
		if err = r.putBack(ctx, m.tx); errors.Is(err, errNothing) {
			return nil
		}
		return err
	})
	p, refused := errors.AsType[*problem.Error](err)
	switch {
	case refused:
		if c := call.From(ctx); len(p.Conflicts) > 0 && !showsNobody(c, entry.Tool, entry.EntityType) {
			c.ShowsNobody = false
		}
		return m.fail(id, p)
	case err != nil:
		return err
	case r.by == uuid.Nil:
		m.add(id, api.AuditRevertOutcomeOutcomeUnchanged, nil)
		return nil
	}
	m.by[r.entry.ID], m.by[r.beside] = r.by, r.by
	m.add(id, api.AuditRevertOutcomeOutcomeReverted, &r.by)
	return nil
}

// add adds what became of an entry to the result.
func (m *many) add(id string, outcome api.AuditRevertOutcomeOutcome, by *uuid.UUID) *api.AuditRevertOutcome {
	one := api.AuditRevertOutcome{AuditLogId: id, Outcome: outcome, Conflicts: []api.RevertConflict{}}
	if by != nil {
		one.RevertAuditLogId = new(by.String())
		m.result.Reverted++
	}
	m.result.Results = append(m.result.Results, one)
	return &m.result.Results[len(m.result.Results)-1]
}

// fail adds an entry that is not reverted to the result.
func (m *many) fail(id string, p *problem.Error) (err error) {
	outcome := api.AuditRevertOutcomeOutcomeNotRevertible
	switch {
	case p.Code == problem.BeyondLimit:
		outcome = api.AuditRevertOutcomeOutcomeBeyondLimit
	case p.Code == problem.AlreadyReverted:
		outcome = api.AuditRevertOutcomeOutcomeAlreadyReverted
	case p.Status() == 409:
		outcome = api.AuditRevertOutcomeOutcomeConflict
	}
	p.Conflicts = p.Conflicts[:min(len(p.Conflicts), mostConflicts)]
	one := m.add(id, outcome, nil)
	one.Code = new(string(p.Code))
	one.Conflicts, err = toConflicts(p.Conflicts)
	for i := range p.Conflicts {
		p.Conflicts[i].AuditLogID = id
	}
	p.Detail = fmt.Sprintf("The entry %q: %s", id, p.Detail)
	m.refusals = append(m.refusals, p)
	m.result.Failed++
	return err
}

// refusal refuses all, with the conflicts of all entries. What others changed since is said before anything else.
func (m *many) refusal() error {
	e := *m.refusals[0]
	if i := slices.IndexFunc(m.refusals, func(p *problem.Error) bool { return p.Code == problem.RevertConflict }); i >= 0 {
		e = *m.refusals[i]
	}
	e.Conflicts = nil
	for _, p := range m.refusals {
		e.Conflicts = append(e.Conflicts, p.Conflicts[:min(len(p.Conflicts), mostConflicts-len(e.Conflicts))]...)
	}
	if all := len(m.result.Results); all > 1 {
		e.Detail = fmt.Sprintf("%d of %d entries cannot be reverted. %s", m.result.Failed, all, e.Detail)
	}
	if m.result.Reverted > 0 {
		e.Resolution = `Set "mode" to "best_effort", which reverts the others.`
		return e.Then(problem.Set("mode", `"best_effort"`))
	}
	return &e
}
