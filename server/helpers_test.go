package server_test

import (
	"testing"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

func TestMain(m *testing.M) { storetest.Main(m) }

type object = servertest.Object

// Short names for the tests of the caches.
var (
	administer = servertest.Administer
	eventually = servertest.Eventually
	newProduct = servertest.NewProduct
	productIn  = servertest.ProductIn
	with       = servertest.With
)

func getProduct(t testing.TB, s *servertest.Server, slug string) api.Product {
	return s.Product(t, slug)
}
