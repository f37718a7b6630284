package search_test

import (
	"testing"

	"github.com/storefront/storefront/server/test/storetest"
)

func TestMain(m *testing.M) { storetest.Main(m) }
