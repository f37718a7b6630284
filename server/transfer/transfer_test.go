package transfer_test

import (
	"context"
	"testing"

	"github.com/storefront/storefront/gen"
	"github.com/storefront/storefront/server/call"
	"github.com/storefront/storefront/server/contract"
	"github.com/storefront/storefront/server/store"
	"github.com/storefront/storefront/server/store/storetest"
)

func TestMain(m *testing.M) { storetest.Main(m) }

func loadContract(t testing.TB) *contract.Contract {
	t.Helper()
	c, err := contract.Load(gen.OpenAPIJSON)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func openStore(t testing.TB, url string) *store.Store {
	t.Helper()
	st, err := store.Open(url, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(st.Close)
	return st
}

// command is the context of an operator's command.
func command(ctx context.Context) context.Context {
	return call.With(ctx, call.Command("import products", "test"))
}
