package customers

import (
	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/wire"
)

func toSummaries(rows []db.CustomerRecord) []api.CustomerSummary {
	out := make([]api.CustomerSummary, len(rows))
	for i := range rows {
		c := &rows[i]
		out[i] = api.CustomerSummary{
			Id: c.ID.String(), Email: c.Email, Name: c.ShippingName, OrderCount: c.OrderCount, TotalSpentOere: c.TotalSpentOere,
			LastOrderAt: wire.TimeOf(c.LastOrderAt), CreatedAt: wire.TimeOf(c.CreatedAt),
		}
	}
	return out
}

func toCustomer(c *db.CustomerRecord, orders []api.OrderSummary) api.Customer {
	return api.Customer{
		Id: c.ID.String(), Email: c.Email, Name: c.ShippingName, OrderCount: c.OrderCount, TotalSpentOere: c.TotalSpentOere,
		LastOrderAt: wire.TimeOf(c.LastOrderAt), CreatedAt: wire.TimeOf(c.CreatedAt), PhoneNumber: c.PhoneNumber,
		LastShipping: api.CustomerShipping{Name: c.ShippingName, Address: c.ShippingAddress, Zip: c.ShippingZip, City: c.ShippingCity},
		Orders:       orders,
	}
}

func toFound(id uuid.UUID, orders int64, name, address, zip, city string) api.CustomerFound {
	text := id.String()
	return api.CustomerFound{
		HasOrders: true, OrderCount: orders, CustomerId: &text,
		LastShipping: &api.CustomerShippingOrNull{Name: name, Address: address, Zip: zip, City: city},
	}
}
