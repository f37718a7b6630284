package audit_test

import (
	"strings"
	"testing"

	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
)

// large is a product of which the audit has much to keep.
var large = servertest.With(servertest.NewProduct("stor"), object{
	"description": strings.Repeat("En lang tekst. ", 1000), "attributes": object{"z": []string{"1"}, "a": "2"}, "faq": []object{{"q": "Hvorfor?", "a": "Derfor."}},
})

// What is kept in either form is listed, shown and taken back; and done again.
func TestEachFormIsReverted(t *testing.T) {
	t.Parallel()
	r := newReverting(t)
	r.do(t, "products.create", large)
	r.Raw(t, r.key, "products.update", []byte(`{"slug":"stor","patch":{"attributes":{"z":["1"],"a":"2"}}}`)).Result(t, nil)
	price, stock := large["priceDkk"], large["stock"]
	for _, c := range []struct{ write, revert, again bool }{ // which of the rows are kept whole
		{false, false, false}, {true, true, true}, {true, false, false}, {false, true, false}, {false, false, true},
	} {
		kept := func(id string, whole bool) string {
			if whole {
				r.KeepWhole(t, r.LastAudit(t, 1)...)
			}
			return id
		}
		for _, tool := range []string{"products.update", "products.adjust_stock"} {
			body := object{"slug": "stor", "delta": 3}
			if tool == "products.update" {
				body = object{"slug": "stor", "patch": object{"priceDkk": 77700, "attributes": object{"m": true}}}
			}
			id := kept(r.do(t, tool, body), c.write)
			var page struct{ Items []object }
			r.OK(t, r.key, "audit.list", object{"revertible": true, "entityType": "product", "limit": 1}, &page)
			if len(page.Items) != 1 || page.Items[0]["id"] != id || page.Items[0]["revertible"] != true {
				t.Errorf("%+v: %v", c, page)
			}
			wantChanged(t, r, id, c.write)
			if dry := r.revert(t, id, object{"dryRun": true}); dry["reverted"] != false || len(dry["changes"].([]any)) == 0 {
				t.Errorf("%+v: %v", c, dry)
			}
			undone := kept(r.revert(t, id, nil)["auditLogId"].(string), c.revert)
			var p object
			r.OK(t, r.key, "products.get", object{"slug": "stor"}, &p)
			servertest.WantFields(t, tool, p, object{"priceDkk": price, "stock": stock, "attributes": large["attributes"]})
			if text := servertest.One[string](t, r.Server, "SELECT attributes::text FROM products"); !strings.HasPrefix(text, `{"z"`) {
				t.Errorf("%+v: the attributes are %s", c, text)
			}
			again := kept(r.revert(t, undone, nil)["auditLogId"].(string), c.again) // done again,
			r.revert(t, again, nil)                                                 // and taken back
		}
	}
}

// wantChanged checks that audit.get shows all changes of an entry, and what there is of the states.
func wantChanged(t *testing.T, r reverting, id string, whole bool) {
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
	if _, kept := e.Before["description"]; kept != whole {
		t.Errorf("%v", e.Before)
	}
	if e.Before["slug"] != "stor" || e.After["slug"] != "stor" || e.After["id"] == nil {
		t.Errorf("before %v, after %v", e.Before, e.After)
	}
}

// What was changed since is a conflict, whichever form says so.
func TestAConflictIsFoundInEachForm(t *testing.T) {
	t.Parallel()
	r := newReverting(t)
	r.do(t, "products.create", large)
	for _, c := range []struct{ first, since bool }{{true, false}, {false, true}, {false, false}, {true, true}} { // which are kept whole
		change := func(patch object, whole bool) string {
			id := r.do(t, "products.update", object{"slug": "stor", "patch": patch})
			if whole {
				r.KeepWhole(t, r.LastAudit(t, 1)...)
			}
			return id
		}
		id := change(object{"priceDkk": 88800, "brand": "Klit"}, c.first)
		change(object{"priceDkk": 99900}, c.since)
		change(object{"priceDkk": 88800}, c.since) // there and back
		p := r.refused(t, id, nil, problem.RevertConflict)
		if len(p.Conflicts) != 1 || p.Conflicts[0].Path != "/priceDkk" {
			t.Errorf("%+v: %+v", c, p)
		}
		r.revert(t, id, object{"fields": []string{"/brand"}})
		change(object{"priceDkk": large["priceDkk"]}, c.first)
	}
	id := r.do(t, "products.delete", object{"slug": "stor", "confirm": true}) // of which all is kept
	r.refused(t, r.LastAudit(t, 2)[1].ID.String(), nil, problem.RevertConflict)
	r.revert(t, id, nil)
	id = r.do(t, "products.delete", object{"slug": "stor", "confirm": true})
	r.OK(t, r.key, "products.restore", object{"slug": "stor"}, nil)
	r.refused(t, id, nil, problem.RevertConflict)
}

// An order is put back as a whole: its entries keep what did not change, too.
func TestTheMoveOfAnOrderIsKeptWhole(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
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
	r := newReverting(t)
	r.do(t, "products.create", servertest.With(large, object{
		"description": strings.Repeat("En lang tekst. ", 6000), "useCases": []object{{"title": "Brug", "description": strings.Repeat("b", 9999)}},
	}))
	r.do(t, "products.update", object{"slug": "stor", "patch": object{"priceDkk": 1200}})
	row := r.LastAudit(t, 1)[0]
	if n := len(row.Before) + len(row.After); n > 400 {
		t.Errorf("%d bytes", n)
	}
}
