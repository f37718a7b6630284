package walk_test

import (
	"testing"

	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

// TestMain also fails if an operation or a status in the contract was never
// seen.
func TestMain(m *testing.M) { storetest.Main(m, servertest.EverythingExercised) }

type object = servertest.Object
