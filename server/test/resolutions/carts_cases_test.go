package resolutions_test

import (
	"testing"

	"github.com/storefront/storefront/server/ops/demo"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
)

// aboutCarts are the problems of buying, with the cart of the demo shop: a pair of Round
// Metal.
var aboutCarts = map[problem.Code]map[string]provoke{
	problem.CartNotFound: {
		"summary": calls("cart:write", "cart.get_summary", object{"cartId": "x"}),
	},
	problem.CartEmpty: {
		"order": buying("", object{}, "DELETE FROM cart_items"),
	},
	problem.CartOrdered: {
		"order": buying("", object{}, "UPDATE carts SET order_id = (SELECT id FROM orders ORDER BY id LIMIT 1)"),
		"add":   buying("cart.add", object{"slug": "mikrofiberklud"}, "UPDATE carts SET order_id = (SELECT id FROM orders ORDER BY id LIMIT 1)"),
	},
	problem.InsufficientStock: {
		"order": buying("", object{}, "UPDATE cart_items SET quantity = 999"),
		"gone":  buying("", object{}, "UPDATE products SET deleted_at = now() WHERE slug = 'round-metal'"),
		"add":   buying("cart.add", object{"slug": "round-metal", "quantity": 900}, ""),
		"none":  buying("cart.add", object{"slug": "cat-eye"}, "UPDATE products SET stock = 0 WHERE slug = 'cat-eye'"),
		"open":  calls("cart:write", "cart.create", object{"items": []any{object{"slug": "round-metal", "quantity": 999}}}),
	},
	problem.DiscountNotApplicable: {
		"order": buying("", object{}, "UPDATE carts SET discount_code = 'VAEK'"),
		"apply": buying("cart.apply_discount", object{"code": "VELKOMMEN10"}, "UPDATE discounts SET active = false"),
		"open": func(t *testing.T) (*agent, *request) {
			a, r := calls("cart:write", "cart.create", object{"discountCode": "VELKOMMEN10"})(t)
			a.s.Execute(t, "UPDATE discounts SET active = false")
			return a, r
		},
	},
	problem.TotalChanged: {
		"order": buying("", object{"expectedTotalOere": 1}, ""),
	},
	problem.AmountTooLarge: {
		"more": buying("cart.update_quantity", object{"slug": "round-metal", "quantity": 3}, "UPDATE products SET price_oere = 4503599627370495 WHERE slug = 'round-metal'"),
		"open": func(t *testing.T) (*agent, *request) {
			a, r := calls("cart:write", "cart.create", object{"items": []any{object{"slug": "round-metal", "quantity": 3}}})(t)
			a.s.Execute(t, "UPDATE products SET price_oere = 4503599627370495 WHERE slug = 'round-metal'")
			return a, r
		},
		"another": buying("cart.add", object{"slug": "cat-eye"}, "UPDATE products SET price_oere = 9007199254740991 WHERE slug = 'round-metal'"),
		"order":   buying("", object{}, "UPDATE cart_items SET quantity = 2; UPDATE products SET price_oere = 9007199254740991 WHERE slug = 'round-metal'"),
	},
}

// buying is a call about the cart of the demo shop, orders.create unless a tool is named,
// after a change of the database.
func buying(tool string, more object, change string) provoke {
	return func(t *testing.T) (*agent, *request) {
		args := object{"cartId": demo.CartID.String()}
		if tool == "" {
			tool = "orders.create"
			args = servertest.With(args, object{
				"email": "freja@example.com", "shippingName": "Freja Holm", "shippingAddress": "Nørregade 12", "shippingZip": "1165", "shippingCity": "København K",
			})
		}
		a, r := calls("cart:write orders:read orders:write catalog:read", tool, servertest.With(args, more))(t)
		if change != "" {
			a.s.Execute(t, change)
		}
		return a, r
	}
}
