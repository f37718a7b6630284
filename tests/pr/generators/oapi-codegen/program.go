// The scenario of ../generators.test.mjs with oapi-codegen at its default
// settings.
package main

import (
	"context"
	"log"
	"net/http"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"example.com/oapi-codegen/client"
)

const slug = "client-oapi-codegen"

func main() {
	log.SetFlags(log.Lshortfile)
	ctx := context.Background()
	shop := connect(client.WithRequestEditorFn(func(_ context.Context, r *http.Request) error {
		r.Header.Set("Authorization", "Bearer "+os.Getenv("SHOP_KEY"))
		return nil
	}))
	search(ctx, shop)
	create(ctx, shop)
	update(ctx, shop)
	attachImage(ctx, shop)
	moveOrder(ctx, shop)
	limited(ctx, connect())
}

func connect(options ...client.ClientOption) *client.ClientWithResponses {
	shop, err := client.NewClientWithResponses(os.Getenv("SHOP_URL"), options...)
	check(err == nil, err)
	return shop
}

// check ends the program with seen unless ok.
func check(ok bool, seen any) {
	if !ok {
		log.Panicf("%+v", seen)
	}
}

func search(ctx context.Context, shop *client.ClientWithResponses) {
	found, err := shop.ProductsSearchWithResponse(ctx, client.ProductsSearchRequest{Q: new("solbriller"), Limit: new(int64(3))})
	check(err == nil && found.JSON200 != nil, err)
	check(len(found.JSON200.Result) == 3, found.JSON200)
	for _, hit := range found.JSON200.Result {
		check(hit.Name != "" && hit.PriceDkk > 0, hit)
	}
}

func create(ctx context.Context, shop *client.ClientWithResponses) {
	product := client.ProductsCreateRequest{
		Slug:         slug,
		Name:         "Made by a client",
		Description:  "Created through a generated client.",
		Brand:        new("Client"),
		PriceDkk:     9007199254740991,
		Stock:        1,
		CategorySlug: new("briller"),
		Attributes:   &client.Attributes{"width_mm": 50.0, "tags": []any{"a", "b"}},
	}
	once := "oapi-codegen"
	for range 2 { // the second call is answered as the first one was
		created, err := shop.ProductsCreateWithResponse(ctx, &client.ProductsCreateParams{IdempotencyKey: &once}, product)
		check(err == nil && created.JSON200 != nil, err)
	}
	seen := read(ctx, shop)
	check(seen.PriceDkk == 9007199254740991, seen)
	check(reflect.DeepEqual(seen.Attributes, *product.Attributes), seen.Attributes)

	again, err := shop.ProductsCreateWithResponse(ctx, nil, product)
	check(err == nil && again.ApplicationproblemJSON409 != nil, err)
	check(again.ApplicationproblemJSON409.Code == "slug_taken", again.ApplicationproblemJSON409)
	check(again.ApplicationproblemJSON409.Resolution != "", again.ApplicationproblemJSON409)

	product.Name, product.Stock = "", -1
	invalid, err := shop.ProductsCreateWithResponse(ctx, nil, product)
	check(err == nil && invalid.ApplicationproblemJSON422 != nil, err)
	check(invalid.ApplicationproblemJSON422.Code == "validation_failed", invalid.ApplicationproblemJSON422)
	var pointers []string
	for _, fault := range *invalid.ApplicationproblemJSON422.Errors {
		pointers = append(pointers, fault.Pointer)
	}
	slices.Sort(pointers)
	check(slices.Equal(pointers, []string{"/name", "/stock"}), pointers)
}

func read(ctx context.Context, shop *client.ClientWithResponses) client.Product {
	got, err := shop.ProductsGetWithResponse(ctx, client.ProductsGetRequest{Slug: slug})
	check(err == nil && got.JSON200 != nil, err)
	return got.JSON200.Result
}

func update(ctx context.Context, shop *client.ClientWithResponses) {
	// A nil pointer is omitted, so null goes as JSON.
	null := strings.NewReader(`{"slug": "` + slug + `", "patch": {"brand": null}}`)
	cleared, err := shop.ProductsUpdateWithBodyWithResponse(ctx, nil, "application/json", null)
	check(err == nil && cleared.JSON200 != nil, err)
	seen := read(ctx, shop)
	check(seen.Brand == nil, seen)

	updated, err := shop.ProductsUpdateWithResponse(ctx, nil, client.ProductsUpdateRequest{
		Slug:              slug,
		ExpectedUpdatedAt: new(seen.UpdatedAt.Format(time.RFC3339Nano)),
		Patch:             client.ProductPatch{Stock: new(int64(2))},
	})
	check(err == nil && updated.JSON200 != nil, err)
	changed := read(ctx, shop)
	check(changed.Stock == 2 && reflect.DeepEqual(changed.Attributes, seen.Attributes), changed)
}

func attachImage(ctx context.Context, shop *client.ClientWithResponses) {
	image := client.ProductsAttachImageRequest{Slug: slug, ImageUrl: "https://images.example/client.jpg"}
	attached, err := shop.ProductsAttachImageWithResponse(ctx, nil, image)
	check(err == nil && attached.JSON200 != nil, err)
	check(*attached.JSON200.Result.Attached == image.ImageUrl && attached.JSON200.Result.TotalImages == 1, attached.JSON200)
	again, err := shop.ProductsAttachImageWithResponse(ctx, nil, image)
	check(err == nil && again.JSON200 != nil, err)
	check(*again.JSON200.Result.AlreadyAttached, again.JSON200)
}

func moveOrder(ctx context.Context, shop *client.ClientWithResponses) {
	orders, err := shop.OrdersListWithResponse(ctx, client.OrdersListRequest{Status: new(client.OrderStatusPaid), Limit: new(int64(1))})
	check(err == nil && orders.JSON200 != nil && len(orders.JSON200.Result) == 1, err)
	order := client.OrdersUpdateStatusRequest{OrderId: orders.JSON200.Result[0].Id, Status: client.OrderStatusProcessing}
	moved, err := shop.OrdersUpdateStatusWithResponse(ctx, nil, order)
	check(err == nil && moved.JSON200 != nil, err)
	check(moved.JSON200.Result.Status == client.OrderStatusProcessing, moved.JSON200)
}

func limited(ctx context.Context, anonymous *client.ClientWithResponses) {
	for range 10 {
		answer, err := anonymous.ProductsSearchWithResponse(ctx, client.ProductsSearchRequest{})
		check(err == nil, err)
		if problem := answer.ApplicationproblemJSON429; problem != nil {
			check(problem.Code == "rate_limit_exceeded", problem)
			seconds, err := strconv.Atoi(answer.HTTPResponse.Header.Get("Retry-After"))
			check(err == nil && seconds > 0, answer.HTTPResponse.Header)
			return
		}
	}
	check(false, "there was no 429")
}
