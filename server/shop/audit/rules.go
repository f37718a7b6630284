package audit

import (
	"maps"
	"slices"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/store"
)

// rules are the rule of reason as lists, which a statement can compare with.
type rules struct {
	types []string // of things
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

// rules returns what reason accepts.
func (h Audit) rules() rules {
	r := rules{types: slices.Sorted(maps.Keys(h.Kinds))}
	thing := "product"
	for _, op := range h.Contract.Tools() {
		if h.reason(kind{Tool: op.Name, EntityType: &thing, Outcome: store.AuditSuccess}) == "" {
			r.tools = append(r.tools, op.Name)
		}
	}
	for _, from := range statuses {
		for _, to := range statuses {
			if moved := string(from + ">" + to); h.refused("order", moved) == "" {
				r.moves = append(r.moves, moved)
			}
		}
	}
	return r
}
