package insight_test

import (
	"fmt"
	"testing"
	_ "time/tzdata" // as the program has it

	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

// TestMain also fails if an operation was never seen to refuse with a code that
// the contract lists for it.
func TestMain(m *testing.M) { storetest.Main(m, servertest.EveryRefusal("analytics")) }

type object = servertest.Object

// shop is a service with products p0 to p5 in two categories, the codes TEN, FIXED and ONCE, and a key for all.
type shop struct {
	*servertest.Server
	key string
}

const productCount = 6

func newShop(t *testing.T, o servertest.Options) shop {
	t.Helper()
	o.Template = storetest.Empty
	s := servertest.New(t, o)
	w := shop{s, s.Key(t, "all")}
	for _, slug := range []string{"briller", "etuier"} {
		s.OK(t, w.key, "categories.upsert", object{"slug": slug, "name": slug}, nil)
	}
	for i := range productCount {
		product := servertest.ProductIn([]string{"briller", "etuier"}[i%2], fmt.Sprintf("p%d", i))
		s.OK(t, w.key, "products.create", servertest.With(product, object{"priceDkk": 1999 + 3333*i, "stock": 100_000}), nil)
	}
	s.OK(t, w.key, "discounts.create", object{"code": "TEN", "type": "percent", "value": 10}, nil)
	s.OK(t, w.key, "discounts.create", object{"code": "FREE", "type": "percent", "value": 100}, nil)
	s.OK(t, w.key, "discounts.create", object{"code": "FIXED", "type": "fixed", "value": 777}, nil)
	s.OK(t, w.key, "discounts.create", object{"code": "ONCE", "type": "percent", "value": 50, "usageLimit": 1}, nil)
	return w
}

// buy places an order of pieces of products, with more fields of orders.create, and returns its id.
func (s shop) buy(t *testing.T, items []object, code string, more object) string {
	t.Helper()
	var cart, placed object
	s.OK(t, s.key, "cart.create", object{"items": items}, &cart)
	if code != "" {
		s.OK(t, s.key, "cart.apply_discount", object{"cartId": cart["cartId"], "code": code}, nil)
	}
	s.OK(t, s.key, "orders.create", servertest.With(object{
		"cartId": cart["cartId"], "email": "freja@example.com", "shippingName": "Freja Holm", "shippingAddress": "Nørregade 12",
		"shippingZip": "1165", "shippingCity": "København K",
	}, more), &placed)
	return placed["id"].(string)
}

func (s shop) move(t *testing.T, order string, path ...string) {
	t.Helper()
	for _, status := range path {
		s.OK(t, s.key, "orders.update_status", object{"orderId": order, "status": status}, nil)
	}
}

// at changes when an order was placed.
func (s shop) at(t *testing.T, order, moment string) {
	t.Helper()
	s.Execute(t, `WITH moved AS (UPDATE orders SET created_at = $2 WHERE id = $1)
		UPDATE order_items SET ordered_at = $2 WHERE order_id = $1`, order, moment)
}

// summary returns the orders of analytics.summary.
func (s shop) summary(t *testing.T, body object) object {
	t.Helper()
	var all object
	s.OK(t, s.key, "analytics.summary", body, &all)
	return all
}

// list returns an answer that is a list.
func (s shop) list(t *testing.T, tool string, body object) (all []object) {
	t.Helper()
	s.OK(t, s.key, tool, body, &all)
	return all
}

// copied inserts rows with the fields that a query of (id, other fields as a JSON object) returns, and all others as the row
// with the id has them.
func (s shop) copied(t *testing.T, table, query string, args ...any) {
	t.Helper()
	columns := servertest.One[string](t, s.Server, `SELECT string_agg(attname, ', ') FROM pg_attribute
		WHERE attrelid = $1::text::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`, table)
	s.Execute(t, fmt.Sprintf(`INSERT INTO %[1]s (%[2]s) SELECT %[2]s FROM (
		SELECT (jsonb_populate_record(r, q.fields)).* FROM %[1]s r JOIN (%[3]s) AS q (id, fields) ON q.id = r.id) AS new`, table, columns, query), args...)
}
