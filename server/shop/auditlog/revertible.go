package auditlog

import (
	"slices"
	"strings"

	"github.com/storefront/storefront/server/platform/audit"
	"github.com/storefront/storefront/server/platform/contract"
)

// Undoable are the types of things whose changes can be reverted.
var Undoable = []string{"category", "discount", "order", "page", "product", "service", "settings"}

// commands begin the names of the operator's commands, such as an import. What
// they did to a thing can be reverted like a call.
const commands = "cli."

// kind is what decides whether a row can be reverted, as long as it was not.
type kind struct {
	Tool       string
	EntityType *string // nil when nothing was changed
	Outcome    string
	Moved      *string // the statuses of an order before and after, as from>to; nil for all other things
}

// reason returns why rows of a kind cannot be reverted and what to do instead;
// "" when they can. It is the only rule: the filter of audit.list lists, from
// rules, what it accepts.
func reason(c *contract.Contract, k kind) string {
	op := c.Tool(k.Tool)
	switch {
	case k.Outcome != audit.Success:
		return "The call was refused and changed nothing. There is nothing to revert."
	case k.EntityType == nil || op != nil && op.ReadOnly:
		return "The call only read. There is nothing to revert."
	case op != nil && op.NotRevertible != "":
		return op.NotRevertible
	case op == nil && !strings.HasPrefix(k.Tool, commands):
		return "The service did this by itself. Change the thing with the operations of its type."
	case !slices.Contains(Undoable, *k.EntityType):
		return "Changes of this type of thing cannot be reverted. Change it with the operations of its type."
	case k.Moved != nil && !movesBack(*k.Moved):
		return "The move of the order had effects on stock or money. Move it on with orders.update_status, whose next statuses orders.transitions lists."
	}
	return ""
}

// reverted is the reason of a row that was reverted.
const reverted = "It was reverted already. To do it again, revert the entry that reverted it."

// withEffects are the statuses that an order enters with effects on stock or money.
var withEffects = []string{"cancelled", "disputed", "partial_refund", "refunded"}

// movesBack reports whether a move of an order, as from>to, can be reverted: it
// had no effect on stock or money, and neither has the move back. A change that
// moved nothing is as good.
func movesBack(moved string) bool {
	from, to, _ := strings.Cut(moved, ">")
	if from == to {
		return true
	}
	if from == "" || to == "" || slices.Contains(withEffects, from) || slices.Contains(withEffects, to) {
		return false
	}
	return !takesMoney(from, to)
}

// takesMoney reports whether an order was paid by a move.
func takesMoney(from, to string) bool {
	return to == "paid" && slices.Contains([]string{"flagged_review", "pending", "pending_payment"}, from)
}
