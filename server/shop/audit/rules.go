package audit

import (
	"maps"
	"slices"
	"strings"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/undo"
)

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

// revertTool begins the names of the operations that revert. What they did to an order had no effect on
// money or stock, so that their own rows can always be reverted.
const revertTool = "audit.revert"

// kind is what decides whether a row can be reverted, as long as it was not.
type kind struct {
	Tool       string
	EntityType *string // nil when nothing was changed
	Outcome    string
	Moved      *string // the statuses of an order before and after, as from>to; the key of a switch that stays; nil for all other things
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
	if k.Moved == nil || strings.HasPrefix(k.Tool, revertTool) {
		return ""
	}
	return h.moveReason(*k.EntityType, *k.Moved)
}

// moveReason returns why a move of an order, as from>to, or of the switch with that key cannot be reverted; "" when it can.
func (h Audit) moveReason(entityType, moved string) string {
	from, to, _ := strings.Cut(moved, ">")
	return h.Kinds[entityType].Refused(undo.State{"status": from, "key": moved}, undo.State{"status": to, "key": moved})
}

// revertRules are the rule of kindReason as lists, which a query can compare with.
type revertRules struct {
	types []string // of things
	tools []string // of the contract
	moves []string // of an order, as from>to; no switch has one
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
