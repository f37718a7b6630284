package main

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/storefront/storefront/tests/load/catalogue"
)

// sample is the data from which calls are drawn.
type sample struct {
	slugs      []string // of all products
	products   []sampled
	orders     []string // ids
	customers  []string // addresses
	ordered    []string // ids of products
	settled    []string // ids of orders that the API does not move
	categories []string
	moves      *moves
	carts      *carts // known when the key is
	words      vocabulary
}

// sampled is one of the products from which queries are made.
type sampled struct {
	Name, Category string
	Price          int64
}

func readSample(ctx context.Context, url string, real []catalogue.Product) (*sample, error) {
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return nil, err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	words, err := countWords(real)
	if err != nil {
		return nil, err
	}
	s := &sample{words: words}
	for _, list := range []struct {
		into *[]string
		text string
	}{
		{&s.slugs, "SELECT slug FROM products WHERE deleted_at IS NULL"},
		{&s.orders, "SELECT id::text FROM orders ORDER BY md5(id::text) LIMIT 200000"},
		{&s.customers, "SELECT DISTINCT email FROM orders LIMIT 100000"},
		{&s.ordered, "SELECT DISTINCT product_id::text FROM order_items LIMIT 20000"},
		{&s.categories, "SELECT slug FROM categories WHERE deleted_at IS NULL"},
		{&s.settled, "SELECT id::text FROM orders WHERE status IN ('completed', 'disputed') LIMIT 20000"},
	} {
		rows, err := conn.Query(ctx, list.text)
		if err != nil {
			return nil, err
		}
		if *list.into, err = pgx.CollectRows(rows, pgx.RowTo[string]); err != nil {
			return nil, err
		}
	}
	rows, err := conn.Query(ctx, `SELECT p.name, c.slug, p.price_oere FROM products p JOIN categories c ON c.id = p.category_id
		WHERE p.deleted_at IS NULL ORDER BY md5(p.slug) LIMIT 20000`)
	if err != nil {
		return nil, err
	}
	if s.products, err = pgx.CollectRows(rows, pgx.RowToStructByPos[sampled]); err != nil {
		return nil, err
	}
	s.moves, err = readMoves(ctx, conn)
	return s, err
}
