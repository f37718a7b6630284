//go:build program

package main_test

import (
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// shopOfVersion9 is the demo shop of the last program without carts, after some orders
// had been moved, a product changed and another one deleted; by pg_dump --inserts --no-owner.
const shopOfVersion9 = "testdata/demo-schema9.sql.gz"

// An upgrade keeps every value of an old shop, and gives each order its customer; the new
// operations work on what was there.
func TestAnUpgradeKeepsTheShop(t *testing.T) {
	t.Parallel()
	p := newProgram(t)
	db := database(t, p)
	load(t, db, shopOfVersion9)
	execute(t, db, // what the demo shop lacks: customers who ordered twice, and users
		`UPDATE orders SET email = 'Freja@Example.com', email_key = 'freja@example.com' WHERE email_key IN ('mads@example.com', 'ida@example.com')`,
		`UPDATE orders SET user_id = '01994f5e-0000-7000-8000-00000000aaaa' WHERE email_key = 'freja@example.com'`,
		`UPDATE orders SET user_id = '01994f5e-0000-7000-8000-00000000bbbb' WHERE email_key IN ('emil@example.com', 'jonas@example.com')`)
	old := contents(t, db)
	p.ok(t, "", "migrate")
	wantContents(t, db, old)
	wantCustomers(t, db)
	wantNamesOfTrueAttributes(t, db)

	s := p.with("STOREFRONT_UNPAID_EXPIRY=0s").serve(t) // the unpaid orders are older than a day
	key := strings.TrimSpace(p.ok(t, "", "keys", "create", "--name", "upgraded", "--scopes", "all"))
	wantServed(t, s, key, db)
	var settings struct {
		Shipping struct{ ShippingFeeOere, FreeShippingThresholdOere int64 }
		Tax      struct{ VatRatePercent float64 }
	}
	s.want(t, key, "settings.get", object{}, &settings)
	if settings.Shipping.ShippingFeeOere != 4900 || settings.Shipping.FreeShippingThresholdOere != 49900 || settings.Tax.VatRatePercent != 25 {
		t.Errorf("the settings are %+v", settings)
	}
	buyAgain(t, s, key)
	// What a purchase, a new key and calls that read orders change.
	wantContents(t, db, old, "orders", "order_items", "order_words", "products", "discounts", "audit_log", "api_keys")
	s.stop(t)
}

// shopOfVersion15 is the demo shop of the last program without audit.revert, customers and
// campaigns: a product, a page, the shipping terms and an order were changed, a product was
// deleted, and Karla ordered, paid and got some of it back; by pg_dump --inserts --no-owner.
const shopOfVersion15 = "testdata/demo-schema15.sql.gz"

// An upgrade keeps every value; what was done before it can be taken back after it, and
// who had ordered is a customer who can be forgotten.
func TestAnUpgradeKeepsTheAudit(t *testing.T) {
	t.Parallel()
	p := newProgram(t)
	db := database(t, p)
	load(t, db, shopOfVersion15)
	old := contents(t, db)
	p.ok(t, "", "migrate")
	wantContents(t, db, old)

	s := p.serve(t)
	key := strings.TrimSpace(p.ok(t, "", "keys", "create", "--name", "upgraded", "--scopes", "all"))
	for tool, read := range map[string]struct {
		tool string
		body object
		want string // in the answer, once the call is reverted
	}{
		"products.update":          {"products.get", object{"slug": "round-metal"}, `"priceDkk":129900`},
		"products.delete":          {"products.get", object{"slug": "laederetui"}, `"slug":"laederetui"`},
		"pages.upsert":             {"pages.get", object{"slug": "om-os"}, "siden 1987"},
		"settings.update_shipping": {"settings.get", object{}, `"shippingFeeOere":4900`},
		"orders.update_status":     {"orders.history", object{"orderId": "01994f5e-0000-7000-8000-000000000103"}, `"from":"processing"`},
	} {
		if _, text := s.call(t, key, read.tool, read.body, nil); strings.Contains(text, read.want) {
			t.Errorf("%s before: %s", tool, text)
		}
		var page struct{ Items []struct{ ID string } }
		s.want(t, key, "audit.list", object{"toolPrefix": tool, "actorPrefix": "apikey:", "revertible": true}, &page)
		if len(page.Items) != 1 {
			t.Fatalf("%s: %d entries", tool, len(page.Items))
		}
		s.want(t, key, "audit.revert", object{"auditLogId": page.Items[0].ID, "confirm": true}, nil)
		if _, text := s.call(t, key, read.tool, read.body, nil); !strings.Contains(text, read.want) {
			t.Errorf("%s after: %s", tool, text)
		}
	}

	var found struct {
		HasOrders  bool
		CustomerID string
	}
	s.want(t, key, "customer.lookup_by_phone", object{"phone": "+45 20304050"}, &found)
	if !found.HasOrders {
		t.Fatal("Karla is not found by her number")
	}
	s.want(t, key, "customer.erase", object{"customerId": found.CustomerID, "confirm": true, "force": true}, nil)
	// The calls under way have ended, as after a minute.
	execute(t, db, "UPDATE erasures SET at = at - interval '1 hour'")
	for deadline := time.Now().Add(time.Minute); len(column[string](t, db, "SELECT customer_id::text FROM erasures")) > 0 && time.Now().Before(deadline); {
		time.Sleep(50 * time.Millisecond)
	}
	for _, table := range contents(t, db) {
		for _, row := range table.rows {
			if lower := strings.ToLower(row); strings.Contains(lower, "karla") || strings.Contains(lower, "20 30 40 50") {
				t.Errorf("%s still has %s", table.name, row)
			}
		}
	}
	s.stop(t)
}

// load runs the statements of a dump.
func load(t *testing.T, db *pgx.Conn, file string) {
	t.Helper()
	packed, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer packed.Close()
	unpacked, err := gzip.NewReader(packed)
	if err != nil {
		t.Fatal(err)
	}
	statements, err := io.ReadAll(unpacked)
	if err != nil {
		t.Fatal(err)
	}
	execute(t, db, string(statements), "DISCARD ALL") // the dump sets a search_path of its own
}

// execute runs SQL; each text may contain several statements.
func execute(t *testing.T, db *pgx.Conn, texts ...string) {
	t.Helper()
	for _, sql := range texts {
		if _, err := db.PgConn().Exec(t.Context(), sql).ReadAll(); err != nil {
			t.Fatal(err)
		}
	}
}

// wantCustomers expects one customer for each e-mail, and each order to name its own; the user of
// an order is kept as its customer's id where it belonged to one e-mail alone.
func wantCustomers(t *testing.T, db *pgx.Conn) {
	t.Helper()
	for what, query := range map[string]string{
		"orders of another customer": `SELECT count(*) FROM orders o LEFT JOIN customers c ON c.id = o.user_id WHERE c.email_key IS DISTINCT FROM o.email_key`,
		"customers too many":         `SELECT (SELECT count(*) FROM customers) - (SELECT count(DISTINCT email_key) FROM orders)`,
		"users who were lost":        `SELECT 3 - count(*) FROM orders WHERE email_key = 'freja@example.com' AND user_id = '01994f5e-0000-7000-8000-00000000aaaa'`,
		"users of two people":        `SELECT count(*) FROM customers WHERE id = '01994f5e-0000-7000-8000-00000000bbbb'`,
	} {
		if n := column[int64](t, db, query)[0]; n != 0 {
			t.Errorf("%s: %d", what, n)
		}
	}
}

// wantNamesOfTrueAttributes expects products to be found by the names of what is true of them.
func wantNamesOfTrueAttributes(t *testing.T, db *pgx.Conn) {
	t.Helper()
	const having = `SELECT count(*) FROM products WHERE attributes ->> 'polarised' = 'true'`
	if all, found := column[int64](t, db, having)[0], column[int64](t, db, having+` AND search @@ 'polarised'`)[0]; all == 0 || found != all {
		t.Errorf("%d of %d polarised products are found", found, all)
	}
	if n := column[int64](t, db, `SELECT count(*) FROM products WHERE attributes ->> 'polarised' = 'false' AND search @@ 'polarised'`)[0]; n != 0 {
		t.Errorf("%d products that are not polarised are found", n)
	}
	if n := column[int64](t, db, `SELECT count(*) FROM search_words WHERE word = 'polarised'`)[0]; n != 1 {
		t.Error("the word is not among the search words")
	}
}

// wantServed reads every order and product through the API.
func wantServed(t *testing.T, s *serving, key string, db *pgx.Conn) {
	t.Helper()
	orders := column[string](t, db, `SELECT concat_ws(' ', id, status, email, total_oere, user_id) FROM orders`)
	if len(orders) != 12 {
		t.Errorf("%d orders", len(orders))
	}
	for _, want := range orders {
		id, _, _ := strings.Cut(want, " ")
		var o struct {
			ID, Status, Email, UserID string
			TotalDkk                  int64
		}
		s.want(t, key, "orders.get", object{"orderId": id}, &o)
		if got := fmt.Sprint(o.ID, " ", o.Status, " ", o.Email, " ", o.TotalDkk, " ", o.UserID); got != want {
			t.Errorf("the order is %s, want %s", got, want)
		}
	}
	products := column[string](t, db, `SELECT concat_ws(' ', slug, price_oere, stock) FROM products WHERE deleted_at IS NULL`)
	if len(products) != 42 {
		t.Errorf("%d products", len(products))
	}
	for _, want := range products {
		slug, _, _ := strings.Cut(want, " ")
		var p struct {
			Slug            string
			PriceDkk, Stock int64
		}
		s.want(t, key, "products.get", object{"slug": slug}, &p)
		if got := fmt.Sprint(p.Slug, " ", p.PriceDkk, " ", p.Stock); got != want {
			t.Errorf("the product is %s, want %s", got, want)
		}
	}
}

// buyAgain fills a cart and orders it for somebody who ordered before the upgrade.
func buyAgain(t *testing.T, s *serving, key string) {
	t.Helper()
	var cart struct {
		CartID    string
		TotalOere int64
	}
	s.want(t, key, "cart.create", object{"items": []object{{"slug": "round-metal", "quantity": 2}}}, &cart)
	s.want(t, key, "cart.apply_discount", object{"cartId": cart.CartID, "code": "VELKOMMEN10"}, &cart)
	if cart.TotalOere != 2*90000-18000 { // the price that the old shop had set last
		t.Errorf("the total is %d", cart.TotalOere)
	}
	var placed, read struct{ ID, UserID string }
	s.want(t, key, "orders.create", object{
		"cartId": cart.CartID, "email": "FREJA@example.com", "expectedTotalOere": cart.TotalOere,
		"shippingName": "Freja Holm", "shippingAddress": "Nørregade 12", "shippingZip": "1165", "shippingCity": "København K",
	}, &placed)
	s.want(t, key, "orders.get", object{"orderId": placed.ID}, &read)
	if read.UserID != "01994f5e-0000-7000-8000-00000000aaaa" {
		t.Errorf("the customer is %s", read.UserID)
	}
	if status, text := s.call(t, key, "orders.create", object{
		"cartId": cart.CartID, "email": "freja@example.com", "shippingName": "n", "shippingAddress": "a", "shippingZip": "1", "shippingCity": "c",
	}, nil); status != http.StatusConflict || !strings.Contains(text, "cart_ordered") {
		t.Errorf("the cart again: %d %s", status, text)
	}
}

// changedOnPurpose is what a migration after version 9 may change of the old shop, a table or a
// column, and why.
var changedOnPurpose = map[string]string{
	"goose_db_version":     "a row for each migration",
	"schema_compatibility": "a row for each version",
	"changes":              "announces the rows that have changed",
	"orders.user_id":       "names the customer, whom migration 11 makes",
	"products.search":      "contains the names of attributes that are true, from migration 23",
	"search_words":         "contains these names, too",
}

// table is a table with its rows as text, in order; without what may change.
type table struct {
	name, columns string
	rows          []string
}

// contents returns all tables.
func contents(t *testing.T, db *pgx.Conn) (all []table) {
	t.Helper()
	names := column[string](t, db, `SELECT table_name::text FROM information_schema.tables
		WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY 1`)
	for _, name := range names {
		if changedOnPurpose[name] != "" {
			continue
		}
		columns := column[string](t, db, `SELECT column_name::text FROM information_schema.columns
			WHERE table_schema = 'public' AND table_name = $1 ORDER BY ordinal_position`, name)
		columns = slices.DeleteFunc(columns, func(column string) bool { return changedOnPurpose[name+"."+column] != "" })
		for i := range columns {
			columns[i] = pgx.Identifier{columns[i]}.Sanitize()
		}
		kept := table{name: name, columns: strings.Join(columns, ", ")}
		kept.rows = kept.read(t, db)
		all = append(all, kept)
	}
	return all
}

func (k *table) read(t *testing.T, db *pgx.Conn) []string {
	t.Helper()
	return column[string](t, db, `SELECT r FROM (SELECT ROW(`+k.columns+`)::text AS r FROM `+pgx.Identifier{k.name}.Sanitize()+`) rows ORDER BY r COLLATE "C"`)
}

// wantContents compares what there is with what there was, but for some tables.
func wantContents(t *testing.T, db *pgx.Conn, old []table, but ...string) {
	t.Helper()
	for i := range old {
		before := &old[i]
		if slices.Contains(but, before.name) {
			continue
		}
		after := before.read(t, db)
		for j := range max(len(before.rows), len(after)) {
			if j >= len(before.rows) || j >= len(after) || before.rows[j] != after[j] {
				t.Errorf("%s (%s) had %d rows and has %d; the first difference:\n%v\n%v", before.name, before.columns, len(before.rows), len(after), from(before.rows, j), from(after, j))
				break
			}
		}
	}
}

// from returns at most one row, that with the index.
func from(rows []string, i int) []string { return rows[min(i, len(rows)):min(i+1, len(rows))] }
