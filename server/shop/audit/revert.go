package audit

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
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
	if errors.Is(err, errDryRun) {
		return api.AuditRevert200JSONResponse{Ok: true, Result: result}, nil
	}
	return done, h.orAlreadyReverted(ctx, &r.entry.row, err)
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
	if errors.Is(err, errDryRun) {
		return result, nil
	}
	return result, h.orAlreadyReverted(ctx, &r.entry.row, err)
}

// errDryRun ends the transaction of a dry run, which does all that the revert does.
var errDryRun = errors.New("a dry run")

// orAlreadyReverted returns already_reverted in place of the error of a revert that another one of
// the same entry was faster than; other errors are returned as they are.
func (h Audit) orAlreadyReverted(ctx context.Context, entry *row, err error) error {
	p, ok := errors.AsType[*problem.Error](err)
	if conflict := ok && p.Code == problem.RevertConflict; !conflict && !store.Taken(err, "audit_log_revert_of") {
		return err
	}
	if reverted := h.alreadyReverted(ctx, entry); !store.NotFound(reverted) {
		return reverted
	}
	return err
}

// reversal is an entry that can be reverted.
type reversal struct {
	asked  uuid.UUID // for: the id of entry, or of beside
	entry  wholeRow
	beside *uuid.UUID // the entry about a part of the thing, which is reverted with entry; nil for none
	kind   undo.Kind
	fields []string // to take back; nil for all
	dryRun bool
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
	if entry.RevertedAt != nil {
		return nil, h.alreadyReverted(ctx, &entry.row)
	}
	if why := h.notRevertibleReason(&entry.row); why != "" {
		return nil, notRevertible(why)
	}
	r := &reversal{asked: id, entry: entry, dryRun: b.DryRun != nil && *b.DryRun}
	if err := h.join(ctx, r); err != nil {
		return nil, err
	}
	r.kind = h.Kinds[*r.entry.EntityType]
	if b.Fields != nil {
		r.fields = *b.Fields
	}
	return r, r.checkFields()
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

// carryOut reverts the entry. Of a dry run it returns errDryRun beside the result.
func (r *reversal) carryOut(ctx context.Context, tx *store.Tx) (api.AuditRevertResult, error) {
	result := api.AuditRevertResult{RevertedTool: r.entry.Tool, RevertedAuditLogId: r.asked.String(), DryRun: r.dryRun, Reverted: !r.dryRun}
	plan, err := r.putBack(ctx, tx)
	if err != nil && !errors.Is(err, errDryRun) {
		return result, err
	}
	if r.hides(call.From(ctx)) {
		clearValues(&plan)
	}
	if result.Changes, err = undo.Shown(plan.Changes); err != nil {
		return result, err
	}
	if result.Conflicts, err = toConflicts(plan.Conflicts); err != nil {
		return result, err
	}
	if r.dryRun {
		return result, errDryRun
	}
	result.AuditLogId = new(tx.LastAuditID().String())
	return result, nil
}

// putBack puts the thing back. Conflicts are an error, which of a dry run is errDryRun.
func (r *reversal) putBack(ctx context.Context, tx *store.Tx) (plan undo.Plan, err error) {
	tx.Reverts(r.entry.ID)
	if r.beside != nil {
		if err := tx.AuditMarkReverted(ctx, db.AuditMarkRevertedParams{ID: *r.beside, At: &tx.Now}); err != nil {
			return plan, err
		}
	}
	err = r.kind.Put(ctx, tx, *r.entry.EntityID, func(now json.RawMessage) (_ json.RawMessage, err error) {
		if plan, err = r.kind.Plan(r.write(), now, r.fields); err == nil {
			err = r.compareLater(ctx, tx, &plan)
		}
		if err == nil && len(plan.Conflicts) > 0 {
			if r.dryRun {
				return nil, errDryRun
			}
			if r.hides(call.From(ctx)) {
				clearValues(&plan)
			}
			err = r.conflict(&plan)
		}
		return plan.Target, err
	})
	return plan, err
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

// eachLater calls fn for each entry about a thing after the one that is reverted, in their order.
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
			return nil
		}
	}
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

// conflict refuses a revert of what was changed since, and names the fields that were not.
func (r *reversal) conflict(plan *undo.Plan) error {
	e := problem.New(problem.RevertConflict, fmt.Sprintf("The %s was deleted or restored since.", *r.entry.EntityType), "")
	var changed, free []string
	for _, c := range plan.Conflicts {
		changed = append(changed, c.Path)
		e.Conflicts = append(e.Conflicts, problem.Conflict(c))
	}
	if changed[0] == "" {
		return e
	}
	e.Detail = fmt.Sprintf("What the entry did to the %s was changed since: %s.", *r.entry.EntityType, strings.Join(changed, ", "))
	for _, c := range plan.Changes {
		if !slices.Contains(changed, c.Path) {
			free = append(free, c.Path)
		}
	}
	if list, err := json.Marshal(free); err == nil && len(free) > 0 && !r.whole() {
		e.Resolution = fmt.Sprintf(`Add "fields" to the body, as %s.`, list)
		return e.Then(problem.Set("fields", string(list)))
	}
	return e
}

// alreadyReverted refuses an entry that another one has reverted.
func (h Audit) alreadyReverted(ctx context.Context, entry *row) error {
	beside, err := h.beside(ctx, entry)
	if err != nil {
		return err
	}
	by, err := h.Store.Read().AuditRevertOf(ctx, db.AuditRevertOfParams{ID: entry.ID, Beside: beside})
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

// notRevertibleReason returns why the row cannot be reverted and what to do instead; "" when
// it can.
func (h Audit) notRevertibleReason(r *row) string {
	if r.RevertedAt != nil {
		return alreadyRevertedReason
	}
	return h.kindReason(kind{Tool: r.Tool, EntityType: r.EntityType, Outcome: r.Outcome, Moved: r.Moved})
}

// alreadyRevertedReason is the reason of a row that was reverted.
const alreadyRevertedReason = "It was reverted already. To do it again, revert the entry that reverted it."

// commandPrefix begins the names of the operator's commands, such as an import. What
// they did to a thing can be reverted like a call.
const commandPrefix = "cli."

// revertTool is the operation that reverts. What it did to an order had no effect on
// money or stock, so that its own row can always be reverted.
const revertTool = "audit.revert"

// kind is what decides whether a row can be reverted, as long as it was not.
type kind struct {
	Tool       string
	EntityType *string // nil when nothing was changed
	Outcome    string
	Moved      *string // the statuses of an order before and after, as from>to; nil for all other things
}

// kindReason returns why rows of a kind cannot be reverted and what to do instead;
// "" when they can. It is the only rule: the filter of audit.list lists, from
// revertRules, what it accepts.
func (h Audit) kindReason(k kind) string {
	op := h.Contract.Tool(k.Tool)
	switch {
	case k.Outcome != store.AuditSuccess:
		return "The call was refused and changed nothing. There is nothing to revert."
	case k.EntityType == nil || op != nil && op.ReadOnly:
		return "The call only read. There is nothing to revert."
	case op != nil && op.NotRevertible != "":
		return op.NotRevertible
	case op == nil && !strings.HasPrefix(k.Tool, commandPrefix):
		return "The service did this by itself. Change the thing with the operations of its type."
	}
	if _, undoable := h.Kinds[*k.EntityType]; !undoable {
		return "Changes of this type of thing cannot be reverted. Change it with the operations of its type."
	}
	if k.Moved == nil || k.Tool == revertTool {
		return ""
	}
	return h.moveReason(*k.EntityType, *k.Moved)
}

// moveReason returns why a move of a thing, as from>to, cannot be reverted; "" when it can.
func (h Audit) moveReason(entityType, moved string) string {
	from, to, _ := strings.Cut(moved, ">")
	return h.Kinds[entityType].Refused(undo.State{"status": from}, undo.State{"status": to})
}

// revertRules are the rule of kindReason as lists, which a query can compare with.
type revertRules struct {
	types []string // of things
	tools []string // of the contract
	moves []string // of an order, as from>to
}

// orderStatuses are all that an order can have, and "" of a change that does not
// name it.
var orderStatuses = []api.OrderStatus{
	"", api.OrderStatusPendingPayment, api.OrderStatusPending, api.OrderStatusPaid, api.OrderStatusProcessing, api.OrderStatusShipped,
	api.OrderStatusDelivered, api.OrderStatusCompleted, api.OrderStatusCancelled, api.OrderStatusRefunded, api.OrderStatusPartialRefund,
	api.OrderStatusFlaggedReview, api.OrderStatusDisputed,
}

// revertRules returns what kindReason accepts.
func (h Audit) revertRules() revertRules {
	r := revertRules{types: slices.Sorted(maps.Keys(h.Kinds))}
	thing := "product"
	for _, op := range h.Contract.Tools() {
		if h.kindReason(kind{Tool: op.Name, EntityType: &thing, Outcome: store.AuditSuccess}) == "" {
			r.tools = append(r.tools, op.Name)
		}
	}
	for _, from := range orderStatuses {
		for _, to := range orderStatuses {
			if moved := string(from + ">" + to); h.moveReason("order", moved) == "" {
				r.moves = append(r.moves, moved)
			}
		}
	}
	return r
}
