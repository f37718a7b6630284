package audit_test

import (
	"strings"
	"testing"

	"github.com/storefront/storefront/server/platform/auth"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
)

// One call of audit.list tells who set which price, from what to what.
func TestTheListTellsAStory(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	owner := s.Key(t, "owner")
	id, agent := s.Grant(t, auth.Grant{Name: "Price agent", Holder: auth.Agent, Scopes: []string{"products:write", "orders:write", "categories:write"}})
	newest := func(filter object) object {
		t.Helper()
		var p page
		s.OK(t, owner, "audit.list", servertest.With(object{"limit": 1}, filter), &p)
		if len(p.Items) != 1 {
			t.Fatalf("%v: no entry", filter)
		}
		return p.Items[0]
	}
	changes := func(item object) []any { return item["changes"].([]any) }

	long := strings.Repeat("ø", 5000)
	s.OK(t, agent, "products.update", object{"slug": "dyrehaven", "patch": object{"priceDkk": 1099, "description": long, "attributes": object{"a": 1}, "brand": "Klit"}}, nil)
	s.OK(t, owner, "keys.update", object{"id": id, "patch": object{"name": "Renamed"}}, nil)
	price := newest(object{"q": "DYREHAV"})
	servertest.WantFields(t, "price", price, object{"actorName": "Price agent", "holder": "agent", "entityLabel": "Dyrehaven", "sameRequest": 1})
	if all := changes(price); len(all) != 3 || !servertest.SameJSON(all[0], object{"path": "/priceDkk", "previousValue": 109900, "nextValue": 1099, "text": "1.099,00 kr → 10,99 kr"}) {
		t.Errorf("%v", all)
	}
	if fields := price["changedFields"].([]any); len(fields) < 4 || !servertest.SameJSON(fields[1], "/attributes/a") && !servertest.SameJSON(fields[0], "/attributes/a") {
		t.Errorf("%v", fields)
	}
	s.OK(t, agent, "products.update", object{"slug": "dyrehaven", "patch": object{"description": "En kort tekst."}}, nil)
	if cut := changes(newest(object{"q": "dyrehav"}))[0].(object)["previousValue"].(string); cut != long[:100]+"…" {
		t.Errorf("%d bytes: %s", len(cut), cut)
	}
	// A text that compresses to little is told, one that does not is left to audit.get.
	s.OK(t, agent, "products.update", object{"slug": "dyrehaven", "patch": object{"description": noise(60_000)}}, nil)
	large := newest(object{"q": "dyrehav"})
	if _, told := large["changes"]; told {
		t.Errorf("%v", large["changedFields"])
	}
	var entry object
	s.OK(t, owner, "audit.get", object{"auditLogId": large["id"]}, &entry)
	if servertest.WantFields(t, "entry", entry, object{"actorName": "Renamed", "holder": "agent", "entityLabel": "Dyrehaven"}); entry["ip"] == nil || len(changes(entry)) == 0 {
		t.Errorf("%v", entry["ip"])
	}

	// The list shows the status of an order, and not the number of a parcel.
	order := servertest.One[string](t, s, "SELECT id::text FROM orders WHERE status = 'processing' LIMIT 1")
	s.OK(t, agent, "orders.update_status", object{"orderId": order, "status": "shipped", "carrier": "PostNord", "trackingNumber": "00370"}, nil)
	shipped := newest(object{"entityId": order})
	if all := changes(shipped); len(all) != 1 || all[0].(object)["nextValue"] != "shipped" || shipped["entityLabel"] != nil {
		t.Errorf("%v", shipped)
	}

	s.OK(t, agent, "products.bulk_upsert", object{"items": []object{servertest.NewProduct("en"), servertest.NewProduct("to")}, "mode": "all_or_nothing"}, nil)
	if n := newest(object{"toolPrefix": "products.bulk_upsert"})["sameRequest"]; n != 2.0 {
		t.Errorf("%v of the same call", n)
	}
	s.Refused(t, agent, "orders.list", object{}, problem.InsufficientScope)
	denied := newest(object{"kinds": []string{"refusal"}, "holder": "agent"})
	servertest.WantFields(t, "denied", denied, object{"tool": "orders.list", "actorName": "Renamed", "entityLabel": nil, "code": "insufficient_scope"})
	if _, told := denied["changes"]; told {
		t.Errorf("%v", denied)
	}

	// Rows of programs before have no names: that of the key is the present one.
	s.Execute(t, "UPDATE audit_log SET actor_name = NULL, holder = NULL, entity_label = NULL WHERE entity_label = 'Dyrehaven'")
	old := newest(object{"entityType": "product", "actorPrefix": "apikey:" + id, "toolPrefix": "products.update"})
	if _, held := old["holder"]; held || old["actorName"] != "Renamed" || old["entityLabel"] != nil {
		t.Errorf("%v", old)
	}
	for _, bad := range []object{{"afterId": "none"}, {"afterId": id}} {
		s.Refused(t, owner, "audit.list", bad, problem.ValidationFailed)
	}
}

// noise returns a text of n letters that does not compress well.
func noise(n int) string {
	var b strings.Builder
	for x := uint32(1); b.Len() < n; x = x*1664525 + 1013904223 {
		b.WriteByte('a' + byte(x>>24)%26)
	}
	return b.String()
}
