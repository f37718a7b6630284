package payments_test

import (
	"strings"
	"testing"
	"time"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/test/servertest"
)

// A whole sale of the demo shop, from the search to an order that is paid and refunded, over HTTP and over MCP.
func TestASale(t *testing.T) {
	t.Parallel()
	for channel, over := range map[string]func(*testing.T, till, string, object, any){
		"http": func(t *testing.T, s till, tool string, body object, into any) { s.OK(t, s.key, tool, body, into) },
		"mcp": func(t *testing.T, s till, tool string, body object, into any) {
			o := s.CallMCP(t, s.key, strings.Replace(tool, ".", "_", 1), body)
			if o.Refused {
				t.Fatalf("%s: %s", tool, o.Reply.Body)
			}
			o.Reply.Result(t, into)
		},
	} {
		t.Run(channel, func(t *testing.T) {
			t.Parallel()
			s := till{Server: servertest.New(t, servertest.Options{})}
			s.key = s.Key(t, "owner")
			call := func(tool string, body object, into any) { over(t, s, tool, body, into) }
			var hits []struct{ Slug string }
			call("products.search", object{"q": "solbriller", "inStock": true}, &hits)
			if len(hits) == 0 {
				t.Fatal("nothing is for sale")
			}
			var cart struct{ CartID string }
			call("cart.create", object{"items": []object{{"slug": hits[0].Slug, "quantity": 1}}}, &cart)
			var order api.Order
			call("orders.create", object{
				"cartId": cart.CartID, "email": "freja@example.com", "shippingName": "Freja Holm", "shippingAddress": "Nørregade 12", "shippingZip": "1165", "shippingCity": "København K",
			}, &order)
			var ways []api.PaymentMethod
			call("payments.methods", object{}, &ways)
			var begun api.PaymentBegun
			call("payments.create", object{"orderId": order.Id, "provider": ways[0].Provider}, &begun)
			s.at(t, begun.Url, "pay")
			servertest.Eventually(t, 20*time.Second, func() bool {
				call("orders.get", object{"orderId": order.Id}, &order)
				return order.Status == api.OrderStatusPaid
			})
			call("payments.refund", object{"paymentId": begun.PaymentId, "amountOere": order.TotalDkk, "reason": "It did not fit.", "confirm": true}, nil)
			call("orders.get", object{"orderId": order.Id}, &order)
			if order.Status != api.OrderStatusRefunded || order.PaidAt == nil || *order.PaymentMethod != "test:card" {
				t.Errorf("in the end: %+v", order)
			}
		})
	}
}
