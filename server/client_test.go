package server_test

import (
	"context"
	"net/http"
	"testing"

	"github.com/storefront/storefront/gen/client"
	"github.com/storefront/storefront/server/test/servertest"
)

// The client that is generated from the contract works against the service.
func TestTheGeneratedClient(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	anonymous, err := client.NewClientWithResponses(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	q, limit := "solbriller", int64(3)
	found, err := anonymous.ProductsSearchWithResponse(t.Context(), client.ProductsSearchRequest{Q: &q, Limit: &limit})
	if err != nil || found.JSON200 == nil || len(found.JSON200.Result) != 3 {
		t.Fatalf("%v, %s", err, found.Body)
	}
	got, err := anonymous.ProductsGetWithResponse(t.Context(), client.ProductsGetRequest{Slug: found.JSON200.Result[0].Slug})
	if err != nil || got.JSON200 == nil || got.JSON200.Result.Name != found.JSON200.Result[0].Name {
		t.Fatalf("%v, %s", err, got.Body)
	}
	missing, err := anonymous.ProductsGetWithResponse(t.Context(), client.ProductsGetRequest{Slug: "findes-ikke"})
	if err != nil || missing.ApplicationproblemJSON404 == nil || missing.ApplicationproblemJSON404.Code != "product_not_found" {
		t.Fatalf("%v, %s", err, missing.Body)
	}
	refused, err := anonymous.OrdersListWithResponse(t.Context(), client.OrdersListRequest{})
	if err != nil || refused.ApplicationproblemJSON401 == nil {
		t.Fatalf("%v, %s", err, refused.Body)
	}

	key := s.Key(t, "orders:read")
	keyed, err := client.NewClientWithResponses(s.URL, client.WithRequestEditorFn(func(_ context.Context, r *http.Request) error {
		r.Header.Set("Authorization", "Bearer "+key)
		return nil
	}))
	if err != nil {
		t.Fatal(err)
	}
	order, err := keyed.OrdersGetWithResponse(t.Context(), client.OrdersGetRequest{OrderId: "01994f5e-0000-7000-8000-000000000103"})
	if err != nil || order.JSON200 == nil || order.JSON200.Result.Email != "freja@example.com" {
		t.Fatalf("%v, %s", err, order.Body)
	}
}
