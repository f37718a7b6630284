package orders

import (
	"fmt"
	"slices"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
)

// stages are the stages of a parcel in their order. All but the first are also
// statuses.
var stages = []string{"none", "processing", "shipped", "delivered", "completed"}

// rank returns the index of a stage, or of a status, among the stages; -1 if it
// is not one.
func rank(stage string) int { return slices.Index(stages, stage) }

// Facts are the properties of an order that decide which moves are legal.
type Facts struct {
	Status       api.OrderStatus
	Stage        string // the furthest stage of the parcel
	Paid         bool   // whether any money was ever taken
	RefundedOere int64
	TotalOere    int64
}

func factsOf(o *db.Order) Facts {
	return Facts{
		Status: api.OrderStatus(o.Status), Stage: o.Stage, Paid: o.PaidAt != nil,
		RefundedOere: o.RefundedOere, TotalOere: o.TotalOere,
	}
}

// Allowed returns the statuses that the order can take now; never nil.
func (f Facts) Allowed() []api.OrderStatus {
	allowed := []api.OrderStatus{}
	for _, to := range ruleOf(f.Status).to {
		if f.refusal(to) == "" {
			allowed = append(allowed, to)
		}
	}
	return allowed
}

// refusal returns why the order cannot take a status; "" if it can.
func (f Facts) refusal(to api.OrderStatus) string {
	r := ruleOf(f.Status)
	switch {
	case to == f.Status:
		return fmt.Sprintf("The order is %s already.", to)
	case !r.leadsTo(to):
		return fmt.Sprintf("An order cannot go from %s to %s.", f.Status, to)
	case !f.Paid && slices.Contains(needMoney, to):
		return fmt.Sprintf("The order was never paid; %s needs a payment.", to)
	case r.only != nil:
		return r.only.refusal(f, to)
	}
	return ""
}

// condition is an additional requirement of a row of the table.
type condition struct {
	note    string                                   // in the words of the contract
	refusal func(f Facts, to api.OrderStatus) string // why the order does not meet it; "" if it does
}

var keepsStage = condition{
	note: "; only the stage it had, or a later one",
	refusal: func(f Facts, to api.OrderStatus) string {
		if at := rank(string(to)); at >= 0 && at < rank(f.Stage) {
			return fmt.Sprintf("The order has reached %s and cannot go back to %s.", f.Stage, to)
		}
		return ""
	},
}

var moneyIsLeft = condition{
	note: "; only when not yet refunded", // refunded requires payment anyway
	refusal: func(f Facts, _ api.OrderStatus) string {
		if f.RefundedOere >= f.TotalOere {
			return "No money is left to refund."
		}
		return ""
	},
}
