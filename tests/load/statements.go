package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/storefront/storefront/tests/load/peer"
)

// statement is the SQL of an operation, with $1, $2 … for the drawn values.
type statement struct {
	operation string
	sql       string
	calls     int // in one run of the script
	rows      int // number of different runs
	draw      func(*rand.Rand) []string
}

const orderListSQL = `SELECT o.id, o.email, o.shipping_name, o.status, o.subtotal_oere, o.discount_oere, o.shipping_oere, o.total_oere,
	o.discount_code, o.created_at,
	coalesce((SELECT json_agg(json_build_object('productName', i.product_name, 'quantity', i.quantity, 'unitPriceDkk', i.unit_price_oere) ORDER BY i.line)
		FROM order_items i WHERE i.order_id = o.id), '[]')::json AS items
	FROM (SELECT * FROM orders WHERE email_key = $1 ORDER BY created_at DESC, id DESC LIMIT 20) AS o
	ORDER BY o.created_at DESC, o.id DESC;`

// moveSQL is a move with its history and its audit row, as five statements of one transaction.
// It moves back and forth between two statuses, because pgbench has no table of
// moves; the ids of the audit rows ascend with time, as UUIDv7 does.
const moveSQL = `BEGIN;
SELECT * FROM orders WHERE id = $1 \gset o_
WITH moved AS (
	UPDATE orders SET status = CASE status WHEN 'completed' THEN 'disputed' ELSE 'completed' END, stage = 'completed', disputed_at = now(),
		refunded_oere = 0, updated_at = now() WHERE id = $1 AND status = :o_status AND updated_at = :o_updated_at
	RETURNING id, status, updated_at)
	INSERT INTO order_history (id, order_id, at, from_status, to_status, actor)
	SELECT (lpad(to_hex((extract(epoch FROM clock_timestamp()) * 1000)::bigint), 12, '0') || substr(md5(random()::text), 1, 20))::uuid,
		id, updated_at, :o_status, status, 'apikey-01994f5e-8f4b-7c11-9b1f-2a6f0c9d7e10' FROM moved;
INSERT INTO audit_log (id, at, actor, tool, entity_type, entity_id, args, before, after, outcome, request_id, ip, user_agent, channel)
	VALUES ((lpad(to_hex((extract(epoch FROM clock_timestamp()) * 1000)::bigint), 12, '0') || substr(md5(random()::text), 1, 20))::uuid, now(),
	'apikey-01994f5e-8f4b-7c11-9b1f-2a6f0c9d7e10', 'orders.update_status', 'order', $1, '{"orderId": "01994f5e-8f4b-7c11-9b1f-2a6f0c9d7e10", "status": "paid"}',
	'{"id": "01994f5e-8f4b-7c11-9b1f-2a6f0c9d7e10", "status": "completed", "stage": "completed", "paidAt": null, "refundedAt": null, "disputedAt": null, "refundedOere": 0}',
	'{"id": "01994f5e-8f4b-7c11-9b1f-2a6f0c9d7e10", "status": "disputed", "stage": "completed", "paidAt": null, "refundedAt": null, "disputedAt": null, "refundedOere": 0, "restockedPieces": 0}',
	'success', gen_random_uuid(), '127.0.0.1', 'fasthttp', 'rest');
COMMIT;`

// statements returns what pgbench runs for comparison with the API.
func statements(s *sample, queries []string) []statement {
	kind := s.kinds(queries)[0]
	bodies := byZipf(makeBodies(kind.make))
	searches := func(r *rand.Rand) []string {
		body, _ := bodies(r)() // it never fails
		var q question
		_ = json.Unmarshal(body, &q) // it was marshalled from one
		return []string{q.Q, q.Category, fmt.Sprint(q.Min), fmt.Sprint(q.Max)}
	}
	one := func(values []string) func(*rand.Rand) []string {
		return func(r *rand.Rand) []string { return []string{values[r.IntN(len(values))]} }
	}
	return []statement{
		{"products.get", peer.GetSQL + ";", 20, 5000, one(s.slugs)},
		{"products.search: " + kind.name, peer.SearchSQL + ";", 20, 500, searches},
		{"orders.list: email", orderListSQL, 20, 2000, one(s.customers)},
		{"orders.update_status", moveSQL, 10, 2000, one(s.settled)},
		{"cart.get_summary", cartSQL + ";\n" + cartLinesSQL, 20, 2000, s.carts.read},
		{"orders.create", orderSQL, 1, 20_000, func(r *rand.Rand) []string { return s.carts.order(s.customers, r) }},
	}
}

// text returns the script: a look-up of values, then the statements with them.
func (t statement) text() string {
	width := len(t.draw(rand.New(rand.NewPCG(0, 0))))
	var values, calls strings.Builder
	for call := range t.calls {
		sql := t.sql
		for i := range width {
			at := call*width + i + 1
			fmt.Fprintf(&values, ", drawn[%d] AS v%d", at, at)
			sql = strings.ReplaceAll(sql, fmt.Sprintf("$%d", i+1), fmt.Sprintf(":v%d", at))
		}
		calls.WriteString(sql + "\n")
	}
	return fmt.Sprintf("\\set n random(1, %d)\nSELECT %s FROM load.draws WHERE operation = '%s' AND n = :n \\gset\n%s",
		t.rows, values.String()[2:], strings.ReplaceAll(t.operation, ":", ""), calls.String())
}

// storeDraws stores the values of all runs.
func storeDraws(ctx context.Context, url string, t statement) error {
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	_, err = conn.Exec(ctx, "CREATE UNLOGGED TABLE IF NOT EXISTS load.draws (operation text, n int, drawn text[], PRIMARY KEY (operation, n))")
	if err != nil {
		return err
	}
	name := strings.ReplaceAll(t.operation, ":", "")
	if _, err := conn.Exec(ctx, "DELETE FROM load.draws WHERE operation = $1", name); err != nil {
		return err
	}
	r := rand.New(rand.NewPCG(6, 6))
	_, err = conn.CopyFrom(ctx, pgx.Identifier{"load", "draws"}, []string{"operation", "n", "drawn"}, pgx.CopyFromSlice(t.rows, func(i int) ([]any, error) {
		var drawn []string
		for range t.calls {
			drawn = append(drawn, t.draw(r)...)
		}
		return []any{name, i + 1, drawn}, nil
	}))
	return err
}
