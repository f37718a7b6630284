package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
)

func TestEachCartIsOrderedOnce(t *testing.T) {
	c, ids, buyers := &carts{}, map[string]bool{}, map[string]int{}
	next := c.purchases([]string{"freja@example.com"})(rand.New(rand.NewPCG(1, 1)))
	for range openCarts {
		body, err := next()
		if err != nil {
			t.Fatal(err)
		}
		var order struct{ CartID, Email string }
		if err := json.Unmarshal(body, &order); err != nil {
			t.Fatal(err)
		}
		ids[order.CartID] = true
		buyers[order.Email]++
	}
	if known := buyers["freja@example.com"]; len(ids) != openCarts || known < openCarts*6/7 || known > openCarts*9/10 {
		t.Errorf("%d carts, %d by a customer", len(ids), known)
	}
	if _, err := next(); !errors.Is(err, errNoCarts) {
		t.Errorf("one cart more: %v", err)
	}
}

func TestPgbenchOrdersCartsWithTwoProducts(t *testing.T) {
	c, slugs := &carts{}, map[string]int{}
	for i := range 10 {
		c.products = append(c.products, cartProduct{Slug: fmt.Sprint(i)})
	}
	for number := range openCarts {
		if products := c.productsOf(number); len(products) == 2 {
			slugs[fmt.Sprint(cartID(number), min(products[0].Slug, products[1].Slug), max(products[0].Slug, products[1].Slug))]++
		}
	}
	r := rand.New(rand.NewPCG(1, 1))
	for range 100 {
		if drawn := c.order([]string{"freja@example.com"}, r); slugs[fmt.Sprint(drawn[0], drawn[2], drawn[3])] != 1 || drawn[2] == drawn[3] {
			t.Fatalf("%q", drawn)
		}
	}
}

func TestTimesOfPgbench(t *testing.T) {
	folder := t.TempDir()
	if times, err := readTimes(folder); times != nil || err != nil {
		t.Errorf("without a log: %v, %v", times, err)
	}
	for name, text := range map[string]string{"log.7": "0 1 1500 0 1795349622 17961\n1 1 2500 0 1795349622 17999\n", "log.7.1": "2 1 900 0 1795349622 18001\n"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	times, err := readTimes(folder)
	if err != nil || times.TotalCount() != 3 || times.ValueAtQuantile(50) != 1500 {
		t.Errorf("%v, %v", times, err)
	}
}
