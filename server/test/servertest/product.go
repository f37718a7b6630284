package servertest

import (
	"testing"

	"github.com/storefront/storefront/gen/api"
)

// NewProduct is a body for products.create with the required fields, in a
// category of the demo shop.
func NewProduct(slug string) Object { return ProductIn("briller", slug) }

// ProductIn is NewProduct in another category.
func ProductIn(category, slug string) Object {
	return Object{
		"slug": slug, "name": "Prøve " + slug, "description": "En ganske almindelig prøve.",
		"priceDkk": 12300, "stock": 4, "categorySlug": category,
	}
}

// Product reads a product with products.get.
func (s *Server) Product(t testing.TB, slug string) (p api.Product) {
	t.Helper()
	s.OK(t, "", "products.get", Object{"slug": slug}, &p)
	return p
}
