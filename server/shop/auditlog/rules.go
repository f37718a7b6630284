package auditlog

import (
	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/audit"
	"github.com/storefront/storefront/server/platform/contract"
)

// rules are the rule of reason as lists, which a statement can compare with.
type rules struct {
	tools []string // of the contract
	moves []string // of an order, as from>to
}

// statuses are all that an order can have, and "" of a change that does not
// name it.
var statuses = []api.OrderStatus{
	"", api.OrderStatusPendingPayment, api.OrderStatusPending, api.OrderStatusPaid, api.OrderStatusProcessing, api.OrderStatusShipped,
	api.OrderStatusDelivered, api.OrderStatusCompleted, api.OrderStatusCancelled, api.OrderStatusRefunded, api.OrderStatusPartialRefund,
	api.OrderStatusFlaggedReview, api.OrderStatusDisputed,
}

func rulesOf(c *contract.Contract) (r rules) {
	for _, op := range c.Tools() {
		if reason(c, kind{Tool: op.Name, EntityType: &Undoable[0], Outcome: audit.Success}) == "" {
			r.tools = append(r.tools, op.Name)
		}
	}
	for _, from := range statuses {
		for _, to := range statuses {
			if moved := string(from + ">" + to); movesBack(moved) {
				r.moves = append(r.moves, moved)
			}
		}
	}
	return r
}
