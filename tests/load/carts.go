package main

import (
	"context"
	"errors"
	"math/rand/v2"
	"strconv"
	"sync/atomic"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// openCarts is the number of carts: enough for 40 seconds of 2,500 orders each.
const openCarts = 100_000

// keyName is the name of the API key that calls and owns the carts.
const keyName = "load"

// carts are the carts of the key. They are made again before each figure, because
// orders.create takes each once.
type carts struct {
	url      string
	key      uuid.UUID
	products []cartProduct
	taken    atomic.Int64
}

type cartProduct struct {
	ID    uuid.UUID
	Slug  string
	Price int64
}

var errNoCarts = errors.New("no cart is left to order: measure for a shorter time")

// readCarts returns the newest key and some of the products, from which carts are
// filled.
func readCarts(ctx context.Context, url string) (*carts, error) {
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return nil, err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	c := &carts{url: url}
	if err := conn.QueryRow(ctx, "SELECT id FROM api_keys WHERE name = $1 ORDER BY created_at DESC, id DESC LIMIT 1", keyName).Scan(&c.key); err != nil {
		return nil, err
	}
	rows, err := conn.Query(ctx, "SELECT id, slug, price_oere FROM products WHERE deleted_at IS NULL ORDER BY md5(slug) LIMIT 10000")
	if err != nil {
		return nil, err
	}
	c.products, err = pgx.CollectRows(rows, pgx.RowToStructByPos[cartProduct])
	return c, err
}

// cartID returns the id of a cart, which is the same in every run.
func cartID(number int) uuid.UUID { return numberedID(0xca, number) }

// productsOf returns the products of a cart: one, two or three. They differ from
// those of the next carts.
func (c *carts) productsOf(number int) (all []cartProduct) {
	for line := range 1 + number%3 {
		all = append(all, c.products[(3*number+line)%len(c.products)])
	}
	return all
}

// summaries read any of the carts.
func (c *carts) summaries(r *rand.Rand) draw {
	return func() ([]byte, error) { return []byte(`{"cartId":"` + cartID(r.IntN(openCarts)).String() + `"}`), nil }
}

// purchases order the carts, each once. Seven of eight buyers are customers.
func (c *carts) purchases(customers []string) func(*rand.Rand) draw {
	return func(r *rand.Rand) draw {
		return func() ([]byte, error) {
			number := int(c.taken.Add(1)) - 1
			if number >= openCarts {
				return nil, errNoCarts
			}
			email := customers[r.IntN(len(customers))]
			if r.IntN(8) == 0 {
				email = "buyer" + strconv.FormatUint(r.Uint64(), 36) + "@example.com"
			}
			return []byte(`{"cartId":"` + cartID(number).String() + `","email":"` + email + `","shippingName":"Freja Nielsen",` +
				`"shippingAddress":"Nørregade 12, 2. tv.","shippingZip":"1165","shippingCity":"København K","paymentMethod":"card"}`), nil
		}
	}
}
