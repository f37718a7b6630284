package audit_test

import (
	"strings"
	"testing"

	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

// forms are two services on one shop: one whose audit keeps things whole, and one whose audit keeps what changed.
func forms(t *testing.T) (whole, brief reverting) {
	t.Helper()
	s := servertest.New(t, servertest.Options{Template: storetest.Empty, Unaided: true})
	b := s.Beside(t, servertest.Options{Unaided: true, Store: func(o *store.Options) { o.BriefAudit = true }})
	whole = reverting{s, s.Key(t, "all")}
	whole.do(t, "categories.upsert", object{"slug": "briller", "name": "Briller"})
	return whole, reverting{b, whole.key}
}

// large is a product of which the audit has much to keep.
var large = servertest.With(servertest.NewProduct("stor"), object{
	"description": strings.Repeat("En lang tekst. ", 1000), "attributes": object{"z": []string{"1"}, "a": "2"}, "faq": []object{{"q": "Hvorfor?", "a": "Derfor."}},
})

// What one service did is listed, shown and taken back by the other, in either form; and done again.
func TestEachFormIsRevertedByEach(t *testing.T) {
	t.Parallel()
	whole, brief := forms(t)
	whole.do(t, "products.create", large)
	whole.Raw(t, whole.key, "products.update", []byte(`{"slug":"stor","patch":{"attributes":{"z":["1"],"a":"2"}}}`)).Result(t, nil)
	price, stock := large["priceDkk"], large["stock"]
	for name, c := range map[string]struct{ writes, reverts reverting }{
		"whole by brief": {whole, brief}, "brief by whole": {brief, whole}, "brief by brief": {brief, brief}, "whole by whole": {whole, whole},
	} {
		for _, tool := range []string{"products.update", "products.adjust_stock"} {
			body := object{"slug": "stor", "delta": 3}
			if tool == "products.update" {
				body = object{"slug": "stor", "patch": object{"priceDkk": 77700, "attributes": object{"m": true}}}
			}
			id := c.writes.do(t, tool, body)
			var page struct{ Items []object }
			c.reverts.OK(t, c.reverts.key, "audit.list", object{"revertible": true, "entityType": "product", "limit": 1}, &page)
			if len(page.Items) != 1 || page.Items[0]["id"] != id || page.Items[0]["revertible"] != true {
				t.Errorf("%s: %v", name, page)
			}
			wantChanged(t, c.reverts, id, c.writes == brief)
			if dry := c.reverts.revert(t, id, object{"dryRun": true}); dry["reverted"] != false || len(dry["changes"].([]any)) == 0 {
				t.Errorf("%s: %v", name, dry)
			}
			undone := c.reverts.revert(t, id, nil)["auditLogId"].(string)
			var p object
			c.reverts.OK(t, c.reverts.key, "products.get", object{"slug": "stor"}, &p)
			servertest.WantFields(t, name, p, object{"priceDkk": price, "stock": stock, "attributes": large["attributes"]})
			if text := servertest.One[string](t, c.reverts.Server, "SELECT attributes::text FROM products"); !strings.HasPrefix(text, `{"z"`) {
				t.Errorf("%s: the attributes are %s", name, text)
			}
			again := c.writes.revert(t, undone, nil)["auditLogId"].(string) // done again,
			c.reverts.revert(t, again, nil)                                 // and taken back
		}
	}
}

// wantChanged checks that audit.get shows all changes of an entry, and what there is of the states.
func wantChanged(t *testing.T, r reverting, id string, brief bool) {
	t.Helper()
	var e struct {
		Before, After object
		Changes       []struct{ Path string }
	}
	r.OK(t, r.key, "audit.get", object{"auditLogId": id}, &e)
	var paths []string
	for _, c := range e.Changes {
		paths = append(paths, c.Path)
	}
	got := strings.Join(paths, " ")
	if got != "/stock /updatedAt" && got != "/attributes/a /attributes/m /attributes/z /priceDkk /updatedAt" {
		t.Errorf("the changes are %s", got)
	}
	if _, kept := e.Before["description"]; kept == brief {
		t.Errorf("%v", e.Before)
	}
	if e.Before["slug"] != "stor" || e.After["slug"] != "stor" || e.After["id"] == nil {
		t.Errorf("before %v, after %v", e.Before, e.After)
	}
}

// What was changed since is a conflict, whichever form says so.
func TestAConflictIsFoundInEachForm(t *testing.T) {
	t.Parallel()
	whole, brief := forms(t)
	whole.do(t, "products.create", large)
	for _, c := range []struct{ first, since, reverts reverting }{{whole, brief, whole}, {brief, whole, brief}, {brief, brief, whole}} {
		id := c.first.do(t, "products.update", object{"slug": "stor", "patch": object{"priceDkk": 88800, "brand": "Klit"}})
		for _, price := range []int{99900, 88800} { // there and back
			c.since.do(t, "products.update", object{"slug": "stor", "patch": object{"priceDkk": price}})
		}
		p := c.reverts.refused(t, id, nil, problem.RevertConflict)
		if len(p.Conflicts) != 1 || p.Conflicts[0].Path != "/priceDkk" {
			t.Errorf("%+v", p)
		}
		c.reverts.revert(t, id, object{"fields": []string{"/brand"}})
		c.first.do(t, "products.update", object{"slug": "stor", "patch": object{"priceDkk": large["priceDkk"]}})
	}
	id := brief.do(t, "products.delete", object{"slug": "stor", "confirm": true}) // of which all is kept
	brief.refused(t, whole.LastAudit(t, 2)[1].ID.String(), nil, problem.RevertConflict)
	whole.revert(t, id, nil)
	id = brief.do(t, "products.delete", object{"slug": "stor", "confirm": true})
	whole.OK(t, whole.key, "products.restore", object{"slug": "stor"}, nil)
	whole.refused(t, id, nil, problem.RevertConflict)
}

// An order is put back as a whole: its entries keep what did not change, too.
func TestTheMoveOfAnOrderIsKeptWhole(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{Store: func(o *store.Options) { o.BriefAudit = true }})
	r := reverting{s, s.Key(t, "all")}
	order := servertest.One[string](t, s, "SELECT id::text FROM orders WHERE status = 'paid' LIMIT 1")
	id := r.do(t, "orders.update_status", object{"orderId": order, "status": "processing"})
	if before := servertest.Decoded(t, s.LastAudit(t, 1)[0].Before); before["refundedOere"] == nil || before["paidAt"] == nil {
		t.Errorf("%v", before)
	}
	r.do(t, "orders.refund", object{"orderId": order, "amountOere": 1, "reason": "Ridse", "confirm": true})
	r.refused(t, id, nil, problem.RevertConflict)
}

// A change of the price of a product with long texts takes little room.
func TestWhatAChangeOfAPriceKeeps(t *testing.T) {
	t.Parallel()
	whole, brief := forms(t)
	whole.do(t, "products.create", servertest.With(large, object{
		"description": strings.Repeat("En lang tekst. ", 6000), "useCases": []object{{"title": "Brug", "description": strings.Repeat("b", 9999)}},
	}))
	size := func(r reverting, price int) int {
		r.do(t, "products.update", object{"slug": "stor", "patch": object{"priceDkk": price}})
		row := r.LastAudit(t, 1)[0]
		return len(row.Before) + len(row.After)
	}
	w, b := size(whole, 1100), size(brief, 1200)
	if t.Logf("%d bytes whole, %d in short", w, b); w < 200_000 || b > 400 {
		t.Errorf("%d bytes whole, %d in short", w, b)
	}
}
