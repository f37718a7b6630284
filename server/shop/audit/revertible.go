package audit

import (
	"strings"

	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/undo"
)

// commands begin the names of the operator's commands, such as an import. What
// they did to a thing can be reverted like a call.
const commands = "cli."

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

// reason returns why rows of a kind cannot be reverted and what to do instead;
// "" when they can. It is the only rule: the filter of audit.list lists, from
// rules, what it accepts.
func (h Audit) reason(k kind) string {
	op := h.Contract.Tool(k.Tool)
	switch {
	case k.Outcome != store.AuditSuccess:
		return "The call was refused and changed nothing. There is nothing to revert."
	case k.EntityType == nil || op != nil && op.ReadOnly:
		return "The call only read. There is nothing to revert."
	case op != nil && op.NotRevertible != "":
		return op.NotRevertible
	case op == nil && !strings.HasPrefix(k.Tool, commands):
		return "The service did this by itself. Change the thing with the operations of its type."
	}
	if _, undoable := h.Kinds[*k.EntityType]; !undoable {
		return "Changes of this type of thing cannot be reverted. Change it with the operations of its type."
	}
	if k.Moved == nil || k.Tool == revertTool {
		return ""
	}
	return h.refused(*k.EntityType, *k.Moved)
}

// refused returns why a move of a thing, as from>to, cannot be reverted; "" when it can.
func (h Audit) refused(entityType, moved string) string {
	from, to, _ := strings.Cut(moved, ">")
	return h.Kinds[entityType].Refused(undo.State{"status": from}, undo.State{"status": to})
}

// reverted is the reason of a row that was reverted.
const reverted = "It was reverted already. To do it again, revert the entry that reverted it."
