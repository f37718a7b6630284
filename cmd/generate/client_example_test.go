//go:build ignore

// A part of the Go client: make generate copies it to gen/client, beside the generated types.

package client_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"time"

	"github.com/storefront/storefront/gen/client"
)

func Example() {
	shop, err := client.New(os.Getenv("SHOP"), client.Options{})
	if err != nil {
		log.Fatal(err)
	}
	found, err := shop.ProductsSearchWithResponse(context.Background(), client.ProductsSearchRequest{
		Q: new("round metal"), InStock: new(true), Limit: new(int64(1)),
	})
	if err != nil {
		log.Fatal(err)
	}
	for _, hit := range found.JSON200.Result {
		fmt.Printf("%s: %.2f kroner\n", hit.Name, float64(hit.PriceDkk)/100)
	}
	// Output: Round Metal: 1299.00 kroner
}

// A refusal says what to do; a fault of the body has a JSON Pointer.
func ExampleProblem() {
	shop, err := client.New(os.Getenv("SHOP"), client.Options{Key: os.Getenv("SHOP_KEY")})
	if err != nil {
		log.Fatal(err)
	}
	_, err = shop.ProductsCreateWithResponse(context.Background(), client.ProductsCreateRequest{
		Name: "Havblik", Slug: "havblik", Description: "Lette solbriller til en dag ved vandet.", PriceDkk: 0, Stock: 5,
		CategorySlug: new("solbriller"),
	})
	if problem, ok := errors.AsType[*client.Problem](err); ok {
		fmt.Println(problem.Code)
		fmt.Println(problem.Resolution)
		for _, fault := range problem.Errors {
			fmt.Println(fault.Pointer, fault.Detail)
		}
	}
	// Output:
	// validation_failed
	// Set "priceDkk" to at least 1.
	// /priceDkk must be at least 1
}

// Only the fields of the patch change. Null clears one; ExpectedUpdatedAt makes
// sure that nobody else has changed the product since it was read.
func ExampleNull() {
	ctx := context.Background()
	shop, err := client.New(os.Getenv("SHOP"), client.Options{Key: os.Getenv("SHOP_KEY")})
	if err != nil {
		log.Fatal(err)
	}
	read, err := shop.ProductsGetWithResponse(ctx, client.ProductsGetRequest{Slug: "cat-eye"})
	if err != nil {
		log.Fatal(err)
	}
	_, err = shop.ProductsUpdateWithResponse(ctx, client.ProductsUpdateRequest{
		Slug:              "cat-eye",
		ExpectedUpdatedAt: new(client.UTC(read.JSON200.Result.UpdatedAt)),
		Patch:             client.ProductPatch{Brand: client.Null[string](), FrameColor: client.Value("Tortoise")},
	})
	if err != nil {
		log.Fatal(err)
	}
	read, err = shop.ProductsGetWithResponse(ctx, client.ProductsGetRequest{Slug: "cat-eye"})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(read.JSON200.Result.Brand == nil, *read.JSON200.Result.FrameColor)
	// Output: true Tortoise
}

// A call beyond a limit waits as long as the service asks for; without patience
// it returns the problem.
func ExampleOptions() {
	shop, err := client.New(os.Getenv("SHOP"), client.Options{Key: os.Getenv("SHOP_KEY"), MaxWait: 5 * time.Second})
	if err != nil {
		log.Fatal(err)
	}
	orders, err := shop.OrdersListWithResponse(context.Background(), client.OrdersListRequest{Status: new(client.Paid)})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(orders.JSON200.Result) > 0)
	// Output: true
}
