package main

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// fill makes all carts, with one or two pieces of each product.
func (c *carts) fill(ctx context.Context) error {
	return c.fillWith(ctx, func(number int) ([]cartProduct, int) { return c.productsOf(number), 1 + number%2 })
}

// fillHot makes all carts with one piece of the same product.
func (c *carts) fillHot(ctx context.Context) error {
	return c.fillWith(ctx, func(int) ([]cartProduct, int) { return c.products[:1], 1 })
}

// fillWith replaces all carts, with the products and the pieces of each.
func (c *carts) fillWith(ctx context.Context, content func(number int) ([]cartProduct, int)) error {
	conn, err := pgx.Connect(ctx, c.url)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	if err := c.restock(ctx, conn); err != nil {
		return err
	}
	if _, err := conn.Exec(ctx, "TRUNCATE carts CASCADE"); err != nil {
		return err
	}
	const batch = 5_000 // a batch locks its products, for which writers wait
	for first := 0; first < openCarts; first += batch {
		if err := c.copyCarts(ctx, conn, first, first+batch, content); err != nil {
			return err
		}
	}
	c.taken.Store(0)
	_, err = conn.Exec(ctx, "VACUUM ANALYZE carts, cart_items") // as autovacuum would have done by then
	return err
}

// copyCarts copies the carts from number first to number end, and what is in them.
func (c *carts) copyCarts(ctx context.Context, conn *pgx.Conn, first, end int, content func(number int) ([]cartProduct, int)) error {
	now := time.Now()
	var rows, items [][]any
	for number := first; number < end; number++ {
		rows = append(rows, []any{cartID(number), c.key, now, now, now.AddDate(0, 0, 30)})
		products, pieces := content(number)
		for line, p := range products {
			items = append(items, []any{cartID(number), p.ID, line + 1, pieces, p.Price, now})
		}
	}
	_, err := conn.CopyFrom(ctx, pgx.Identifier{"carts"}, []string{"id", "key_id", "created_at", "updated_at", "expires_at"}, pgx.CopyFromRows(rows))
	if err != nil {
		return err
	}
	_, err = conn.CopyFrom(ctx, pgx.Identifier{"cart_items"}, []string{"cart_id", "product_id", "line", "quantity", "unit_price_oere", "added_at"}, pgx.CopyFromRows(items))
	return err
}

// restock gives the products more pieces than a run orders. It does so in steps
// whose changes the server reads one by one, because it reads all products again
// after a larger change.
func (c *carts) restock(ctx context.Context, conn *pgx.Conn) error {
	const step = 500
	for first := 0; first < len(c.products); first += step {
		var ids []uuid.UUID
		for _, p := range c.products[first:min(first+step, len(c.products))] {
			ids = append(ids, p.ID)
		}
		_, err := conn.Exec(ctx, `UPDATE products SET stock = 10000000, updated_at = greatest(now(), updated_at + interval '1 millisecond')
			WHERE id = ANY ($1) AND stock < 5000000`, ids)
		if err != nil {
			return err
		}
	}
	return nil
}
