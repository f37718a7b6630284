package walk_test

import (
	"context"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/shop/audit"
	"github.com/storefront/storefront/server/shop/catalog"
	"github.com/storefront/storefront/server/shop/orders"
	"github.com/storefront/storefront/server/shop/search"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

// readAll are the queries that scan a big table, and why.
var readAll = map[string]string{
	"ProductScarceCount":  "only while the index of the products is not in use",
	"ImagesMark":          "goes once a day through all that may show a picture",
	"AuditRename":         "names one row of the demo, while there are few",
	"CategoryList":        "counts the products of every category",
	"KeyCountPaused":      "counts among all keys, of which there are few",
	"KeyList":             "the operator's list of all keys",
	"PageList":            "the limit of pages keeps their table small",
	"ProductCount":        "counts all products, for the demo and the tests",
	"StorefrontAddresses": "lists every page and service, for a sitemap that is written at most a tenth of the time",
}

// The generic plan of every query finds its rows in the big tables by an index.
func TestNoQueryReadsABigTable(t *testing.T) {
	t.Parallel()
	address := storetest.New(t, storetest.Empty)
	servertest.Administer(t, address, large...)
	t.Run("queries", func(t *testing.T) {
		conn, err := pgx.Connect(t.Context(), address)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close(context.WithoutCancel(t.Context()))
		// The settings of the service's own PostgreSQL.
		for _, setting := range []string{"plan_cache_mode = force_generic_plan", "random_page_cost = 1.1", "max_parallel_workers_per_gather = 0"} {
			if _, err := conn.Exec(t.Context(), "SET "+setting); err != nil {
				t.Fatal(err)
			}
		}
		queries := queryTexts(t)
		for _, name := range slices.Sorted(maps.Keys(queries)) {
			plan := explain(t, conn, name, queries[name])
			reads := scanned.FindStringSubmatch(plan)
			if reads != nil && readAll[name] == "" {
				t.Errorf("%s reads all of %s:\n%s", name, reads[1], plan)
			}
		}
	})
	t.Run("search", func(t *testing.T) { searchesByIndex(t, address) })
	t.Run("orders", func(t *testing.T) { ordersByIndex(t, address) })
	t.Run("audit", func(t *testing.T) { auditByIndex(t, address) })
}

var scanned = regexp.MustCompile(`Seq Scan on (products|orders|order_items|order_words|discounts|pages|services|audit_log|search_words|api_keys|key_calls)\b`)

// queryTexts returns the statements that sqlc generates from sql/queries, by
// name.
func queryTexts(t *testing.T) map[string]string {
	t.Helper()
	files, err := filepath.Glob("../../../gen/db/*.sql.go")
	if err != nil {
		t.Fatal(err)
	}
	named := regexp.MustCompile(`^-- name: (\w+)`)
	texts := map[string]string{}
	for _, path := range append(files, "../../../gen/db/batch.go") {
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				text, err := strconv.Unquote(lit.Value)
				if name := named.FindStringSubmatch(text); err == nil && name != nil {
					texts[name[1]] = text
				}
			}
			return true
		})
	}
	if len(texts) < 50 {
		t.Fatalf("%d queries in gen/db", len(texts))
	}
	return texts
}

func explain(t *testing.T, conn *pgx.Conn, name, text string) string {
	t.Helper()
	statement, err := conn.Prepare(t.Context(), "q_"+name, text)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	arguments := ""
	if n := len(statement.ParamOIDs); n > 0 {
		arguments = "(NULL" + strings.Repeat(", NULL", n-1) + ")"
	}
	rows, err := conn.Query(t.Context(), `EXPLAIN (COSTS off) EXECUTE "q_`+name+`"`+arguments, pgx.QueryExecModeSimpleProtocol)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return strings.Join(lines, "\n")
}

// searchesByIndex runs searches in the database, whose statements depend on the
// request, and counts the sequential scans.
func searchesByIndex(t *testing.T, address string) {
	st, err := store.Open(address+"&random_page_cost=1.1&max_parallel_workers_per_gather=0", store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	before := sequentialScans(t, address)
	limit, offset := int64(20), int64(0)
	word, category, brand, color, price, yes := "word77", "category-7", "Brand 7", "Color 7", int64(20_000), true
	for i, body := range []api.ProductsSearchRequest{
		{}, {Q: &word}, {CategorySlug: &category}, {Brand: &brand}, {Featured: &yes}, {InStock: &yes}, {MinPriceOere: &price}, {MaxPriceOere: &price},
		{Q: &word, CategorySlug: &category, MaxPriceOere: &price}, {Q: &word, Brand: &brand, FrameColor: &color, LensColor: &color},
	} {
		body.Limit, body.Offset = &limit, &offset
		if _, err := (catalog.Products{Store: st, Search: search.Searcher{Store: st}}).ProductsSearch(t.Context(), api.ProductsSearchRequestObject{Body: &body}); err != nil {
			t.Errorf("search %d: %v", i, err)
		}
	}
	st.Close() // a session reports its counts when it ends at the latest
	// Of featured products, of those in stock, and of two price ranges: no index is faster. And two for why nothing was found.
	const counts = 6
	if after := sequentialScans(t, address); after != before+counts {
		t.Errorf("%d sequential scans of products, want %d", after-before, counts)
	}
}

// sequentialScans returns the number of sequential scans of the products.
func sequentialScans(t *testing.T, address string) int64 {
	t.Helper()
	return afterSessions[int64](t, address, "SELECT seq_scan FROM pg_stat_user_tables WHERE relname = 'products'")
}

// afterSessions waits until all other sessions have ended, and then reads one
// value.
func afterSessions[T any](t *testing.T, address, query string) (v T) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.WithoutCancel(t.Context()))
	for others := 1; others > 0; time.Sleep(20 * time.Millisecond) {
		err := conn.QueryRow(t.Context(), `SELECT count(*) FROM pg_stat_activity
			WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`).Scan(&others)
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := conn.QueryRow(t.Context(), query).Scan(&v); err != nil {
		t.Fatal(err)
	}
	return v
}

const many = 50_000

// large fills the big tables like those of a shop that is some years old.
var large = []string{
	`INSERT INTO categories (id, slug, name, name_sort, search, created_at, updated_at)
		SELECT gen_random_uuid(), 'category-' || n, 'Category ' || n, 'category ' || n, to_tsvector('simple', 'category ' || n), now(), now()
		FROM generate_series(0, 999) n`,
	`ALTER TABLE products DISABLE TRIGGER ALL`,
	fmt.Sprintf(`INSERT INTO products (id, slug, name, name_sort, brand, brand_key, description, price_oere, stock, featured, frame_color, frame_color_key,
			lens_color, lens_color_key, category_id, attributes, faq, use_cases, comparison_facts, images, search, created_at, updated_at, deleted_at)
		SELECT gen_random_uuid(), 'product-' || n, 'Product ' || n, 'product ' || n, 'Brand ' || n %% 500, 'brand ' || n %% 500, repeat('Some text. ', 20),
			100 + n, n %% 50, n %% 20 = 0, 'Color ' || n %% 30, 'color ' || n %% 30, 'Color ' || n %% 30, 'color ' || n %% 30, c.id, '[]', '[]', '[]', '{}', '[]',
			('product:1A word' || n %% 5000 || ':2A')::tsvector, now(), now(), CASE WHEN n %% 50 = 0 THEN now() END
		FROM generate_series(1, %d) n JOIN categories c ON c.slug = 'category-' || n %% 1000`, many),
	`ALTER TABLE products ENABLE TRIGGER ALL`,
	fmt.Sprintf(`INSERT INTO search_words SELECT 'word' || n FROM generate_series(1, %d) n`, many/10),
	fmt.Sprintf(`INSERT INTO orders (id, email, email_key, status, shipping_name, shipping_address, shipping_zip, shipping_city, subtotal_oere,
			shipping_oere, discount_oere, total_oere, channel, is_ai_generated, discount_code, created_at, updated_at)
		SELECT gen_random_uuid(), 'a' || n %% 20000 || '@example.com', 'a' || n %% 20000 || '@example.com',
			(ARRAY['pending_payment', 'paid', 'completed', 'completed', 'shipped', 'refunded'])[1 + n %% 6], 'Freja Holm', 'Nørregade 12', '1165',
			'København K', 100 + n, 0, 0, 100 + n, CASE WHEN n %% 50 = 0 THEN 'acp' ELSE 'web' END, n %% 40 = 0, CASE WHEN n %% 45 = 0 THEN 'TIER' END,
			now() - n * interval '3 minutes', now() FROM generate_series(1, %d) n`, many),
	`ALTER TABLE order_items DISABLE TRIGGER ALL`,
	`INSERT INTO order_items (id, order_id, ordered_at, line, product_id, product_name, unit_price_oere, quantity)
		SELECT gen_random_uuid(), id, created_at, line, ('00000000-0000-0000-0000-' || lpad((n * line % 100)::text, 12, '0'))::uuid, 'Product', 50, 1
		FROM (SELECT id, created_at, row_number() OVER (ORDER BY created_at) AS n FROM orders) o, generate_series(1, 2) line`,
	`INSERT INTO order_words (word, ordered_at, order_id) SELECT word, created_at, id FROM orders, unnest(ARRAY['freja', 'holm', split_part(email, '@', 1)]) word`,
	`ALTER TABLE order_items ENABLE TRIGGER ALL`,
	fmt.Sprintf(`INSERT INTO discounts (id, code, type, value, active, created_at, updated_at)
		SELECT gen_random_uuid(), 'CODE' || n, 'percent', 10, n %% 2 = 0, now() - n * interval '1 minute', now() FROM generate_series(1, %d) n`, many),
	fmt.Sprintf(`INSERT INTO pages (id, slug, title, title_sort, body, status, created_at, updated_at)
		SELECT gen_random_uuid(), 'page-' || n, 'Page ' || n, 'page ' || n, 'Some text.', 'published', now(), now() FROM generate_series(1, %d) n`, many/10),
	fmt.Sprintf(`INSERT INTO services (id, slug, title, title_sort, body, features, show_in_nav, nav_order, status, created_at, updated_at)
		SELECT gen_random_uuid(), 'service-' || n, 'Service ' || n, 'service ' || n, 'Some text.', '{}', true, n %% 100, 'published', now(), now()
		FROM generate_series(1, %d) n`, many/10),
	fmt.Sprintf(`INSERT INTO api_keys (id, name, digest, scopes, created_at)
		SELECT gen_random_uuid(), 'key', sha256(n::text::bytea), '{}', now() FROM generate_series(1, %d) n`, many/10),
	fmt.Sprintf(`INSERT INTO key_calls (key_id, hour, operation, code, calls, last_at)
		SELECT k.id, date_trunc('hour', now()) - h * interval '1 hour', 'products.get', '', 1, now() FROM (SELECT id FROM api_keys LIMIT %d) k, generate_series(0, 499) h`, many/500),
	fmt.Sprintf(`INSERT INTO audit_log (id, at, actor, tool, outcome, request_id, channel)
		SELECT gen_random_uuid(), now() - n * interval '1 second', 'system:x', 'orders.list', 'success', gen_random_uuid(), 'rest'
		FROM generate_series(1, %d) n`, many),
	`VACUUM ANALYZE`, // it marks nothing visible that was committed with synchronous_commit = off
}

const aProduct = "00000000-0000-0000-0000-000000000007"

// ordersByIndex lists orders by every kind of filter, whose statements depend on
// the request, and looks which indexes have found them. Each list is read often
// enough that PostgreSQL could choose its generic plan.
func ordersByIndex(t *testing.T, address string) {
	for _, c := range []struct{ body, index string }{
		{`{}`, "orders_created"},
		{`{"sort":"oldest"}`, "orders_created"},
		{`{"fromDate":"2026-01-01T00:00Z","toDate":"2027-01-01T00:00Z"}`, "orders_created"},
		{`{"status":"paid"}`, "orders_status_created"},
		{`{"status":"paid","sort":"oldest"}`, "orders_status_created"},
		{`{"statuses":["paid","refunded","disputed"]}`, "orders_status_created"},
		{`{"needsAttention":true}`, "orders_to_do"},
		{`{"needsAttention":true,"status":"cancelled","sort":"oldest"}`, "orders_to_do"},
		{`{"email":"a7@example.com"}`, "orders_email_created"},
		{`{"email":"a7@example.com","statuses":["paid","shipped"]}`, "orders_email_created"},
		{`{"productId":"` + aProduct + `"}`, "order_items_product_ordered"},
		{`{"productId":"` + aProduct + `","status":"paid","sort":"oldest"}`, "order_items_product_ordered"},
		{`{"q":"a7"}`, "order_words_pkey"},
		{`{"q":"freja holm a7"}`, "order_words_pkey"},
		{`{"q":"freja holm"}`, "order_words_pkey"},
		{`{"q":"freja","productId":"` + aProduct + `"}`, "order_words_pkey"},
		{`{"q":"` + aProduct + `"}`, "orders_pkey"},
		{`{"channel":"acp"}`, "orders_channel_created"},
		{`{"channel":"acp","sort":"oldest","fromDate":"2020-01-01T00:00Z"}`, "orders_channel_created"},
		{`{"isAiGenerated":true}`, "orders_agent_created"},
		{`{"discountCode":"tier"}`, "orders_discount_created"},
		{`{"sort":"total"}`, "orders_total"},
		{`{"sort":"total","maxTotalOere":30000}`, "orders_total"},
		{`{"sort":"total","status":"paid"}`, "orders_total"},
		{`{"minTotalOere":49000}`, "orders_total"},
	} {
		for _, offset := range []int64{0, 500} {
			before := ordersScanned(t, address)
			listOften(t, address, c.body, offset)
			after := ordersScanned(t, address)
			if after.Sequential != before.Sequential {
				t.Errorf("%s at %d: %d sequential scans", c.body, offset, after.Sequential-before.Sequential)
			}
			if after.Indexes[c.index] == before.Indexes[c.index] {
				t.Errorf("%s at %d does not use %s: before %v, after %v", c.body, offset, c.index, before.Indexes, after.Indexes)
			}
			// The orders that are skipped are not read, only their index.
			if read := after.Read - before.Read; read > 8*2*(101+10) && !strings.Contains(c.body, "status") && !strings.Contains(c.body, "q") && !strings.Contains(c.body, "minTotal") {
				t.Errorf("%s at %d reads %d orders", c.body, offset, read)
			}
		}
	}
}

// scannedOrders is how often the tables of orders were scanned.
type scannedOrders struct {
	Sequential, Read int64
	Indexes          map[string]int64
}

func ordersScanned(t *testing.T, address string) (s scannedOrders) {
	t.Helper()
	text := afterSessions[string](t, address, `SELECT json_build_object(
		'Sequential', (SELECT sum(seq_scan) FROM pg_stat_user_tables WHERE relname LIKE 'order%'),
		'Read', (SELECT sum(heap_blks_read + heap_blks_hit) FROM pg_statio_user_tables WHERE relname = 'orders'),
		'Indexes', (SELECT json_object_agg(indexrelname, idx_scan) FROM pg_stat_user_indexes WHERE relname LIKE 'order%'))::text`)
	if err := json.Unmarshal([]byte(text), &s); err != nil {
		t.Fatal(err)
	}
	return s
}

func listOften(t *testing.T, address, body string, offset int64) {
	t.Helper()
	st, err := store.Open(address+"&random_page_cost=1.1&max_parallel_workers_per_gather=0", store.Options{MaxConns: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close() // a session reports its counts when it ends at the latest
	limit, newest := int64(10), api.OrderSortNewest
	request := api.OrdersListRequest{Limit: &limit, Offset: &offset, Sort: &newest}
	if err := json.Unmarshal([]byte(body), &request); err != nil {
		t.Fatal(err)
	}
	for range 8 {
		if _, err := (orders.Orders{Store: st}).OrdersList(t.Context(), api.OrdersListRequestObject{Body: &request}); err != nil {
			t.Fatalf("%s: %v", body, err)
		}
	}
}

// auditByIndex lists the audit by every kind of filter, whose statements depend
// on the request, and counts the sequential scans of it. Each list is read often
// enough that PostgreSQL could choose its generic plan.
func auditByIndex(t *testing.T, address string) {
	const scans = "SELECT seq_scan FROM pg_stat_user_tables WHERE relname = 'audit_log'"
	st, err := store.Open(address+"&random_page_cost=1.1&max_parallel_workers_per_gather=0", store.Options{MaxConns: 1})
	if err != nil {
		t.Fatal(err)
	}
	before := afterSessions[int64](t, address, scans)
	log := audit.Audit{Store: st, Contract: servertest.Contract(), Kinds: server.Undoable()}
	for _, body := range []string{
		`{}`, `{"toolPrefix":"orders."}`, `{"toolPrefix":"products."}`, `{"actorPrefix":"system:"}`, `{"entityType":"order"}`, `{"entityId":"none"}`,
		`{"outcome":"denied"}`, `{"outcome":"success","revertible":false}`, `{"revertible":true}`, `{"entityId":"none","revertible":false}`,
		`{"fromDate":"2026-01-01T00:00Z","toDate":"2026-01-02T00:00Z","toolPrefix":"orders."}`,
	} {
		for range 8 {
			request := api.AuditListRequest{Limit: new(int64(50))}
			if err := json.Unmarshal([]byte(body), &request); err != nil {
				t.Fatal(err)
			}
			if _, err := log.List(t.Context(), &request); err != nil {
				t.Fatalf("%s: %v", body, err)
			}
		}
	}
	st.Close() // a session reports its counts when it ends at the latest
	if after := afterSessions[int64](t, address, scans); after != before {
		t.Errorf("%d sequential scans of the audit", after-before)
	}
}
