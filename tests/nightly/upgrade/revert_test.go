//go:build upgrade

package upgrade

import (
	"os"
	"reflect"
	"testing"

	"github.com/storefront/storefront/server/test/crowd"
)

// TestEachProgramRevertsTheOther has each of the two programs, side by side, take back what each of them did, and what the
// other took back: of the audit each keeps what it reads.
func TestEachProgramRevertsTheOther(t *testing.T) {
	s := newShop(t)
	program := os.Getenv("BEFORE_PROGRAM")
	s.run(t, program, "migrate")
	key := s.newKey(t, "owner", "all")
	before := s.launch(t, program).serving(t)
	after := s.launch(t, os.Getenv("AFTER_PROGRAM")).serving(t)
	programs := map[string]*replica{"before": before, "after": after}

	before.call(t, key, "categories.upsert", crowd.Object{"slug": "ting", "name": "Ting", "description": "Gammel."}, nil)
	before.call(t, key, "products.create", product("a", "Lampe"), nil)
	before.call(t, key, "discounts.create", crowd.Object{"code": "SOMMER", "type": "percent", "value": 10}, nil)
	before.call(t, key, "pages.upsert", crowd.Object{"slug": "om", "title": "Om os", "body": "Den gamle tekst.", "status": "published"}, nil)
	for _, c := range []struct {
		tool          string
		body, reads   crowd.Object
		read, changed string
	}{
		{"products.update", crowd.Object{"slug": "a", "patch": crowd.Object{"priceDkk": 200, "brand": "Klit"}}, crowd.Object{"slug": "a"}, "products.get", "priceDkk"},
		{"products.adjust_stock", crowd.Object{"slug": "a", "delta": 2}, crowd.Object{"slug": "a"}, "products.get", "stock"},
		{"discounts.update", crowd.Object{"code": "SOMMER", "patch": crowd.Object{"value": 20}}, crowd.Object{"onlyActive": true}, "discounts.list", "value"},
		{"pages.upsert", crowd.Object{"slug": "om", "title": "Om os", "body": "Den nye tekst.", "status": "published"}, crowd.Object{"slug": "om"}, "pages.get", "body"},
		{"settings.update_shipping", crowd.Object{"shippingFeeOere": 100, "freeShippingThresholdOere": 200}, crowd.Object{}, "site.get_shop", "shipping"},
	} {
		state := func(r *replica) any { // at the program that wrote last: the other one may answer from memory for a moment
			var result any
			r.call(t, key, c.read, c.reads, &result)
			if list, ok := result.([]any); ok {
				result = list[0]
			}
			return result.(map[string]any)[c.changed]
		}
		first := state(before)
		for writes, writer := range programs {
			for reverts, reverter := range programs {
				writer.call(t, key, c.tool, c.body, nil)
				changed := state(writer)
				if reflect.DeepEqual(changed, first) {
					t.Fatalf("%s changes nothing", c.tool)
				}
				undone := reverter.revert(t, key, newest(t, after, key))
				if got := state(reverter); !reflect.DeepEqual(got, first) {
					t.Errorf("%s by the program %s, taken back by the one %s: %v, want %v", c.tool, writes, reverts, got, first)
				}
				again := writer.revert(t, key, undone)
				if got := state(writer); !reflect.DeepEqual(got, changed) {
					t.Errorf("%s by the program %s, done again: %v, want %v", c.tool, writes, got, changed)
				}
				reverter.revert(t, key, again)
				if got := state(reverter); !reflect.DeepEqual(got, first) {
					t.Errorf("%s by the program %s, taken back again: %v, want %v", c.tool, writes, got, first)
				}
			}
		}
	}
}

// product is the body of products.create, in a category of the slug ting.
func product(slug, name string) crowd.Object {
	return crowd.Object{"slug": slug, "name": name, "description": "En ganske almindelig ting.", "priceDkk": 100, "stock": 1, "categorySlug": "ting"}
}

// newest returns the id of the newest entry of the audit that can be reverted.
func newest(t *testing.T, r *replica, key string) string {
	t.Helper()
	var page struct{ Items []struct{ ID string } }
	r.call(t, key, "audit.list", crowd.Object{"limit": 1, "revertible": true, "outcome": "success"}, &page)
	return page.Items[0].ID
}

// revert takes an entry of the audit back, and returns the entry of that.
func (r *replica) revert(t *testing.T, key, entry string) string {
	t.Helper()
	var result struct{ AuditLogID string }
	r.call(t, key, "audit.revert", crowd.Object{"auditLogId": entry, "confirm": true}, &result)
	return result.AuditLogID
}
