package orders

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/text"
)

// OrdersTransitions returns the status of an order and the statuses that it can
// take now, or the whole table.
func (h Orders) OrdersTransitions(ctx context.Context, req api.OrdersTransitionsRequestObject) (api.OrdersTransitionsResponseObject, error) {
	if req.Body.OrderId == nil {
		result := api.OrdersTransitionsResult{Allowed: []api.OrderStatus{}, Table: new(toTransitions())}
		return api.OrdersTransitions200JSONResponse{Ok: true, Result: result}, nil
	}
	id, err := store.ID(*req.Body.OrderId, orderNotFound)
	if err != nil {
		return nil, err
	}
	order, err := findOrder(ctx, h.Store.Read().OrderGet, id)
	if err != nil {
		return nil, err
	}
	facts := factsOf(&order)
	if facts.Barred, err = h.barred(ctx, h.Store.Read(), &order); err != nil {
		return nil, err
	}
	result := api.OrdersTransitionsResult{Status: &order.Status, Allowed: facts.allowed()}
	return api.OrdersTransitions200JSONResponse{Ok: true, Result: result}, nil
}

func toTransitions() []api.OrderTransition {
	rows := make([]api.OrderTransition, len(transitions))
	for i, r := range transitions {
		rows[i] = api.OrderTransition{From: r.from, To: append([]api.OrderStatus{}, r.to...)} // never null
	}
	return rows
}

// transitions contains every legal move. The check of a move and the moves allowed to
// an order are derived from it; tests compare the contract and the database with
// it.
var transitions = []transition{
	{api.OrderStatusPendingPayment, statusList("paid flagged_review cancelled"), nil},
	{api.OrderStatusPending, statusList("paid processing flagged_review cancelled"), nil},
	{api.OrderStatusPaid, statusList("processing shipped flagged_review disputed partial_refund refunded cancelled"), nil},
	{api.OrderStatusProcessing, statusList("shipped completed flagged_review disputed partial_refund refunded cancelled"), nil},
	{api.OrderStatusShipped, statusList("delivered completed disputed partial_refund refunded"), nil},
	{api.OrderStatusDelivered, statusList("completed disputed partial_refund refunded"), nil},
	{api.OrderStatusCompleted, statusList("disputed partial_refund refunded"), nil},
	{api.OrderStatusFlaggedReview, statusList("paid processing cancelled refunded"), nil},
	{api.OrderStatusPartialRefund, statusList("processing shipped delivered completed disputed refunded"), &keepsStage},
	{api.OrderStatusDisputed, statusList("completed partial_refund refunded cancelled"), nil},
	{api.OrderStatusCancelled, statusList("refunded"), &moneyIsLeft},
	{api.OrderStatusRefunded, nil, nil},
}

// transition is a row of the table: the statuses that can follow one status.
type transition struct {
	from api.OrderStatus
	to   []api.OrderStatus
	only *condition // nil when there is no further condition
}

// transitionFrom returns the row of a status; a status without one is final.
func transitionFrom(from api.OrderStatus) transition {
	for _, r := range transitions {
		if r.from == from {
			return r
		}
	}
	return transition{from: from}
}

func (r transition) leadsTo(to api.OrderStatus) bool { return slices.Contains(r.to, to) }

// needPayment are the statuses that require that money was taken.
var needPayment = statusList("refunded partial_refund disputed")

// condition is an additional requirement of a row of the table.
type condition struct {
	note    string                                       // in the words of the contract
	refusal func(f moveFacts, to api.OrderStatus) string // why the order does not meet it; "" if it does
}

var keepsStage = condition{
	note: "; the stage it had, or a later one",
	refusal: func(f moveFacts, to api.OrderStatus) string {
		if at := stageRank(string(to)); at >= 0 && at < stageRank(f.Stage) {
			return fmt.Sprintf("The order has reached %s and cannot go back to %s.", f.Stage, to)
		}
		return ""
	},
}

var moneyIsLeft = condition{
	note: "; when not yet refunded", // refunded requires payment anyway
	refusal: func(f moveFacts, _ api.OrderStatus) string {
		if f.RefundedOere >= f.TotalOere {
			return "No money is left to refund."
		}
		return ""
	},
}

// stages are the stages of a parcel in their order. All but the first are also
// statuses.
var stages = []string{"none", "processing", "shipped", "delivered", "completed"}

// stageRank returns the index of a stage, or of a status, among the stages; -1 if it
// is not one.
func stageRank(stage string) int { return slices.Index(stages, stage) }

// moveFacts are what of an order decides which moves are legal.
type moveFacts struct {
	Status       api.OrderStatus
	Stage        string // the furthest stage of the parcel
	Paid         bool   // whether any money was ever taken
	RefundedOere int64
	TotalOere    int64

	Barred []api.OrderStatus // what a payment moves the order to, and not this caller
}

func factsOf(o *db.Order) moveFacts {
	return moveFacts{
		Status: api.OrderStatus(o.Status), Stage: o.Stage, Paid: o.PaidAt != nil,
		RefundedOere: o.RefundedOere, TotalOere: o.TotalOere,
	}
}

// allowed returns the statuses that the order can take now; never nil.
func (f moveFacts) allowed() []api.OrderStatus {
	allowed := []api.OrderStatus{}
	for _, to := range transitionFrom(f.Status).to {
		if f.refusal(to) == "" && !slices.Contains(f.Barred, to) {
			allowed = append(allowed, to)
		}
	}
	return allowed
}

// check refuses a move that the order cannot make.
func (f moveFacts) check(to api.OrderStatus) error {
	why := f.refusal(to)
	if why == "" {
		return nil
	}
	allowed := f.allowed()
	p := instead(why, f, to, allowed)
	p.Allowed = statusNames(allowed)
	return p
}

// refusal returns why the order cannot take a status; "" if it can.
func (f moveFacts) refusal(to api.OrderStatus) string {
	r := transitionFrom(f.Status)
	switch {
	case to == f.Status:
		return fmt.Sprintf("The order is %s already.", to)
	case !r.leadsTo(to):
		return fmt.Sprintf("An order cannot go from %s to %s.", f.Status, to)
	case !f.Paid && slices.Contains(needPayment, to):
		return fmt.Sprintf("The order was never paid; %s needs a payment.", to)
	case r.only != nil:
		return r.only.refusal(f, to)
	}
	return ""
}

// instead refuses a move to a status, and says what to do instead.
func instead(why string, f moveFacts, to api.OrderStatus, allowed []api.OrderStatus) *problem.Error {
	leave := problem.Leave{Op: "orders.get", Because: map[string]any{"status": f.Status}}
	switch {
	case to == f.Status:
		return problem.New(problem.IllegalTransition, why, fmt.Sprintf("Nothing to do: the order is %s already.", f.Status)).Then(leave)
	case len(allowed) == 0 && len(f.Barred) > 0:
		return problem.New(problem.IllegalTransition, why, "Leave the order as it is: its payment moves it on.").Then(leave)
	case len(allowed) == 0:
		return problem.New(problem.IllegalTransition, why, fmt.Sprintf("Leave the order as it is: %s is final.", f.Status)).Then(leave)
	}
	choices := text.Quoted(allowed)
	return problem.New(problem.IllegalTransition, why, `Set "status" to `+text.Joined(choices, "or")+".").Then(problem.Set("status", choices[0]))
}

// unexpectedStatus is the refusal of a move whose caller expects another status than
// the order has.
func unexpectedStatus(status, expected api.OrderStatus) error {
	return problem.New(problem.OrderChanged, fmt.Sprintf("The order is %s, not %s.", status, expected), "").
		Lookup("orders.get", "status", "expectedStatus", "the order")
}

// orderChanged is the refusal of the second of two concurrent moves.
func orderChanged() error {
	return problem.New(problem.OrderChanged, "Another call changed the order at the same time.", "")
}

func statusList(words string) []api.OrderStatus {
	var list []api.OrderStatus
	for word := range strings.FieldsSeq(words) {
		list = append(list, api.OrderStatus(word))
	}
	return list
}

// statusNames returns statuses as strings; never nil.
func statusNames(list []api.OrderStatus) []string {
	out := make([]string, len(list))
	for i, status := range list {
		out[i] = string(status)
	}
	return out
}
