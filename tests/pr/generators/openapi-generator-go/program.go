// The scenario of ../generators.test.mjs with OpenAPI Generator's go.
package main

import (
	"context"
	"errors"
	"log"
	"net/http"
	"os"
	"reflect"
	"slices"
	"strconv"
	"time"

	"example.com/openapi-generator-go/client"
)

const slug = "client-openapi-generator-go"

func main() {
	log.SetFlags(log.Lshortfile)
	settings := client.NewConfiguration()
	settings.Servers = client.ServerConfigurations{{URL: os.Getenv("SHOP_URL")}}
	shop := client.NewAPIClient(settings)
	anonymous := context.Background()
	keyed := context.WithValue(anonymous, client.ContextAccessToken, os.Getenv("SHOP_KEY"))
	search(keyed, shop)
	create(keyed, shop)
	update(keyed, shop)
	attachImage(keyed, shop)
	moveOrder(keyed, shop)
	limited(anonymous, shop)
}

// check ends the program with seen unless ok.
func check(ok bool, seen any) {
	if !ok {
		log.Panicf("%+v", seen)
	}
}

// refusal returns the problem that the error of a refused call holds.
func refusal(err error) client.Problem {
	var refused *client.GenericOpenAPIError
	check(errors.As(err, &refused), err)
	problem, ok := refused.Model().(client.Problem)
	check(ok, refused.Model())
	return problem
}

func search(ctx context.Context, shop *client.APIClient) {
	words := client.ProductsSearchRequest{Q: new("solbriller"), Limit: new(int64(3))}
	found, _, err := shop.ProductsAPI.ProductsSearch(ctx).ProductsSearchRequest(words).Execute()
	check(err == nil && len(found.Result) == 3, err)
	for _, hit := range found.Result {
		check(hit.Name != "" && hit.PriceDkk > 0, hit)
	}
}

func create(ctx context.Context, shop *client.APIClient) {
	product := client.ProductsCreateRequest{
		Slug:         slug,
		Name:         "Made by a client",
		Description:  "Created through a generated client.",
		Brand:        *client.NewNullableString(new("Client")),
		PriceDkk:     9007199254740991,
		Stock:        1,
		CategorySlug: new("briller"),
		Attributes:   map[string]any{"width_mm": 50.0, "tags": []any{"a", "b"}},
	}
	_, _, err := shop.ProductsAPI.ProductsCreate(ctx).IdempotencyKey("go").ProductsCreateRequest(product).Execute()
	check(err == nil, err)
	_, _, err = shop.ProductsAPI.ProductsCreate(ctx).IdempotencyKey("go").ProductsCreateRequest(product).Execute() // answered as the first call was
	check(err == nil, err)
	seen := read(ctx, shop)
	check(seen.PriceDkk == 9007199254740991, seen)
	check(reflect.DeepEqual(seen.Attributes, product.Attributes), seen.Attributes)

	_, again, err := shop.ProductsAPI.ProductsCreate(ctx).ProductsCreateRequest(product).Execute()
	check(again.StatusCode == http.StatusConflict, again)
	problem := refusal(err)
	check(problem.Code == "slug_taken" && problem.Resolution != "", problem)

	product.Name, product.Stock = "", -1
	_, _, err = shop.ProductsAPI.ProductsCreate(ctx).ProductsCreateRequest(product).Execute()
	problem = refusal(err)
	check(problem.Code == "validation_failed", problem)
	var pointers []string
	for _, fault := range problem.Errors {
		pointers = append(pointers, fault.Pointer)
	}
	slices.Sort(pointers)
	check(slices.Equal(pointers, []string{"/name", "/stock"}), pointers)
}

func read(ctx context.Context, shop *client.APIClient) client.Product {
	got, _, err := shop.ProductsAPI.ProductsGet(ctx).ProductsGetRequest(client.ProductsGetRequest{Slug: slug}).Execute()
	check(err == nil, err)
	return got.Result
}

func update(ctx context.Context, shop *client.APIClient) {
	clear := client.ProductsUpdateRequest{Slug: slug, Patch: client.ProductPatch{Brand: *client.NewNullableString(nil)}}
	_, _, err := shop.ProductsAPI.ProductsUpdate(ctx).ProductsUpdateRequest(clear).Execute()
	check(err == nil, err)
	seen := read(ctx, shop)
	check(seen.Brand.Get() == nil, seen)

	restock := client.ProductsUpdateRequest{
		Slug:              slug,
		ExpectedUpdatedAt: new(seen.UpdatedAt.Format(time.RFC3339Nano)),
		Patch:             client.ProductPatch{Stock: new(int64(2))},
	}
	_, _, err = shop.ProductsAPI.ProductsUpdate(ctx).ProductsUpdateRequest(restock).Execute()
	check(err == nil, err)
	changed := read(ctx, shop)
	check(changed.Stock == 2 && reflect.DeepEqual(changed.Attributes, seen.Attributes), changed)
}

func attachImage(ctx context.Context, shop *client.APIClient) {
	image := client.ProductsAttachImageRequest{Slug: slug, ImageUrl: "https://images.example/client.jpg"}
	attached, _, err := shop.ProductsAPI.ProductsAttachImage(ctx).ProductsAttachImageRequest(image).Execute()
	check(err == nil, err)
	check(attached.Result.GetAttached() == image.ImageUrl && attached.Result.TotalImages == 1, attached)
	again, _, err := shop.ProductsAPI.ProductsAttachImage(ctx).ProductsAttachImageRequest(image).Execute()
	check(err == nil && again.Result.GetAlreadyAttached(), again)
}

func moveOrder(ctx context.Context, shop *client.APIClient) {
	paid := client.OrdersListRequest{Status: new(client.ORDERSTATUS_PAID), Limit: new(int64(1))}
	orders, _, err := shop.OrdersAPI.OrdersList(ctx).OrdersListRequest(paid).Execute()
	check(err == nil && len(orders.Result) == 1, err)
	order := client.OrdersUpdateStatusRequest{OrderId: orders.Result[0].Id, Status: client.ORDERSTATUS_PROCESSING}
	moved, _, err := shop.OrdersAPI.OrdersUpdateStatus(ctx).OrdersUpdateStatusRequest(order).Execute()
	check(err == nil && moved.Result.Status == client.ORDERSTATUS_PROCESSING, err)
}

func limited(ctx context.Context, shop *client.APIClient) {
	for range 10 {
		_, answer, err := shop.ProductsAPI.ProductsSearch(ctx).ProductsSearchRequest(client.ProductsSearchRequest{}).Execute()
		if err == nil {
			continue
		}
		check(answer.StatusCode == http.StatusTooManyRequests, err)
		problem := refusal(err)
		check(problem.Code == "rate_limit_exceeded", problem)
		seconds, err := strconv.Atoi(answer.Header.Get("Retry-After"))
		check(err == nil && seconds > 0, answer.Header)
		return
	}
	check(false, "there was no 429")
}
