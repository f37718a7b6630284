package server_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
)

// A cancelled order gives its goods back to the stock, and only the database
// announces that change.
func TestACancelledOrderChangesTheCaches(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	other := s.Beside(t, servertest.Options{})
	key := s.Key(t, "all")
	var order struct{ ID, Slug string }
	order.ID = servertest.One[string](t, s, "SELECT id::text FROM orders WHERE status = 'paid' ORDER BY id LIMIT 1")
	order.Slug = servertest.One[string](t, s, "SELECT slug FROM products WHERE id = (SELECT product_id FROM order_items WHERE order_id = $1 ORDER BY line LIMIT 1)", order.ID)
	pieces := servertest.One[int64](t, s, "SELECT sum(quantity)::bigint FROM order_items i JOIN products p ON p.id = i.product_id WHERE order_id = $1 AND p.slug = $2", order.ID, order.Slug)
	before := s.Product(t, order.Slug)
	other.Product(t, order.Slug)
	s.OK(t, key, "orders.update_status", object{"orderId": order.ID, "status": "cancelled"}, nil)
	after := s.Product(t, order.Slug)
	if after.Stock != before.Stock+pieces {
		t.Errorf("the stock is %d, want %d", after.Stock, before.Stock+pieces)
	}
	for _, hit := range hits(t, s, object{"q": order.Slug}) {
		if hit.Slug == order.Slug && hit.Stock != after.Stock {
			t.Errorf("the search shows a stock of %d, want %d", hit.Stock, after.Stock)
		}
	}
	s.OK(t, key, "products.update", object{"slug": order.Slug, "expectedUpdatedAt": after.UpdatedAt, "patch": object{"featured": true}}, nil)
	servertest.Eventually(t, 10*time.Second, func() bool { return other.Product(t, order.Slug).Stock == after.Stock })
}

// A change by SQL is seen as soon as a change by another replica.
func TestAChangeBySQLIsSeen(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	truth := s.Beside(t, servertest.Options{Unaided: true})
	key := s.Key(t, "catalog:read")
	for _, statement := range []string{
		"UPDATE products SET price_oere = 4711 WHERE slug = 'round-metal'",
		"UPDATE products SET stock = stock + 1 WHERE variant_count = 0",
		"UPDATE product_variants SET stock = stock + 1",
		"UPDATE product_variants SET image = NULL",
		"UPDATE categories SET name = 'Anderledes' WHERE slug = 'solbriller'",
		"UPDATE products SET deleted_at = now() WHERE slug = 'round-metal'",
		"UPDATE products SET deleted_at = NULL WHERE slug = 'round-metal'",
		`INSERT INTO products (id, slug, name, name_sort, brand, brand_key, description, price_oere, stock, featured, category_id,
			attributes, faq, use_cases, comparison_facts, images, search, created_at, updated_at)
			SELECT gen_random_uuid(), 'indsat', name, name_sort, brand, brand_key, description, price_oere, stock, featured, category_id,
			attributes, faq, use_cases, comparison_facts, images, search, created_at, updated_at FROM products WHERE slug = 'round-metal'`,
		"DELETE FROM products WHERE slug = 'indsat'",
	} {
		differs(t, s, truth, "round-metal", object{}, object{"inStock": true}) // and caches it
		s.Execute(t, statement)
		servertest.Eventually(t, 10*time.Second, func() bool { return differs(t, s, truth, "round-metal", object{}, object{"inStock": true}) == "" })
		servertest.Eventually(t, 10*time.Second, s.Index.Ready)
	}
	s.OK(t, key, "products.get", object{"slug": "round-metal"}, nil)
	s.Execute(t, "UPDATE api_keys SET revoked_at = now()")
	servertest.Eventually(t, 10*time.Second, func() bool {
		return s.Call(t, key, "products.get", object{"slug": "round-metal"}).Status == problem.Catalogue[problem.InvalidKey].Status
	})
}

// The longest delay is logged. The limit of the test is far above the promised
// 100 ms, because the machine may be busy.
func TestChangesAreSeenSoon(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	longest := time.Duration(0)
	for i := range 20 {
		price := int64(1000 + i)
		s.Product(t, "round-metal")
		s.Execute(t, fmt.Sprintf("UPDATE products SET price_oere = %d WHERE slug = 'round-metal'", price))
		began := time.Now()
		servertest.Eventually(t, 10*time.Second, func() bool { return s.Product(t, "round-metal").PriceDkk == price })
		longest = max(longest, time.Since(began))
	}
	t.Logf("a change by SQL was seen after at most %v", longest)
}
