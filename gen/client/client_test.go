// Copied from cmd/generate/client_test.go by make generate; edit it there.

package client_test

import (
	"context"
	"errors"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/storefront/storefront/gen/client"
)

// TestMain demands the service: the root module starts it, which this one does not
// require. server/client_test.go there says which shops the variables name.
func TestMain(m *testing.M) {
	if os.Getenv("SHOP") == "" {
		log.Fatal("there is no SHOP: in the root of the repository, go test ./server -run TestTheClient starts one for these tests")
	}
	m.Run()
}

func newClient(t *testing.T, address string, o client.Options) *client.ClientWithResponses {
	t.Helper()
	c, err := client.New(address, o)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// wantProblem expects the problem with this code.
func wantProblem(t *testing.T, err error, code string) {
	t.Helper()
	_ = problemOf(t, err, code)
}

// problemOf does the same and returns the problem.
func problemOf(t *testing.T, err error, code string) *client.Problem {
	t.Helper()
	p, ok := errors.AsType[*client.Problem](err)
	if !ok || p.Code != code || !strings.Contains(err.Error(), p.Resolution) || p.Resolution == "" {
		t.Fatalf("%v, want the problem %s", err, code)
	}
	return p
}

// The client that is generated from the contract works against the service.
func TestTheGeneratedClient(t *testing.T) {
	t.Parallel()
	ctx, shop := t.Context(), os.Getenv("SHOP")
	anonymous := newClient(t, shop, client.Options{})
	found, err := anonymous.ProductsSearchWithResponse(ctx, client.ProductsSearchRequest{Q: new("solbriller"), Limit: new(int64(3))})
	if err != nil || len(found.JSON200.Result) != 3 {
		t.Fatalf("%v, %+v", err, found)
	}
	_, err = anonymous.ProductsGetWithResponse(ctx, client.ProductsGetRequest{Slug: "findes-ikke"})
	wantProblem(t, err, "product_not_found")
	_, err = anonymous.OrdersListWithResponse(ctx, client.OrdersListRequest{})
	wantProblem(t, err, "authentication_required")
	_, err = newClient(t, shop, client.Options{Key: "sfk_bad"}).ProductsSearchWithResponse(ctx, client.ProductsSearchRequest{})
	wantProblem(t, err, "invalid_key")

	keyed := newClient(t, shop+"/", client.Options{Key: os.Getenv("SHOP_KEY")})
	order, err := keyed.OrdersGetWithResponse(ctx, client.OrdersGetRequest{OrderId: "01994f5e-0000-7000-8000-000000000103"})
	if err != nil || order.JSON200.Result.Email != "freja@example.com" {
		t.Fatalf("%v, %+v", err, order)
	}
	_, err = keyed.OrdersUpdateStatusWithResponse(ctx, client.OrdersUpdateStatusRequest{OrderId: order.JSON200.Result.Id, Status: client.Pending})
	if p := problemOf(t, err, "illegal_transition"); len(p.Allowed) == 0 {
		t.Errorf("%+v", p)
	}
}

// Null clears a field, an empty list empties one, and what is left out stays;
// the largest amount and a time survive the way there and back.
func TestTheGeneratedClientChangesWhatItNames(t *testing.T) {
	t.Parallel()
	ctx, c := t.Context(), newClient(t, os.Getenv("SHOP"), client.Options{Key: os.Getenv("SHOP_KEY")})
	const most = int64(9007199254740991)
	_, err := c.ProductsCreateWithResponse(ctx, client.ProductsCreateRequest{
		Name: "Havblik", Slug: "havblik", Description: "Lette solbriller til en dag ved vandet.", PriceDkk: most, Stock: 1,
		CategorySlug: new("solbriller"), Brand: client.Value("Nordlys"), LensColor: client.Value("Grey"),
		Images: new([]string{"https://images.example/havblik.jpg"}), Attributes: new(client.Attributes{"width_mm": 52, "polarised": true}),
	})
	if err != nil {
		t.Fatal(err)
	}
	read := func() client.Product {
		got, err := c.ProductsGetWithResponse(ctx, client.ProductsGetRequest{Slug: "havblik"})
		if err != nil {
			t.Fatal(err)
		}
		return got.JSON200.Result
	}
	before := read()
	if before.PriceDkk != most || *before.Brand != "Nordlys" || len(before.Images) != 1 || before.Attributes["polarised"] != true {
		t.Fatalf("%+v", before)
	}
	inCopenhagen := before.UpdatedAt.In(time.FixedZone("CET", 3600))
	_, err = c.ProductsUpdateWithResponse(ctx, client.ProductsUpdateRequest{
		Slug: "havblik", ExpectedUpdatedAt: new(client.UTC(inCopenhagen)), Patch: client.ProductPatch{Brand: client.Null[string](), Images: new([]string{})},
	})
	if err != nil {
		t.Fatal(err)
	}
	after := read()
	if after.Brand != nil || len(after.Images) != 0 || *after.LensColor != "Grey" || after.PriceDkk != most || len(after.Attributes) != 2 {
		t.Errorf("%+v", after)
	}
	_, err = c.ProductsUpdateWithResponse(ctx, client.ProductsUpdateRequest{
		Slug: "havblik", ExpectedUpdatedAt: new(client.UTC(before.UpdatedAt)), Patch: client.ProductPatch{Stock: new(int64(2))},
	})
	wantProblem(t, err, "version_conflict")
}

// A call beyond a limit waits as long as the service asks, unless it may not.
func TestTheGeneratedClientWaits(t *testing.T) {
	t.Parallel()
	quick, slow := os.Getenv("SHOP_CALL_A_SECOND"), os.Getenv("SHOP_CALL_AN_HOUR")
	search := func(ctx context.Context, address string, o client.Options) error {
		_, err := newClient(t, address, o).ProductsSearchWithResponse(ctx, client.ProductsSearchRequest{})
		return err
	}
	for range 3 {
		if err := search(t.Context(), quick, client.Options{}); err != nil {
			t.Fatal(err)
		}
	}
	if err := search(t.Context(), slow, client.Options{}); err != nil {
		t.Fatal(err)
	}
	soon, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for _, p := range []*client.Problem{
		problemOf(t, search(t.Context(), slow, client.Options{}), "rate_limit_exceeded"),
		problemOf(t, search(t.Context(), slow, client.Options{MaxWait: -1}), "rate_limit_exceeded"),
		problemOf(t, search(soon, slow, client.Options{MaxWait: 2 * time.Hour}), "rate_limit_exceeded"),
	} {
		if *p.RetryAfter != 3600 || len(p.ViolatedPolicies) != 1 {
			t.Errorf("%+v", p)
		}
	}
}

// After 503 the client repeats a call with the same Idempotency-Key, so that it is
// carried out once; each call has a value of its own, or that of its caller. An answer
// that is not the service's is an error.
func TestTheGeneratedClientRepeatsACall(t *testing.T) {
	t.Parallel()
	var keys []string
	fake := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		keys = append(keys, r.Header.Get("Idempotency-Key"))
		if strings.HasSuffix(r.URL.Path, "pages.list") {
			w.WriteHeader(http.StatusBadGateway)
			return
		}
		w.Header().Set("Content-Type", "application/problem+json")
		w.WriteHeader(http.StatusServiceUnavailable)
		_, _ = w.Write([]byte(`{"status":503,"code":"unavailable","detail":"Away.","resolution":"Send it again.","retryAfter":1}`))
	}))
	t.Cleanup(fake.Close)
	c := newClient(t, fake.URL, client.Options{MaxWait: 1500 * time.Millisecond})
	_, err := c.DiscountsToggleWithResponse(t.Context(), client.DiscountsToggleRequest{Code: "A"})
	wantProblem(t, err, "unavailable")
	_, err = c.DiscountsToggleWithResponse(t.Context(), client.DiscountsToggleRequest{Code: "A"}, client.IdempotencyKey("mine"))
	wantProblem(t, err, "unavailable")
	if _, err := c.PagesListWithResponse(t.Context(), client.PagesListRequest{}); err == nil || !strings.Contains(err.Error(), "502") {
		t.Error(err)
	}
	if len(keys) != 5 || keys[0] == "" || keys[0] != keys[1] || keys[2] != "mine" || keys[3] != "mine" || keys[4] == keys[0] {
		t.Errorf("the calls had %q", keys)
	}
}
