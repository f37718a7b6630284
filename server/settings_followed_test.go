package server_test

import (
	"testing"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
)

// Shipping terms and VAT that are set at one replica are those of the next cart that any
// replica shows, and of the next order.
func TestSettingsAreObeyedByAllReplicasAtOnce(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	other := s.Beside(t, servertest.Options{})
	key := s.Key(t, "settings:write,cart:write,orders:write,products:write")
	s.OK(t, key, "products.create", with(newProduct("forsendelse"), object{"priceDkk": 10000}), nil)
	var cart api.Cart
	other.OK(t, key, "cart.create", object{"items": []object{{"slug": "forsendelse", "quantity": 1}}}, &cart)
	for fee := range int64(20) {
		s.OK(t, key, "settings.update_shipping", object{"shippingFeeOere": fee, "freeShippingThresholdOere": 10001}, nil)
		s.OK(t, key, "settings.update_tax", object{"patch": object{"vatRatePercent": fee}}, nil)
		vat := ((10000+fee)*fee*2 + 100 + fee) / (2 * (100 + fee)) // rounded half up
		for _, replica := range []*servertest.Server{other, s} {
			replica.OK(t, key, "cart.get_summary", object{"cartId": cart.CartId}, &cart)
			if cart.ShippingOere != fee || cart.TotalOere != 10000+fee || cart.VatOere != vat {
				t.Errorf("with a fee of %d and %d %% VAT the cart is %+v", fee, fee, cart)
			}
		}
	}
	s.OK(t, key, "settings.update_shipping", object{"shippingFeeOere": 4900, "freeShippingThresholdOere": 10000}, nil)
	order := object{
		"cartId": cart.CartId, "email": "freja@example.com", "expectedTotalOere": cart.TotalOere,
		"shippingName": "Freja Holm", "shippingAddress": "Nørregade 12", "shippingZip": "1165", "shippingCity": "København K",
	}
	other.Refused(t, key, "orders.create", order, problem.TotalChanged)
	var placed api.OrdersCreateResult
	if other.OK(t, key, "orders.create", with(order, object{"expectedTotalOere": 10000}), &placed); placed.TotalDkk != 10000 {
		t.Errorf("placed: %+v", placed)
	}
}
