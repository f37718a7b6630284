package main

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/storefront/storefront/gen"
	"github.com/storefront/storefront/server/platform/contract"
)

// indexes are built after the rows, which is faster.
const indexes = `SELECT indexrelid::regclass::text, pg_get_indexdef(indexrelid) FROM pg_index WHERE indrelid = 'audit_log'::regclass AND NOT indisprimary`

// rows are skewed like those of a shop that is run by agents: of 200 actors two
// make four fifths of the rows and use all tools, but for every second one, which
// the second never uses; a tool is the rarer the higher its number. Each of the
// others has a dozen tools of its own. The newest row is of today, the oldest of
// three years ago.
const rows = `
	WITH drawn AS MATERIALIZED (
		SELECT n, r, 1 + CASE WHEN r < 0.5 THEN 0 WHEN r < 0.8 THEN 1 ELSE floor(2 + 198 * power(random(), 3))::int END AS actor,
			1 + floor(80 * power(random(), 2.5))::int AS drawn_tool, floor(30000 * power(random(), 2))::int AS thing, random() AS fate, random() AS move
		FROM (SELECT n, random() AS r FROM generate_series($1::bigint, $2::bigint) n) AS numbers
	), named AS (
		SELECT *, ($3::text[])[CASE actor WHEN 1 THEN drawn_tool WHEN 2 THEN least(80, drawn_tool + drawn_tool % 2)
			ELSE 1 + (actor * 13 + drawn_tool % 12) % 80 END] AS tool FROM drawn
	)
	INSERT INTO audit_log (id, at, actor, tool, entity_type, entity_id, args, before, after, outcome, code, request_id, channel, actor_name, holder, entity_label)
	SELECT gen_random_uuid(), now() - ($4 - n) * interval '3 years' / $4,
		CASE WHEN actor % 20 = 0 THEN 'cli:operator' || actor WHEN actor % 33 = 0 THEN 'system:task' || actor
			ELSE 'apikey:01994f5e-8f4b-7c11-9b1f-' || lpad(to_hex(actor * 7919 % 65536), 4, '0') || lpad(actor::text, 8, '0') END,
		tool, CASE WHEN fate < 0.97 AND NOT read THEN type END, CASE WHEN fate < 0.97 AND NOT read THEN CASE type WHEN 'settings' THEN 'shop' ELSE type || '-' || thing END END,
		json_build_object('slug', 'thing-' || thing, 'patch', json_build_object('stock', n % 100, 'text', repeat('x', 60))),
		CASE WHEN fate < 0.97 AND NOT read THEN json_build_object('id', thing, 'status', CASE WHEN type = 'order' THEN (ARRAY['pending_payment', 'paid', 'processing', 'shipped'])[1 + floor(move * 4)::int] END) END,
		CASE WHEN fate < 0.97 AND NOT read THEN json_build_object('id', thing, 'status', CASE WHEN type = 'order' THEN (ARRAY['paid', 'processing', 'shipped', 'delivered'])[1 + floor(move * 4)::int] END) END,
		CASE WHEN fate < 0.97 THEN 'success' WHEN fate < 0.99 THEN 'failure' ELSE 'denied' END, CASE WHEN fate >= 0.97 THEN 'validation_failed' END,
		gen_random_uuid(), CASE WHEN actor % 20 = 0 THEN 'cli' WHEN actor % 33 = 0 THEN 'system' WHEN n % 3 = 0 THEN 'mcp' ELSE 'rest' END,
		CASE WHEN keyed THEN 'Key ' || actor END, CASE WHEN keyed THEN (ARRAY['person', 'agent', 'program', 'agent'])[1 + actor % 4] END,
		CASE WHEN fate < 0.97 AND NOT read AND type NOT IN ('order', 'settings') THEN type || ' ' || thing END
	FROM (SELECT *, CASE split_part(tool, '.', 1) WHEN 'products' THEN 'product' WHEN 'orders' THEN 'order' WHEN 'categories' THEN 'category'
			WHEN 'discounts' THEN 'discount' WHEN 'pages' THEN 'page' WHEN 'services' THEN 'service' ELSE split_part(tool, '.', 1) END AS type,
			tool ~ '[.](list|get|search|history)' AS read, actor % 20 <> 0 AND actor % 33 <> 0 AS keyed FROM named) AS whole
	ORDER BY n`

// reverts are rows that reverted others: 500 of products that an agent updated.
const reverts = `UPDATE audit_log SET revert_of = pairs.of FROM (
		SELECT r.id, o.id AS of FROM (SELECT id, row_number() OVER (ORDER BY at DESC) n FROM audit_log WHERE tool = 'categories.upsert' AND outcome = 'success' LIMIT 500) r
		JOIN (SELECT id, row_number() OVER (ORDER BY at DESC) n FROM audit_log WHERE tool = 'products.update' AND outcome = 'success' LIMIT 500) o USING (n)
	) AS pairs WHERE audit_log.id = pairs.id`

// reverted is what the trigger does when such a row is inserted.
const reverted = `UPDATE audit_log SET reverted_at = r.at FROM audit_log r WHERE r.revert_of = audit_log.id`

// fill fills an empty audit.
func fill(ctx context.Context, url string, n int) error {
	db, err := pgx.Connect(ctx, url)
	if err != nil {
		return err
	}
	defer db.Close(ctx)
	var filled bool
	if err := db.QueryRow(ctx, "SELECT count(*) >= $1 FROM (SELECT FROM audit_log LIMIT $1) AS first", n).Scan(&filled); err != nil || filled {
		return err
	}
	tools, err := toolNames()
	if err != nil {
		return err
	}
	began := time.Now()
	found, err := db.Query(ctx, indexes)
	if err != nil {
		return err
	}
	type index struct{ Name, Definition string }
	all, err := pgx.CollectRows(found, pgx.RowToStructByPos[index])
	if err != nil {
		return err
	}
	statements := []string{"TRUNCATE audit_log, audit_kinds"}
	for _, i := range all {
		statements = append(statements, "DROP INDEX "+i.Name)
	}
	if err := execute(ctx, db, statements); err != nil {
		return err
	}
	const chunk = 500_000
	for from := 1; from <= n; from += chunk {
		if _, err := db.Exec(ctx, rows, from, min(n, from+chunk-1), tools, n); err != nil {
			return err
		}
	}
	statements = []string{"SET maintenance_work_mem = '512MB'"}
	for _, i := range all {
		statements = append(statements, i.Definition)
	}
	statements = append(statements, reverts, reverted, "VACUUM (ANALYZE) audit_log", "VACUUM (ANALYZE) audit_kinds")
	err = execute(ctx, db, statements)
	fmt.Printf("filled with %d rows in %.0f s\n", n, time.Since(began).Seconds())
	return err
}

func execute(ctx context.Context, db *pgx.Conn, statements []string) error {
	for _, text := range statements {
		if _, err := db.Exec(ctx, text); err != nil {
			return fmt.Errorf("%s: %w", text, err)
		}
	}
	return nil
}

// toolNames returns 80 names: those of operations that change things and of some
// that read personal data, and others of operations to come.
func toolNames() ([]string, error) {
	c, err := contract.Load(gen.OpenAPIJSON(), gen.ToolsJSON())
	if err != nil {
		return nil, err
	}
	names := []string{"products.update", "orders.list", "products.adjust_stock", "orders.update_status", "cart.add", "orders.get"}
	for _, op := range c.Tools() {
		known := false
		for _, name := range names {
			known = known || name == op.Name
		}
		if !known && (!op.ReadOnly || op.PersonalData) {
			names = append(names, op.Name)
		}
	}
	for i := 0; len(names) < 80; i++ {
		names = append(names, fmt.Sprintf("future%d.change_%d", i%20, i))
	}
	return names, nil
}
