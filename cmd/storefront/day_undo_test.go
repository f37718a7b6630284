package main_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// shop returns what the owner sees of the shop, one answer each, without the times of changes and the address of the program.
func (d *day) shop(t *testing.T) (seen []string) {
	t.Helper()
	for _, read := range []struct {
		tool string
		body object
	}{
		{"products.search", object{"limit": 100}}, {"products.get", object{"slug": "solbrille-wayfarer"}}, {"categories.list", object{}},
		{"pages.get", object{"slug": "om-os"}}, {"pages.get_layout", object{"slug": "om-os"}}, {"services.list", object{}}, {"redirects.list", object{}},
		{"discounts.list", object{}}, {"marketing.list_campaigns", object{}}, {"settings.get", object{}}, {"settings.get", object{"type": "search"}},
		{"features.get", object{}}, {"orders.list", object{}}, {"orders.get", object{"orderId": d.freja.id}}, {"customer.list", object{}},
	} {
		var result any
		d.owner.ok(t, read.tool, read.body, &result)
		seen = append(seen, read.tool+": "+strings.ReplaceAll(fmt.Sprint(withoutTimes(result)), d.s.url, ""))
	}
	return seen
}

// wantShop expects the shop as it was.
func (d *day) wantShop(t *testing.T, before []string) {
	t.Helper()
	for i, now := range d.shop(t) {
		if now != before[i] {
			t.Errorf("the shop is\n%s\nand was\n%s", now, before[i])
		}
	}
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

// spoil has an agent with a full key do ten things that nobody asked for. It returns the shop as it was before.
func (d *day) spoil(t *testing.T) (before []string) {
	t.Helper()
	emil := d.orderOf("Emil")
	before = d.shop(t)
	for _, call := range []struct {
		tool string
		body object
	}{
		{"products.update", object{"slug": "solbrille-wayfarer", "patch": object{"priceDkk": 1, "description": "Billig og grim.", "featured": false}}},
		{"products.delete", object{"slug": "mikrofiberklud", "confirm": true}},
		{"products.create", object{"slug": "skrammel", "name": "Skrammel", "description": "Ingen ville have det.", "priceDkk": 100, "stock": 1, "categorySlug": "tilbehoer"}},
		{"categories.upsert", object{"slug": "solbriller", "name": "Ting"}},
		{"pages.delete", object{"slug": "om-os", "confirm": true}},
		{"services.update", object{"slug": "synsproeve", "patch": object{"priceString": "Gratis"}}},
		{"discounts.create", object{"code": "ALTGRATIS", "type": "percent", "value": 100}},
		{"settings.update_shipping", object{"shippingFeeOere": 50000, "freeShippingThresholdOere": 1000000}},
		{"features.set", object{"key": "checkout", "enabled": false, "confirm": true}},
		{"orders.update_status", object{"orderId": emil.id, "status": "shipped"}},
	} {
		d.rogue.ok(t, call.tool, call.body, nil)
	}
	d.books.happened("om-os", "page.unpublished")
	d.books.moved(emil, "shipped")
	d.visitor.refused(t, "site.get_page", object{"slug": "om-os"}, "", http.StatusNotFound, "page_not_found")
	d.assistant.refused(t, "cart.create", object{}, "", http.StatusForbidden, "feature_disabled")
	return before
}

// takeBack takes back what that agent did, the last first, each after a dry run. The owner has corrected one price by hand
// before: it stays, and the other fields are taken back.
func (d *day) takeBack(t *testing.T, before []string) {
	t.Helper()
	wayfarer := d.books.products["solbrille-wayfarer"]
	d.owner.ok(t, "products.update", object{"slug": wayfarer.slug, "patch": object{"priceDkk": wayfarer.price}}, nil)
	var page struct{ Items []struct{ ID, Tool string } }
	d.owner.ok(t, "audit.list", object{"actorPrefix": "apikey:" + keyID(t, d.program, "rogue"), "revertible": true, "outcome": "success"}, &page)
	if len(page.Items) != 10 {
		t.Errorf("%d things can be taken back", len(page.Items))
	}
	for _, entry := range page.Items {
		revert := object{"auditLogId": entry.ID, "confirm": true}
		var dry struct{ Conflicts []struct{ Path string } }
		d.owner.ok(t, "audit.revert", object{"auditLogId": entry.ID, "confirm": true, "dryRun": true}, &dry)
		if len(dry.Conflicts) > 0 {
			if entry.Tool != "products.update" || dry.Conflicts[0].Path != "/priceDkk" {
				t.Errorf("%s: %+v", entry.Tool, dry)
			}
			d.owner.refused(t, "audit.revert", revert, "whole", http.StatusConflict, "revert_conflict")
			revert["fields"] = []string{"/description", "/featured"}
		}
		var done struct{ AuditLogID string }
		d.owner.ok(t, "audit.revert", revert, &done)
		d.books.happened(done.AuditLogID, "audit.reverted")
	}
	d.books.happened("om-os", "page.published")
	emil := d.orderOf("Emil")
	d.books.happened(emil.id, "order.status_changed shipped > processing")
	emil.status, emil.shipped = "processing", false
	d.wantShop(t, before)
	d.move(t, emil, "completed")
}
