package orders

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/problem"
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

// rule is a row of the table: the statuses that can follow one status.
type rule struct {
	from api.OrderStatus
	to   []api.OrderStatus
	only *condition // nil when there is no further condition
}

// table contains every legal move. The check of a move and the moves allowed to
// an order are derived from it; tests compare the contract and the database with
// it.
var table = []rule{
	{api.OrderStatusPendingPayment, statuses("paid flagged_review cancelled"), nil},
	{api.OrderStatusPending, statuses("paid processing flagged_review cancelled"), nil},
	{api.OrderStatusPaid, statuses("processing shipped flagged_review disputed partial_refund refunded cancelled"), nil},
	{api.OrderStatusProcessing, statuses("shipped completed flagged_review disputed partial_refund refunded cancelled"), nil},
	{api.OrderStatusShipped, statuses("delivered completed disputed partial_refund refunded"), nil},
	{api.OrderStatusDelivered, statuses("completed disputed partial_refund refunded"), nil},
	{api.OrderStatusCompleted, statuses("disputed partial_refund refunded"), nil},
	{api.OrderStatusFlaggedReview, statuses("paid processing cancelled refunded"), nil},
	{api.OrderStatusPartialRefund, statuses("processing shipped delivered completed disputed refunded"), &keepsStage},
	{api.OrderStatusDisputed, statuses("completed partial_refund refunded cancelled"), nil},
	{api.OrderStatusCancelled, statuses("refunded"), &moneyIsLeft},
	{api.OrderStatusRefunded, nil, nil},
}

// needMoney are the statuses that require that money was taken.
var needMoney = statuses("refunded partial_refund disputed")

// ruleOf returns the row of a status; a status without one is final.
func ruleOf(from api.OrderStatus) rule {
	for _, r := range table {
		if r.from == from {
			return r
		}
	}
	return rule{from: from}
}

func (r rule) leadsTo(to api.OrderStatus) bool { return slices.Contains(r.to, to) }

// OrdersTransitions returns the status of an order and the statuses that it can
// take now, or the whole table.
func (h Orders) OrdersTransitions(ctx context.Context, req api.OrdersTransitionsRequestObject) (api.OrdersTransitionsResponseObject, error) {
	if req.Body.OrderId == nil {
		result := api.OrdersTransitionsResult{Allowed: []api.OrderStatus{}, Table: new(toTransitions())}
		return api.OrdersTransitions200JSONResponse{Ok: true, Result: result}, nil
	}
	id, err := parseID(*req.Body.OrderId)
	if err != nil {
		return nil, err
	}
	order, err := find(ctx, h.Store.Read().OrderGet, id)
	result := api.OrdersTransitionsResult{Status: &order.Status, Allowed: factsOf(&order).Allowed()}
	return api.OrdersTransitions200JSONResponse{Ok: true, Result: result}, err
}

func toTransitions() []api.OrderTransition {
	rows := make([]api.OrderTransition, len(table))
	for i, r := range table {
		rows[i] = api.OrderTransition{From: r.from, To: append([]api.OrderStatus{}, r.to...)} // never null
	}
	return rows
}

func statuses(words string) []api.OrderStatus {
	var list []api.OrderStatus
	for word := range strings.FieldsSeq(words) {
		list = append(list, api.OrderStatus(word))
	}
	return list
}

// names returns statuses as strings; never nil.
func names(list []api.OrderStatus) []string {
	out := make([]string, len(list))
	for i, status := range list {
		out[i] = string(status)
	}
	return out
}

// check refuses a move that the order cannot make.
func (f Facts) check(to api.OrderStatus) error {
	why := f.refusal(to)
	if why == "" {
		return nil
	}
	allowed := f.Allowed()
	p := problem.New(problem.IllegalTransition, why, wayOut(f.Status, to, allowed))
	p.Allowed = names(allowed)
	return p
}

// wayOut returns what to do instead of a move to a status.
func wayOut(status, to api.OrderStatus, allowed []api.OrderStatus) string {
	switch {
	case to == status:
		return fmt.Sprintf("Nothing to do: the order is %s already.", status)
	case len(allowed) == 0:
		return fmt.Sprintf("Leave the order as it is: %s is final.", status)
	}
	quoted := make([]string, len(allowed))
	for i, a := range allowed {
		quoted[i] = strconv.Quote(string(a))
	}
	last := len(quoted) - 1
	if last == 0 {
		return `Set "status" to ` + quoted[0] + "."
	}
	return `Set "status" to ` + strings.Join(quoted[:last], ", ") + " or " + quoted[last] + "."
}

// overtaken is the refusal of a move whose caller expects another status than
// the order has.
func overtaken(status, expected, to api.OrderStatus) error {
	resolution := `Call orders.get and set "expectedStatus" to the status of the order.`
	if status == to {
		resolution = wayOut(status, to, nil)
	}
	return problem.New(problem.OrderChanged, fmt.Sprintf("The order is %s, not %s.", status, expected), resolution)
}

// changed is the refusal of the second of two concurrent moves.
func changed() error {
	return problem.New(problem.OrderChanged, "Another call changed the order at the same time.", "")
}
