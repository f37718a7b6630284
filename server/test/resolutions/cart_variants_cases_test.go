package resolutions_test

import (
	"testing"

	"github.com/storefront/storefront/server/ops/demo"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
)

// aboutCartVariants are the problems of buying a product that comes in variants: Cat Eye in S, of which three are left, and M,
// of which there are none.
var aboutCartVariants = map[problem.Code]map[string]provoke{
	problem.VariantRequired: {
		"add":    choosing("cart.add", object{}, ""),
		"open":   opening(object{"slug": "mikrofiberklud", "quantity": 1}, object{"slug": "cat-eye", "quantity": 2}),
		"change": choosing("cart.update_quantity", object{"quantity": 2}, inCart("cat-eye", "S")+inCart("cat-eye", "M")),
		"remove": choosing("cart.remove", object{}, inCart("cat-eye", "S")+inCart("cat-eye", "M")),
	},
	problem.VariantNotFound: {
		"add":    choosing("cart.add", object{"variantId": "findes-ikke"}, ""),
		"open":   opening(object{"slug": "mikrofiberklud", "quantity": 1}, object{"slug": "cat-eye", "variantId": "findes-ikke", "quantity": 2}),
		"none":   opening(object{"slug": "cat-eye", "variantId": sizeS, "quantity": 2}, object{"slug": "mikrofiberklud", "variantId": sizeS, "quantity": 1}),
		"change": choosing("cart.update_quantity", object{"quantity": 2, "variantId": sizeS}, inCart("cat-eye", "M")),
		"gone": choosing("cart.update_quantity", object{"quantity": 2},
			inCart("cat-eye", "M")+"UPDATE product_variants SET active = false WHERE attributes ->> 'Size' = 'M';"),
		"chosen later": choosing("cart.update_quantity", object{"quantity": 2}, `INSERT INTO cart_items (cart_id, product_id, line, quantity, unit_price_oere, added_at)
			SELECT carts.id, products.id, 9, 1, 1, now() FROM carts, products WHERE slug = 'cat-eye';`),
	},
	problem.InsufficientStock: {
		"too many of a variant":      choosing("cart.add", object{"variantId": sizeS, "quantity": 4}, ""),
		"none of a variant":          choosing("cart.add", object{"variantId": sizeM}, ""),
		"no variant is sold":         choosing("cart.add", object{}, "UPDATE product_variants SET active = false;"),
		"order of too many":          choosing("orders.create", object{}, inCart("cat-eye", "S")+"UPDATE cart_variants SET quantity = 9;"),
		"order of none":              choosing("orders.create", object{}, inCart("cat-eye", "M")),
		"order of one that is gone":  choosing("orders.create", object{}, inCart("cat-eye", "S")+"UPDATE product_variants SET live = false;"),
		"order of one without these": choosing("orders.create", object{}, "UPDATE product_variants SET product_id = (SELECT product_id FROM cart_items) WHERE id = '"+sizeS+"';"),
	},
}

const (
	sizeS = "01994f5e-0000-7000-8000-0000000000f1"
	sizeM = "01994f5e-0000-7000-8000-0000000000f2"
)

// inCart is SQL that puts a variant into the carts.
func inCart(slug, size string) string {
	return `INSERT INTO cart_variants (cart_id, variant_id, line, quantity, unit_price_oere, added_at)
		SELECT carts.id, v.id, 9, 1, 1, now() FROM carts, product_variants v JOIN products p ON p.id = v.product_id
		WHERE p.slug = '` + slug + `' AND v.attributes ->> 'Size' = '` + size + `';`
}

// choosing is a call about Cat Eye and the cart of the demo shop, after a change of the database.
func choosing(tool string, more object, change string) provoke {
	args := servertest.With(object{"cartId": demo.CartID.String(), "slug": "cat-eye"}, more)
	if tool == "orders.create" {
		return withSizes(buying("", more, ""), change)
	}
	return withSizes(calls("cart:write catalog:read", tool, args), change)
}

// opening is cart.create with two items.
func opening(a, b object) provoke {
	return func(t *testing.T) (*agent, *request) {
		return withSizes(calls("cart:write catalog:read", "cart.create", object{"items": []any{servertest.With(a, nil), servertest.With(b, nil)}}), "")(t)
	}
}

// withSizes gives Cat Eye its variants.
func withSizes(way provoke, change string) provoke {
	return func(t *testing.T) (*agent, *request) {
		a, r := way(t)
		a.s.Execute(t, `UPDATE products SET options = '[{"name": "Size", "values": ["S", "M"]}]' WHERE slug = 'cat-eye';
			INSERT INTO product_variants (id, product_id, position, attributes, price_oere, stock, active, live, created_at, updated_at)
			SELECT v.id::uuid, p.id, v.position, json_build_object('Size', v.size), 1000, v.stock, true, true, now(), now()
			FROM products p, (VALUES ('`+sizeS+`', 1, 'S', 3), ('`+sizeM+`', 2, 'M', 0)) AS v (id, position, size, stock) WHERE p.slug = 'cat-eye'; `+change)
		return a, r
	}
}
