// Copied from openapi/client/main_test.go by make generate; edit it there.

package client_test

import (
	"os"
	"testing"

	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

// TestMain runs the examples against the service with the demo shop.
func TestMain(m *testing.M) {
	shop, t, stop := servertest.Outside()
	os.Setenv("SHOP", shop.URL)
	os.Setenv("SHOP_KEY", shop.Key(t, "all"))
	storetest.Main(m, stop)
}
