package main_test

import (
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"testing"

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
