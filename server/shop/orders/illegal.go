package orders

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/problem"
)

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
