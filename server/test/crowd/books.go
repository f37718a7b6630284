package crowd

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
)

// book is a part of the shop's books, as lines of text.
type book struct {
	name         string
	acknowledged []string
	query        string // finds the lines in the database
}

// books returns what was acknowledged by now.
func (c *Crowd) books() []book {
	return []book{
		{"orders, each of one cart", c.Orders(), `
			SELECT concat_ws(' ', o.id, o.status, o.total_oere, o.refunded_oere, coalesce(o.discount_code, '-'), c.id,
				string_agg(concat_ws(' ', p.slug, i.quantity, i.restocked_quantity), ' ' ORDER BY p.slug COLLATE "C"))
			FROM orders o LEFT JOIN carts c ON c.order_id = o.id LEFT JOIN order_items i ON i.order_id = o.id LEFT JOIN products p ON p.id = i.product_id
			GROUP BY o.id, c.id`},
		{"carts", c.carts(), `SELECT id::text FROM carts`},
		{"initial stock", Balance(c.Stock), InitialStock},
		{"uses of codes", c.uses(), `SELECT concat_ws(' ', code, usage_count) FROM discounts WHERE usage_count <= usage_limit`},
		{"rows of the audit", c.audited(), `
			SELECT concat_ws(' ', tool, entity_id) FROM audit_log WHERE outcome = 'success' AND (tool LIKE 'cart.%' OR tool LIKE 'orders.%')
				AND tool <> 'orders.list'`}, // which leaves a row too, because it reads personal data
	}
}

// Inherit has Verify expect what the shop has by now and no agent bought. No agent may be buying.
func (c *Crowd) Inherit(t *testing.T, db *pgx.Conn) {
	t.Helper()
	c.inherited = map[string][]string{}
	for _, b := range c.books() {
		ours := map[string]bool{}
		for _, line := range b.acknowledged {
			ours[line] = true
		}
		c.inherited[b.name] = slices.DeleteFunc(column(t, db, b.query), func(line string) bool { return ours[line] })
	}
}

// Verify compares what the service and its database have with what was acknowledged, and
// sends every call of the round once more: the answer is the acknowledged one.
func (c *Crowd) Verify(t *testing.T, db *pgx.Conn) {
	t.Helper()
	for _, a := range c.agents {
		c.Replay(t, a.calls[a.since:]...)
	}
	for _, b := range c.books() {
		Same(t, b.name, slices.Concat(b.acknowledged, c.inherited[b.name]), column(t, db, b.query))
	}
	Same(t, "customers", column(t, db, `SELECT DISTINCT email_key FROM orders`), column(t, db, `SELECT email_key FROM customers`))
}

// InitialStock is a query for the initial stock of each product, from what is left and what was ordered.
const InitialStock = `
	SELECT concat_ws(' ', p.slug, p.stock + coalesce(sum(i.quantity - i.restocked_quantity), 0))
	FROM products p LEFT JOIN order_items i ON i.product_id = p.id WHERE p.stock >= 0 GROUP BY p.id`

// Same compares two lists of lines, in any order.
func Same(t *testing.T, what string, acknowledged, found []string) {
	t.Helper()
	count := map[string]int{}
	for _, line := range acknowledged {
		count[line]++
	}
	for _, line := range found {
		count[line]--
	}
	for line, n := range count {
		switch {
		case n > 0:
			t.Errorf("%s: %d too few of what was acknowledged: %s", what, n, line)
		case n < 0:
			t.Errorf("%s: %d more than were acknowledged: %s", what, -n, line)
		}
	}
}

// Replay sends calls once more, until they are answered: each answer is the acknowledged one.
func (c *Crowd) Replay(t *testing.T, calls ...Acknowledged) {
	t.Helper()
	for _, call := range calls {
		again, _ := c.ask(t, call.Key, call.Tool, call.body, call.once)
		if again.Status != http.StatusOK || !again.Replayed || !bytes.Equal(again.Body, call.answer) {
			t.Errorf("%s %s was answered\n%s\nand is now answered %d, replayed %v\n%s", call.Tool, call.once, call.answer, again.Status, again.Replayed, again.Body)
		}
	}
}

// Orders returns the acknowledged orders: with the cart, and of each product the pieces that
// were ordered and those that came back.
func (c *Crowd) Orders() (lines []string) {
	for _, a := range c.agents {
		for _, o := range a.orders {
			line := fmt.Sprintf("%s %s %d %d %s %s", o.id, o.status, o.total, o.refunded, cmp.Or(o.code, "-"), o.cart)
			for _, slug := range slices.Sorted(maps.Keys(o.pieces)) {
				back := int64(0)
				if o.status == "cancelled" || o.status == "refunded" { // never after it was shipped
					back = o.pieces[slug]
				}
				line += fmt.Sprintf(" %s %d %d", slug, o.pieces[slug], back)
			}
			lines = append(lines, line)
		}
	}
	return lines
}

// Statuses returns how many of the acknowledged orders have each status.
func (c *Crowd) Statuses() map[string]int {
	count := map[string]int{}
	for _, a := range c.agents {
		for _, o := range a.orders {
			count[o.status]++
		}
	}
	return count
}

// carts returns the ids of the acknowledged carts.
func (c *Crowd) carts() (ids []string) {
	for _, line := range c.audited() {
		if id, created := strings.CutPrefix(line, "cart.create "); created {
			ids = append(ids, id)
		}
	}
	return ids
}

// audited returns each acknowledged call as its row of the audit names it.
func (c *Crowd) audited() (lines []string) {
	for _, a := range c.agents {
		for _, call := range a.calls {
			lines = append(lines, call.Tool+" "+call.Entity)
		}
	}
	return lines
}

// uses returns how often each code was used in acknowledged orders; one that was cancelled before it was paid has given its
// use back.
func (c *Crowd) uses() []string {
	uses := maps.Clone(c.limits)
	for code := range uses {
		uses[code] = 0
	}
	for _, a := range c.agents {
		for _, o := range a.orders {
			if o.code != "" && (o.paid || o.status != "cancelled") {
				uses[o.code]++
			}
		}
	}
	return Balance(uses)
}

// Balance returns a line for each account.
func Balance(accounts map[string]int64) (lines []string) {
	for name, n := range accounts {
		lines = append(lines, fmt.Sprintf("%s %d", name, n))
	}
	return lines
}

// column returns the values of a query for one column of text.
func column(t *testing.T, db *pgx.Conn, query string) []string {
	t.Helper()
	rows, err := db.Query(t.Context(), query)
	if err != nil {
		t.Fatalf("%v: %s", err, query)
	}
	values, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatalf("%v: %s", err, query)
	}
	return values
}
