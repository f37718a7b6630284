package main_test

import (
	"strings"
	"testing"
	"time"
)

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
	s.want(t, key, "customer.erase", object{"customerId": found.CustomerID, "confirm": true}, nil)
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
