package orders

import (
	"fmt"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/problem"
)

// check refuses a move that the order cannot make.
func (f Facts) check(to api.OrderStatus) error {
	why := f.refusal(to)
	if why == "" {
		return nil
	}
	allowed := f.Allowed()
	p := problem.New(problem.IllegalTransition, why, wayOut(f.Status, allowed))
	p.Allowed = names(allowed)
	return p
}

// wayOut says what to do instead.
func wayOut(status api.OrderStatus, allowed []api.OrderStatus) string {
	switch len(allowed) {
	case 0:
		return fmt.Sprintf("Leave the order %s: it is final.", status)
	case 1:
		return fmt.Sprintf("Choose %s, the only status that it may take now.", allowed[0])
	}
	return "Choose one of " + join(allowed) + "."
}

// changed is the refusal of the one who came second.
func changed() error {
	return problem.New(problem.OrderChanged, "Someone else changed the order at the same moment.",
		"Read the order with orders.get and decide anew.")
}
