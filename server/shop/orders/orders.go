// Package orders keeps orders: it places them and moves them between statuses,
// with the effects on stock and money.
package orders

import (
	"github.com/google/uuid"

	"github.com/storefront/storefront/server/platform/paging"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
)

// Orders answers the operations orders.*.
type Orders struct {
	Store   *store.Store
	Counted *paging.Memo // how many orders lists have; nil counts them each time
}

func parseID(text string) (uuid.UUID, error) {
	id, ok := store.ParseID(text)
	if !ok {
		return uuid.Nil, orderNotFound(text)
	}
	return id, nil
}

func orderNotFound(id string) error {
	return problem.Newf(problem.OrderNotFound, "No order has the id %q.", id)
}
