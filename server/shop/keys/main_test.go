package keys_test

import (
	"testing"

	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

// TestMain also fails if an operation was never seen to refuse with a code that
// the contract lists for it.
func TestMain(m *testing.M) { storetest.Main(m, servertest.EveryRefusal("keys")) }
