//go:build crash

package main_test

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
)

// verify compares what the service and its database have with what was acknowledged.
func (c *crowd) verify(t *testing.T, p *program, s *serving) {
	t.Helper()
	for _, a := range c.agents {
		a.replay(t, s)
	}
	db := database(t, p)
	same(t, "orders, each of one cart", c.ordersOfAll(), column[string](t, db, `
		SELECT concat_ws(' ', o.id, o.status, o.total_oere, o.refunded_oere, coalesce(o.discount_code, '-'), c.id,
			string_agg(concat_ws(' ', p.slug, i.quantity, i.restocked_quantity), ' ' ORDER BY p.slug COLLATE "C"))
		FROM orders o LEFT JOIN carts c ON c.order_id = o.id LEFT JOIN order_items i ON i.order_id = o.id LEFT JOIN products p ON p.id = i.product_id
		GROUP BY o.id, c.id`))
	same(t, "carts", c.carts(), column[string](t, db, `SELECT id::text FROM carts`))
	same(t, "initial stock", balance(c.stock), column[string](t, db, initialStock))
	same(t, "uses of codes", c.uses(), column[string](t, db, `SELECT concat_ws(' ', code, usage_count) FROM discounts WHERE usage_count <= usage_limit`))
	same(t, "rows of the audit", c.audited(), column[string](t, db, `
		SELECT concat_ws(' ', tool, entity_id) FROM audit_log WHERE outcome = 'success' AND (tool LIKE 'cart.%' OR tool LIKE 'orders.%')`))
	same(t, "customers", column[string](t, db, `SELECT DISTINCT email_key FROM orders`), column[string](t, db, `SELECT email_key FROM customers`))
}

// initialStock is a query for the initial stock of each product, from what is left and what was ordered.
const initialStock = `
	SELECT concat_ws(' ', p.slug, p.stock + coalesce(sum(i.quantity - i.restocked_quantity), 0))
	FROM products p LEFT JOIN order_items i ON i.product_id = p.id WHERE p.stock >= 0 GROUP BY p.id`

// same compares two lists of lines, in any order.
func same(t *testing.T, what string, acknowledged, found []string) {
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

// replay sends every call of the round once more: the answer is the acknowledged one.
func (a *agent) replay(t *testing.T, s *serving) {
	t.Helper()
	a.replayCalls(t, s, a.calls[a.since:])
}

func (a *agent) replayCalls(t *testing.T, s *serving, calls []acknowledged) {
	t.Helper()
	for _, call := range calls {
		again, err := s.send(t.Context(), a.key, call.tool, call.body, call.once)
		if err != nil || again.status != http.StatusOK || !again.replayed || !bytes.Equal(again.body, call.answer) {
			t.Errorf("%s %s was answered\n%s\nand is now answered %d, replayed %v, %v\n%s", call.tool, call.once, call.answer, again.status, again.replayed, err, again.body)
		}
	}
}

// ordersOfAll returns the acknowledged orders: with the cart, and of each product the pieces that
// were ordered and those that came back.
func (c *crowd) ordersOfAll() (lines []string) {
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

// carts returns the ids of the acknowledged carts.
func (c *crowd) carts() (ids []string) {
	for _, line := range c.audited() {
		if id, created := strings.CutPrefix(line, "cart.create "); created {
			ids = append(ids, id)
		}
	}
	return ids
}

// audited returns each acknowledged call as its row of the audit names it.
func (c *crowd) audited() (lines []string) {
	for _, a := range c.agents {
		for _, call := range a.calls {
			lines = append(lines, call.tool+" "+call.entity)
		}
	}
	return lines
}

// uses returns how often each code was used in acknowledged orders; a cancelled order has used
// its code too.
func (c *crowd) uses() []string {
	uses := maps.Clone(c.limits)
	for code := range uses {
		uses[code] = 0
	}
	for _, a := range c.agents {
		for _, o := range a.orders {
			if o.code != "" {
				uses[o.code]++
			}
		}
	}
	return balance(uses)
}

// balance returns a line for each account.
func balance(accounts map[string]int64) (lines []string) {
	for name, n := range accounts {
		lines = append(lines, fmt.Sprintf("%s %d", name, n))
	}
	return lines
}
