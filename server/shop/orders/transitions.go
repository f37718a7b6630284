package orders

import (
	"context"
	"slices"
	"strings"

	"github.com/storefront/storefront/gen/api"
)

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
