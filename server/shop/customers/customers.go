// Package customers answers what is known of the people who ordered, and forgets
// them. There is one customer for each e-mail address; all else about a customer
// is in the orders with that address.
package customers

import (
	"context"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/text"
	"github.com/storefront/storefront/server/shop/orders"
)

// Customers answers the operations customer.*.
type Customers struct{ Store *store.Store }

// CustomerGet returns a customer with the newest orders.
func (h Customers) CustomerGet(ctx context.Context, req api.CustomerGetRequestObject) (api.CustomerGetResponseObject, error) {
	const newest = 10
	c, err := h.find(ctx, req.Body.CustomerId)
	if err != nil {
		return nil, err
	}
	summaries, err := orders.Newest(ctx, h.Store, c.Email, newest)
	return api.CustomerGet200JSONResponse{Ok: true, Result: toCustomer(&c, summaries)}, err
}

// CustomerLookupByEmail returns what is known by an e-mail address.
func (h Customers) CustomerLookupByEmail(ctx context.Context, req api.CustomerLookupByEmailRequestObject) (api.CustomerLookupByEmailResponseObject, error) {
	c, err := h.Store.Read().CustomerByEmail(ctx, text.Case(req.Body.Email))
	if store.NotFound(err) {
		return api.CustomerLookupByEmail200JSONResponse{Ok: true}, nil
	}
	found := toFound(c.ID, c.OrderCount, c.ShippingName, c.ShippingAddress, c.ShippingZip, c.ShippingCity)
	return api.CustomerLookupByEmail200JSONResponse{Ok: true, Result: found}, err
}

// CustomerLookupByPhone returns what is known by a telephone number.
func (h Customers) CustomerLookupByPhone(ctx context.Context, req api.CustomerLookupByPhoneRequestObject) (api.CustomerLookupByPhoneResponseObject, error) {
	c, err := h.Store.Read().CustomerByPhone(ctx, req.Body.Phone)
	if store.NotFound(err) {
		return api.CustomerLookupByPhone200JSONResponse{Ok: true}, nil
	}
	found := toFound(c.ID, c.OrderCount, c.ShippingName, c.ShippingAddress, c.ShippingZip, c.ShippingCity)
	return api.CustomerLookupByPhone200JSONResponse{Ok: true, Result: found}, err
}

// find returns a customer. The error is a customer_not_found if there is no such
// customer, or no longer.
func (h Customers) find(ctx context.Context, text string) (db.CustomerRecord, error) {
	id, err := parseID(text)
	if err != nil {
		return db.CustomerRecord{}, err
	}
	c, err := h.Store.Read().CustomerGet(ctx, id)
	return c, orNotFound(err, id)
}

func parseID(text string) (uuid.UUID, error) {
	id, ok := store.ParseID(text)
	if !ok {
		return id, notFound(text)
	}
	return id, nil
}

func orNotFound(err error, id uuid.UUID) error {
	if store.NotFound(err) {
		return notFound(id.String())
	}
	return err
}

func notFound(id string) error {
	return problem.Newf(problem.CustomerNotFound, "No customer has the id %q.", id)
}
