package main

import (
	"context"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/storefront/storefront/server/platform/text"
)

// shares is the percentage of orders in each status. Most can move forward (see
// next), because orders.update_status moves each once.
var shares = []struct {
	status, stage string
	paid          bool
	percent       int
}{
	{"pending_payment", "none", false, 20},
	{"pending", "none", false, 5},
	{"paid", "none", true, 25},
	{"processing", "processing", true, 15},
	{"shipped", "shipped", true, 10},
	{"delivered", "delivered", true, 5},
	{"completed", "completed", true, 15},
	{"cancelled", "none", false, 3},
	{"refunded", "delivered", true, 2},
}

// Names of the customers; the first surnames are the most frequent.
var (
	givenNames = strings.Fields("Freja Søren Åse Anne Peter Mette Lars Hanne Jens Kirsten Niels Sofie Ida Emma Oscar Noah William Alma Karl Birthe")
	surnames   = strings.Fields("Nielsen Jensen Hansen Andersen Pedersen Christensen Larsen Sørensen Rasmussen Jørgensen Petersen Madsen Kristensen Olsen Thomsen " +
		"Christiansen Poulsen Johansen Møller Mortensen Knudsen Jakobsen Jacobsen Mikkelsen Frederiksen Laursen Henriksen Lund Holm Schmidt " +
		"Eriksen Kristiansen Simonsen Clausen Svendsen Andreasen Iversen Jeppesen Mogensen Nissen Lauridsen Vestergaard Jespersen Østergaard Frandsen")
)

// prepareOrders writes orders and their customers to the database, and writes
// them again if earlier runs have moved most of them to final statuses, or have
// added a tenth of their number.
func prepareOrders(ctx context.Context, conn *pgx.Conn, n int) error {
	var orders, movable int
	err := conn.QueryRow(ctx, "SELECT count(*), count(*) FILTER (WHERE status = ANY($1)) FROM orders", movableStatuses()).Scan(&orders, &movable)
	if err != nil || orders >= n && orders <= n+n/10 && movable*2 >= n {
		return err
	}
	products, err := orderable(ctx, conn)
	if err != nil {
		return err
	}
	return timed(fmt.Sprintf("%d orders", n), func() error {
		if _, err := conn.Exec(ctx, "TRUNCATE customers, orders CASCADE"); err != nil { // with items, words and carts
			return err
		}
		if err := copyCustomers(ctx, conn, customersOf(n)); err != nil {
			return err
		}
		const batch = 50_000
		r := rand.New(rand.NewPCG(uint64(n), 2))
		for done := 0; done < n; done += batch {
			if err := copyOrders(ctx, conn, r, products, done, min(done+batch, n), n); err != nil {
				return err
			}
		}
		_, err := conn.Exec(ctx, "VACUUM ANALYZE") // as autovacuum would have done by then
		return err
	})
}

type orderedProduct struct {
	ID    uuid.UUID
	Name  string
	Price int64
}

// orderable returns many products for orders, spread over all products.
func orderable(ctx context.Context, conn *pgx.Conn) ([]orderedProduct, error) {
	rows, err := conn.Query(ctx, `SELECT id, name, price_oere FROM products WHERE deleted_at IS NULL ORDER BY md5(slug) LIMIT 100000`)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[orderedProduct])
}

// copyOrders copies the orders from number first to number end of n, the oldest
// first, evenly spread over two years.
func copyOrders(ctx context.Context, conn *pgx.Conn, r *rand.Rand, products []orderedProduct, first, end, n int) error {
	newest := time.Date(2026, time.November, 1, 0, 0, 0, 0, time.UTC)
	const span = 2 * 365 * 24 * time.Hour
	var orders, items, words [][]any
	for i := first; i < end; i++ {
		at := newest.Add(-span + time.Duration(float64(span)*float64(i)/float64(n))).Truncate(time.Millisecond)
		id, share := idAt(at, r), drawShare(r)
		var paidAt *time.Time
		if share.paid {
			paidAt = &at
		}
		var subtotal int64
		for line := range 1 + min(r.IntN(4), r.IntN(4)) {
			p, quantity := products[r.IntN(len(products))], int64(1+r.IntN(2))
			subtotal += p.Price * quantity
			items = append(items, []any{idAt(at, r), id, at, line + 1, p.ID, p.Name, p.Price, quantity})
		}
		number := r.IntN(customersOf(n))
		customer := customerEmail(number)
		name := givenNames[r.IntN(len(givenNames))] + " " + surnames[min(r.IntN(len(surnames)), r.IntN(len(surnames)))]
		local, _, _ := strings.Cut(customer, "@")
		for _, word := range text.Keys(name, local) {
			words = append(words, []any{word, at, id})
		}
		var code, source *string
		if r.IntN(5) == 0 {
			code = numbered("CODE", r.IntN(100))
		}
		if r.IntN(4) == 0 {
			source = numbered("agent-", r.IntN(10))
		}
		orders = append(orders, []any{id, customerID(number), customer, customer, share.status, share.stage, name, "Nørregade 12, 2. tv.", "1165",
			"København K", subtotal, int64(0), int64(0), subtotal, subtotal / 5, "card", "web", paidAt, at, at, code, source != nil, source})
	}
	_, err := conn.CopyFrom(ctx, pgx.Identifier{"orders"}, []string{"id", "user_id", "email", "email_key", "status", "stage", "shipping_name", "shipping_address",
		"shipping_zip", "shipping_city", "subtotal_oere", "shipping_oere", "discount_oere", "total_oere", "vat_oere", "payment_method", "channel",
		"paid_at", "created_at", "updated_at", "discount_code", "is_ai_generated", "ai_agent_source"}, pgx.CopyFromRows(orders))
	if err != nil {
		return err
	}
	_, err = conn.CopyFrom(ctx, pgx.Identifier{"order_items"}, []string{"id", "order_id", "ordered_at", "line", "product_id", "product_name", "unit_price_oere",
		"quantity"}, pgx.CopyFromRows(items))
	if err != nil {
		return err
	}
	_, err = conn.CopyFrom(ctx, pgx.Identifier{"order_words"}, []string{"word", "ordered_at", "order_id"}, pgx.CopyFromRows(words))
	return err
}

func numbered(what string, number int) *string {
	text := what + strconv.Itoa(number)
	return &text
}

func drawShare(r *rand.Rand) (share struct {
	status, stage string
	paid          bool
	percent       int
}) {
	rest := r.IntN(100)
	for _, share = range shares {
		if rest -= share.percent; rest < 0 {
			break
		}
	}
	return share
}

// idAt returns a UUIDv7 of the given time.
func idAt(at time.Time, r *rand.Rand) (id uuid.UUID) {
	binary.BigEndian.PutUint64(id[:], uint64(at.UnixMilli())<<16|0x7000|r.Uint64N(0x1000))
	binary.BigEndian.PutUint64(id[8:], r.Uint64()&^(3<<62)|2<<62)
	return id
}
