package main_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// An owner's afternoon: an agent with a full key spoils ten things over MCP; the owner
// sees what it did, tries to take it back, takes back nine, and of the tenth what nobody
// has changed since. Then a customer asks for their data, and to be forgotten.
func TestAnAfternoon(t *testing.T) {
	t.Parallel()
	p := newProgram(t)
	s := p.serve(t, "--demo")
	a := &afternoon{
		agent: party{overMCP(s), newKey(t, p, "agent", "all")},
		owner: party{overREST(s), newKey(t, p, "owner", "audit:read,audit:revert,products:write,catalog:read,customer:read,settings:write")},
		clerk: party{overREST(s), newKey(t, p, "clerk", "catalog:read,categories:read,pages:read,discounts:read,settings:read,orders:read,features:read")},
	}
	before := a.shop(t)
	a.spoil(t)
	a.clerk.refused(t, "pages.get", object{"slug": "om-os"}, "", http.StatusNotFound, "page_not_found")
	a.takeBack(t)
	if after := a.shop(t); after != before {
		t.Errorf("the shop is\n%s\nand was\n%s", after, before)
	}
	a.forget(t)
	s.stop(t)
}

type afternoon struct{ agent, owner, clerk party }

// shop is what the owner sees of the shop, without the times of changes.
func (a *afternoon) shop(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	for _, read := range []struct {
		tool string
		body object
	}{
		{"products.get", object{"slug": "round-metal"}}, {"products.search", object{"limit": 100}}, {"categories.list", object{}}, {"pages.get", object{"slug": "om-os"}},
		{"services.list", object{}}, {"discounts.list", object{}}, {"settings.get", object{}}, {"features.get", object{}},
		{"orders.get", object{"orderId": "01994f5e-0000-7000-8000-000000000103"}},
	} {
		var result any
		a.clerk.ok(t, read.tool, read.body, &result)
		fmt.Fprintln(&b, read.tool, withoutTimes(result))
	}
	return b.String()
}

// withoutTimes removes when a thing was changed.
func withoutTimes(value any) any {
	switch v := value.(type) {
	case map[string]any:
		delete(v, "updatedAt")
		for name := range v {
			v[name] = withoutTimes(v[name])
		}
	case []any:
		for i := range v {
			v[i] = withoutTimes(v[i])
		}
	}
	return value
}

// spoil does ten things that nobody asked for.
func (a *afternoon) spoil(t *testing.T) {
	t.Helper()
	for _, call := range []struct {
		tool string
		body object
	}{
		{"products.update", object{"slug": "round-metal", "patch": object{"priceDkk": 1, "description": "Billig og grim.", "featured": false}}},
		{"products.delete", object{"slug": "laederetui", "confirm": true}},
		{"products.create", object{"slug": "skrammel", "name": "Skrammel", "description": "Ingen ville have det.", "priceDkk": 100, "stock": 1, "categorySlug": "etuier-og-tilbehoer"}},
		{"categories.upsert", object{"slug": "solbriller", "name": "Ting"}},
		{"pages.delete", object{"slug": "om-os", "confirm": true}},
		{"services.update", object{"slug": "synsproeve", "patch": object{"priceString": "Gratis"}}},
		{"discounts.create", object{"code": "ALTGRATIS", "type": "percent", "value": 100}},
		{"settings.update_shipping", object{"shippingFeeOere": 50000, "freeShippingThresholdOere": 1000000}},
		{"features.set", object{"key": "checkout", "enabled": false, "confirm": true}},
		{"orders.update_status", object{"orderId": "01994f5e-0000-7000-8000-000000000103", "status": "shipped"}},
	} {
		a.agent.ok(t, call.tool, call.body, nil)
	}
}

// takeBack takes back what the agent did, the last first; one price was corrected by
// hand before, and stays.
func (a *afternoon) takeBack(t *testing.T) {
	t.Helper()
	a.owner.ok(t, "products.update", object{"slug": "round-metal", "patch": object{"priceDkk": 129900}}, nil)
	var page struct {
		Items []struct{ ID, Tool, Channel string }
	}
	a.owner.ok(t, "audit.list", object{"actorPrefix": "apikey:", "revertible": true, "outcome": "success"}, &page)
	reverted := 0
	for _, entry := range page.Items {
		if entry.Channel != "mcp" {
			continue
		}
		var dry struct{ Conflicts []struct{ Path string } }
		a.owner.ok(t, "audit.revert", object{"auditLogId": entry.ID, "dryRun": true, "confirm": true}, &dry)
		revert := object{"auditLogId": entry.ID, "confirm": true}
		if len(dry.Conflicts) > 0 {
			if entry.Tool != "products.update" || dry.Conflicts[0].Path != "/priceDkk" {
				t.Errorf("%s: %+v", entry.Tool, dry)
			}
			a.owner.refused(t, "audit.revert", revert, "whole", http.StatusConflict, "revert_conflict")
			revert["fields"] = []string{"/description", "/featured"}
		}
		a.owner.ok(t, "audit.revert", revert, nil)
		reverted++
	}
	if reverted != 10 {
		t.Errorf("%d things were taken back", reverted)
	}
}

// forget gives a customer their data, and then forgets them.
func (a *afternoon) forget(t *testing.T) {
	t.Helper()
	var page struct{ Items []struct{ ID, Email string } }
	a.owner.ok(t, "customer.list", object{"limit": 1}, &page)
	if len(page.Items) != 1 {
		t.Fatalf("%+v", page)
	}
	who := page.Items[0]
	var all map[string]any
	a.owner.ok(t, "customer.export", object{"customerId": who.ID}, &all)
	if text := fmt.Sprint(all); !strings.Contains(text, who.Email) {
		t.Errorf("the export lacks %s: %s", who.Email, text)
	}
	a.owner.ok(t, "customer.erase", object{"customerId": who.ID, "confirm": true}, nil)
	a.owner.refused(t, "customer.get", object{"customerId": who.ID}, "gone", http.StatusNotFound, "customer_not_found")
	var found struct{ HasOrders bool }
	a.owner.ok(t, "customer.lookup_by_email", object{"email": who.Email}, &found)
	if found.HasOrders {
		t.Errorf("%s is found", who.Email)
	}
}
