package limits_test

import (
	"fmt"
	"testing"

	"github.com/storefront/storefront/server/platform/auth"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

// TestMain also fails if an operation was never seen to refuse with a code that
// the contract lists for it.
func TestMain(m *testing.M) { storetest.Main(m, servertest.EveryRefusal("approvals")) }

type object = servertest.Object

// shop is a shop with an owner, and a key that has limits.
type shop struct {
	*servertest.Server
	owner, key string
	id         string // of the key
}

func newShop(t *testing.T, limits string) shop {
	t.Helper()
	s := shop{Server: servertest.Borrow(t, servertest.Demo)}
	s.owner = s.Key(t, "owner")
	s.id, s.key = s.Grant(t, auth.Grant{Name: "Limited", Holder: auth.Agent, Scopes: contract.ShopScopes(), Limits: []byte(limits)})
	return s
}

// beyond makes a call that a limit refuses, over REST and over MCP.
func (s shop) beyond(t *testing.T, tool string, body object, limit string, left int64) problem.Document {
	t.Helper()
	for _, p := range []problem.Document{s.Refused(t, s.key, tool, body, problem.BeyondLimit), s.CallMCP(t, s.key, tool, body).Reply.Problem(t, problem.BeyondLimit)} {
		if p.Limit == nil || p.Limit.Name != limit || p.Limit.Left != left {
			t.Errorf("%s %v: %s %+v, want %s with %d left", tool, body, p.Detail, p.Limit, limit, left)
		}
	}
	return s.Refused(t, s.key, tool, body, problem.BeyondLimit)
}

func (s shop) ok(t *testing.T, tool string, body object) {
	t.Helper()
	s.OK(t, s.key, tool, body, nil)
}

// product makes a product that costs 1000 ore.
func (s shop) product(t *testing.T, slug string) {
	t.Helper()
	s.OK(t, s.owner, "products.create", servertest.With(servertest.NewProduct(slug), object{"priceDkk": 1000, "stock": 1000}), nil)
}

func price(slug string, ore int64) object {
	return object{"slug": slug, "patch": object{"priceDkk": ore}}
}

// place returns a call of orders.create by a key for that many pieces of a product.
func (s shop) place(t *testing.T, key, slug string, quantity int) object {
	t.Helper()
	var cart struct{ CartID string }
	s.OK(t, key, "cart.create", object{"items": []object{{"slug": slug, "quantity": quantity}}}, &cart)
	return object{
		"cartId": cart.CartID, "email": "freja@example.com", "shippingName": "Freja Holm", "shippingAddress": "Nørregade 12", "shippingZip": "1165",
		"shippingCity": "København K", "paymentMethod": "card",
	}
}

// paid returns the id of an order of pieces that cost 1000 ore each, which is paid.
func (s shop) paid(t *testing.T, slug string, quantity int) string {
	t.Helper()
	var order struct{ ID string }
	s.OK(t, s.owner, "orders.create", s.place(t, s.owner, slug, quantity), &order)
	s.OK(t, s.owner, "orders.update_status", object{"orderId": order.ID, "status": "paid"}, nil)
	return order.ID
}

func refund(order string, ore int64) object {
	return object{"orderId": order, "amountOere": ore, "reason": "Fejl.", "confirm": true}
}

// left returns what GET /api/v1/key says is left of a limit.
func (s shop) left(t *testing.T, limit string) int64 {
	t.Helper()
	var key struct {
		Limits []struct {
			Name string
			Left int64
		}
	}
	s.Ask(t, "GET", "/api/v1/key", "Authorization", "Bearer "+s.key).Result(t, &key)
	for _, l := range key.Limits {
		if l.Name == limit {
			return l.Left
		}
	}
	t.Fatalf("no limit %s: %+v", limit, key)
	return 0
}

// slugs returns that many slugs.
func slugs(n int) (all []string) {
	for i := range n {
		all = append(all, fmt.Sprintf("vare-%d", i))
	}
	return all
}
