// Package orders keeps what was bought: the table of legal moves, the moves
// themselves with their effects on stock and money, and the placing of orders.
package orders

import (
	"github.com/google/uuid"

	"github.com/storefront/storefront/server/problem"
	"github.com/storefront/storefront/server/store"
)

// Orders answers the operations orders.*.
type Orders struct{ Store *store.Store }

// parseID reads the one spelling in which ids go out. uuid.Parse alone also
// takes braces, a URN prefix and no hyphens.
func parseID(id string) (uuid.UUID, error) {
	const length = 36
	parsed, err := uuid.Parse(id)
	if err != nil || len(id) != length {
		return uuid.Nil, orderNotFound(id)
	}
	return parsed, nil
}

func orderNotFound(id string) error {
	return problem.Newf(problem.OrderNotFound, "No order has the id %q.", id)
}
