package contracttest_test

import (
	"testing"

	"github.com/storefront/storefront/server/ops/contracttest/internal/openapi"
	"github.com/storefront/storefront/server/test/servertest"
)

// The schemas of the document that a service publishes are those of the program, which
// are compiled once, although it names the address of the service.
func TestThePublishedDocumentIsKnown(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	published, err := openapi.Parse(s.Get(t, "/openapi.json").Body)
	if err != nil {
		t.Fatal(err)
	}
	builtIn, err := openapi.BuiltIn()
	if err != nil {
		t.Fatal(err)
	}
	if published != builtIn {
		t.Error("the published document differs from that of the program in more than its address")
	}
}
