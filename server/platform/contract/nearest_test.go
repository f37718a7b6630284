package contract_test

import (
	"strings"
	"testing"

	"github.com/storefront/storefront/gen"
	"github.com/storefront/storefront/server/platform/contract"
)

func TestNearest(t *testing.T) {
	t.Parallel()
	c, err := contract.Load(gen.OpenAPIJSON(), gen.ToolsJSON())
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"products.serch": "products.search", "Products.Search": "products.search", "products_search": "products.search",
		"products_list": "products.search", "search_products": "products.search", "list-products": "products.search", "product.find": "products.search",
		"orders_update": "orders.update_status", "update_order": "orders.update_status", "order_update_status": "orders.update_status",
		"get_order": "orders.get", "category.list": "categories.list", "categories.create": "categories.upsert", "remove_page": "pages.delete",
		"orders.delete": "", "settings.create": "", "products.duplicate": "",
		"getProduct": "products.get", "searchProducts": "products.search", "ordersUpdateStatus": "orders.update_status",
		"pages.update": "pages.upsert", "categories.edit": "categories.upsert", "pages.upsrt": "pages.upsert", "products.gt": "products.get",
		"discounts.get": "discounts.list", "categories.get": "categories.list", "discounts.deactivate": "discounts.toggle",
		"orders.cancel": "orders.update_status", "services.publish": "services.update", "weather.update": "", "get": "", "discounts.togle": "discounts.toggle",
		"orders.edit": "orders.update_status", "new_order": "orders.create", "orders.ad_note": "orders.add_note", "order.refund": "orders.refund",
		"products": "", "weather.get": "", "delete": "", "": "", "products.frobnicate": "", strings.Repeat("products", 9): "",
	} {
		if got := c.Nearest(name); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}

// An operation that lists something else does not take the meaning from the one that lists the things themselves.
func TestNearestPrefersTheShorterName(t *testing.T) {
	t.Parallel()
	for _, among := range [][]string{{"products.search", "products.list_brands"}, {"products.list_brands", "products.search"}} {
		for name, want := range map[string]string{
			"listProducts": "products.search", "products.list": "products.search",
			"listProductBrands": "products.list_brands", "products.brands": "products.list_brands",
		} {
			if got := contract.Nearest(name, among); got != want {
				t.Errorf("%q among %v: %q, want %q", name, among, got, want)
			}
		}
	}
}
