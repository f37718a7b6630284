package customers_test

import (
	"testing"
	"time"

	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

// TestMain also fails if an operation was never seen to refuse with a code that
// the contract lists for it.
func TestMain(m *testing.M) { storetest.Main(m, servertest.EveryRefusal("customer")) }

type object = servertest.Object

// shop is a service with a product, the key of its owner and that of an agent
// that buys.
type shop struct {
	*servertest.Server
	owner, agent string
}

func newShop(t *testing.T, o servertest.Options) shop {
	t.Helper()
	o.Template = storetest.Empty
	s := servertest.New(t, o)
	w := shop{s, s.Key(t, "all"), s.Key(t, "cart:write,orders:read,orders:write,customer:read")}
	s.OK(t, w.owner, "categories.upsert", object{"slug": "briller", "name": "Briller"}, nil)
	s.OK(t, w.owner, "products.create", servertest.With(servertest.NewProduct("rund"), object{"priceDkk": 100000, "stock": 5000}), nil)
	return w
}

// buyer is the body of orders.create without the cart.
func buyer(email, name string) object {
	return object{"email": email, "shippingName": name, "shippingAddress": "Nørregade 12", "shippingZip": "1165", "shippingCity": "København K"}
}

// cart opens a cart with one piece.
func (s shop) cart(t *testing.T) string {
	t.Helper()
	var c object
	s.OK(t, s.agent, "cart.create", object{"items": []object{{"slug": "rund", "quantity": 1}}}, &c)
	return c["cartId"].(string)
}

// buy places an order of one piece, which costs 100000 ore, and returns its id.
func (s shop) buy(t *testing.T, who object) string {
	t.Helper()
	var placed object
	s.OK(t, s.agent, "orders.create", servertest.With(who, object{"cartId": s.cart(t)}), &placed)
	return placed["id"].(string)
}

func (s shop) move(t *testing.T, order, status string) {
	t.Helper()
	s.OK(t, s.agent, "orders.update_status", object{"orderId": order, "status": status}, nil)
}

// customer returns the id of the customer with an e-mail address.
func (s shop) customer(t *testing.T, email string) string {
	t.Helper()
	var found struct{ CustomerID string }
	s.OK(t, s.agent, "customer.lookup_by_email", object{"email": email}, &found)
	if found.CustomerID == "" {
		t.Fatalf("%s is no customer", email)
	}
	return found.CustomerID
}

func (s shop) get(t *testing.T, customer string) (c object) {
	t.Helper()
	s.OK(t, s.agent, "customer.get", object{"customerId": customer}, &c)
	return c
}

// page is a result of customer.list.
type page struct {
	Items []struct {
		ID, Email, Name           string
		OrderCount, TotalSpentOre int64
		CreatedAt                 time.Time
	}
	NextCursor *string
}

func (s shop) list(t *testing.T, body object) (emails []string, p page) {
	t.Helper()
	s.OK(t, s.agent, "customer.list", body, &p)
	emails = []string{}
	for _, item := range p.Items {
		emails = append(emails, item.Email)
	}
	return emails, p
}
