package audit_test

import (
	"strings"
	"testing"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

// reverting is an empty shop with a category, and a key that may do everything.
type reverting struct {
	*servertest.Server
	key string
}

func newReverting(t *testing.T) reverting {
	t.Helper()
	s := servertest.Borrow(t, storetest.Empty)
	r := reverting{s, s.Key(t, strings.Join(contract.Scopes, ","))}
	r.do(t, "categories.upsert", object{"slug": "briller", "name": "Briller"})
	return r
}

// do carries out a write and returns the id of its entry in the audit.
func (r reverting) do(t *testing.T, tool string, body object) string {
	t.Helper()
	r.OK(t, r.key, tool, body, nil)
	return r.LastAudit(t, 1)[0].ID.String()
}

func (r reverting) revert(t *testing.T, entry string, more object) (result object) {
	t.Helper()
	r.OK(t, r.key, "audit.revert", servertest.With(object{"auditLogId": entry, "confirm": true}, more), &result)
	return result
}

func (r reverting) refused(t *testing.T, entry string, more object, code problem.Code) problem.Document {
	t.Helper()
	return r.Refused(t, r.key, "audit.revert", servertest.With(object{"auditLogId": entry, "confirm": true}, more), code)
}

// A key that may take things back sees of them what it may read elsewhere.
func TestARevertShowsWhatTheKeyMayRead(t *testing.T) {
	t.Parallel()
	r := newReverting(t)
	for _, c := range []struct {
		tool, scope string
		change      object
	}{
		{"settings.update_shipping", "settings:read", object{"shippingFeeOere": 12345, "freeShippingThresholdOere": 99999}},
		{"settings.update_search", "settings:read", object{"synonyms": []any{[]any{"brille", "lorgnet"}}}},
		{"discounts.create", "discounts:read", object{"code": "HEMMELIG", "type": "percent", "value": 10}},
		{"pages.upsert", "pages:read", object{"slug": "kladde", "title": "Hemmelig kladde", "body": "Endnu ikke."}},
		{"features.set", "features:read", object{"key": "campaigns", "enabled": false, "confirm": true}},
	} {
		entry := r.do(t, c.tool, c.change)
		shown := func(scopes string) bool {
			var result struct {
				Changes []struct{ PreviousValue, NextValue any }
			}
			r.OK(t, r.Key(t, scopes), "audit.revert", object{"auditLogId": entry, "confirm": true, "dryRun": true}, &result)
			for _, change := range result.Changes {
				if change.PreviousValue != nil || change.NextValue != nil {
					return true
				}
			}
			return false
		}
		if shown("audit:revert") || !shown("audit:revert,"+c.scope) || !shown("audit:revert,audit:read") {
			t.Errorf("%s: shown with audit:revert alone: %v, with %s: %v, with audit:read: %v", c.tool, shown("audit:revert"), c.scope, shown("audit:revert,"+c.scope), shown("audit:revert,audit:read"))
		}
	}
}

// Fields that were changed since stay as they are; the others can be taken back.
func TestAuditRevertFields(t *testing.T) {
	t.Parallel()
	r := newReverting(t)
	r.do(t, "products.create", servertest.With(servertest.NewProduct("rund"), object{"priceDkk": 100, "attributes": object{"vægt": 20, "form": "rund"}}))
	entry := r.do(t, "products.update", object{"slug": "rund", "patch": object{"priceDkk": 200, "featured": true, "attributes": object{"vægt": 21}}})
	r.do(t, "products.update", object{"slug": "rund", "patch": object{"priceDkk": 300}})
	p := r.refused(t, entry, nil, problem.RevertConflict)
	if c := p.Conflicts; len(c) != 1 || c[0].Path != "/priceDkk" || !servertest.SameJSON([]any{c[0].Expected, c[0].Current}, []int{200, 300}) ||
		p.Resolution != `Add "fields" to the body, as ["/attributes/form","/attributes/vægt","/featured"].` {
		t.Errorf("%+v", p)
	}
	r.refused(t, entry, object{"fields": []string{"/featured", "/priceDkk"}}, problem.RevertConflict)
	p = r.refused(t, entry, object{"fields": []string{"/featured", "/name"}}, problem.ValidationFailed)
	if p.Errors[0].Pointer != "/fields/1" {
		t.Errorf("%+v", p)
	}
	result := r.revert(t, entry, object{"fields": []string{"/attributes", "/featured"}})
	servertest.WantFields(t, "the result", result, object{
		"reverted": true, "dryRun": false, "revertedTool": "products.update", "revertedAuditLogId": entry, "conflicts": []any{},
		"auditLogId": r.LastAudit(t, 1)[0].ID.String(), "changes": []object{
			{"path": "/attributes/form", "previousValue": nil, "nextValue": "rund"},
			{"path": "/attributes/vægt", "previousValue": 21, "nextValue": 20},
			{"path": "/featured", "previousValue": true, "nextValue": false},
		},
	})
	var product object
	r.OK(t, r.key, "products.get", object{"slug": "rund"}, &product)
	servertest.WantFields(t, "the product", product, object{"priceDkk": 300, "featured": false, "attributes": object{"vægt": 20, "form": "rund"}})
	r.refused(t, entry, object{"fields": []string{"/priceDkk"}}, problem.AlreadyReverted)
}

// Variants are put back one by one: what was sold since stays.
func TestAuditRevertVariants(t *testing.T) {
	t.Parallel()
	r := newReverting(t)
	set := func(slug string, variants ...object) string {
		for i, size := range []string{"S", "M"}[:len(variants)] {
			variants[i]["attributes"] = object{"Size": size}
		}
		return r.do(t, "products.set_variants", object{"slug": slug, "options": []object{{"name": "Size", "values": []string{"S", "M"}}}, "variants": variants})
	}
	read := func(slug string) (p api.Product) {
		r.OK(t, r.key, "products.get", object{"slug": slug}, &p)
		return p
	}
	r.do(t, "products.create", servertest.NewProduct("hat"))
	set("hat", object{"priceOere": 9900, "stock": 1}, object{"priceOere": 14900, "stock": 3})
	second := set("hat", object{"priceOere": 990}, object{"stock": 5, "sku": "HAT-M"})
	small, medium := read("hat").Variants[0].VariantId, read("hat").Variants[1].VariantId
	r.do(t, "products.adjust_stock", object{"slug": "hat", "delta": -1, "variantId": medium})

	stock := "/variants/" + medium + "/stock"
	if p := r.refused(t, second, nil, problem.RevertConflict); len(p.Conflicts) != 1 || p.Conflicts[0].Path != stock || !servertest.SameJSON(p.Conflicts[0].Current, 4) {
		t.Errorf("%+v", p)
	}
	r.revert(t, second, object{"fields": []string{"/variants/" + small, "/variants/" + medium + "/sku"}})
	if p := read("hat"); p.PriceDkk != 9900 || p.Variants[0].PriceOere != 9900 || p.Variants[1].Sku != nil || p.Variants[1].Stock != 4 || p.Stock != 5 {
		t.Errorf("%+v", p)
	}

	// A whole set is taken back and done again with its ids.
	r.do(t, "products.create", servertest.NewProduct("cap"))
	plain := read("cap")
	first := set("cap", object{"priceOere": 9900, "stock": 1}, object{"priceOere": 14900, "stock": 3})
	was := read("cap")
	r.refused(t, first, object{"fields": []string{"/options"}}, problem.NotRevertible)
	r.revert(t, first, nil)
	if p := read("cap"); len(p.Variants) != 0 || len(p.Options) != 0 || p.PriceDkk != plain.PriceDkk || p.Stock != plain.Stock {
		t.Errorf("%+v", p)
	}
	r.revert(t, r.LastAudit(t, 1)[0].ID.String(), nil)
	if p := read("cap"); !servertest.SameJSON(p.Variants, was.Variants) || p.Stock != 4 || p.PriceMaxOere != 14900 {
		t.Errorf("%+v", p)
	}
}

// What was created or deleted, and the move of an order, is taken back as a whole.
func TestAuditRevertWhole(t *testing.T) {
	t.Parallel()
	r := newReverting(t)
	created := r.do(t, "products.create", servertest.NewProduct("rund"))
	for _, fields := range [][]string{{"/name"}, {"/name", "/stock"}} {
		r.refused(t, created, object{"fields": fields}, problem.ValidationFailed)
	}
	r.do(t, "products.adjust_stock", object{"slug": "rund", "delta": 1})
	if p := r.refused(t, created, nil, problem.RevertConflict); !strings.Contains(p.Detail, "/stock") || strings.Contains(p.Resolution, "fields") {
		t.Errorf("%+v", p)
	}
	deleted := r.do(t, "products.delete", object{"slug": "rund", "confirm": true})
	if p := r.refused(t, created, nil, problem.RevertConflict); p.Conflicts[0].Path != "" || p.Conflicts[0].Current != nil {
		t.Errorf("%+v", p)
	}
	r.revert(t, deleted, nil)
	r.OK(t, r.key, "products.get", object{"slug": "rund"}, nil)
}

// A thing is not put back where the shop has no room for it any more.
func TestAuditRevertRefused(t *testing.T) {
	t.Parallel()
	r := newReverting(t)
	page := object{"slug": "om-os", "title": "Om os", "body": "Vi sliber selv vores glas."}
	code := object{"code": "MAJ10", "type": "percent", "value": 10, "usageLimit": 1}
	for name, way := range map[string]struct {
		entry func() string
		code  problem.Code
	}{
		"another page has the slug": {func() string {
			r.do(t, "pages.upsert", page)
			entry := r.do(t, "pages.delete", object{"slug": "om-os", "confirm": true})
			r.do(t, "pages.upsert", page)
			return entry
		}, problem.SlugTaken},
		"another service has the slug": {func() string {
			r.do(t, "services.create", object{"title": "Synsprøve", "body": "Vi måler dit syn."})
			entry := r.do(t, "services.delete", object{"slug": "synsproeve", "confirm": true})
			r.do(t, "services.create", object{"title": "Synsprøve", "body": "Vi måler dit syn."})
			return entry
		}, problem.SlugTaken},
		"another product has the slug": {func() string {
			r.do(t, "products.create", servertest.NewProduct("oval"))
			entry := r.do(t, "products.delete", object{"slug": "oval", "confirm": true})
			r.do(t, "products.create", servertest.NewProduct("oval"))
			return entry
		}, problem.SlugTaken},
		"another product has the sku": {func() string {
			sku := object{"variants": []object{{"attributes": object{}, "stock": 1, "sku": "H-1"}}}
			r.do(t, "products.create", servertest.With(servertest.NewProduct("med-sku"), sku))
			entry := r.do(t, "products.delete", object{"slug": "med-sku", "confirm": true})
			r.do(t, "products.create", servertest.With(servertest.NewProduct("tager-sku"), sku))
			return entry
		}, problem.SkuTaken},
		"another category has the slug": {func() string {
			r.do(t, "categories.upsert", object{"slug": "etuier", "name": "Etuier"})
			entry := r.do(t, "categories.delete", object{"slug": "etuier", "confirm": true})
			r.do(t, "categories.upsert", object{"slug": "etuier", "name": "Etuier"})
			return entry
		}, problem.SlugTaken},
		"another discount has the code": {func() string {
			r.do(t, "discounts.create", code)
			entry := r.do(t, "discounts.delete", object{"code": "MAJ10", "confirm": true})
			r.do(t, "discounts.create", code)
			return entry
		}, problem.CodeTaken},
		"the discount was used since": {func() string {
			r.do(t, "discounts.create", servertest.With(code, object{"code": "JUNI10"}))
			entry := r.do(t, "discounts.update", object{"code": "JUNI10", "patch": object{"usageLimit": 5}})
			r.Execute(t, "UPDATE discounts SET usage_count = 2 WHERE code = 'JUNI10'")
			return entry
		}, problem.LimitReached},
		"the category has products": {func() string {
			entry := r.do(t, "categories.upsert", object{"slug": "lupper", "name": "Lupper"})
			r.do(t, "products.create", servertest.ProductIn("lupper", "lup"))
			return entry
		}, problem.CategoryNotEmpty},
		"the category was deleted": {func() string {
			r.do(t, "categories.upsert", object{"slug": "snore", "name": "Snore"})
			r.do(t, "products.create", servertest.ProductIn("snore", "snor"))
			entry := r.do(t, "products.update", object{"slug": "snor", "patch": object{"categorySlug": "briller"}})
			r.do(t, "categories.delete", object{"slug": "snore", "confirm": true})
			return entry
		}, problem.CategoryDeleted},
		"the category of a deleted product was deleted": {func() string {
			r.do(t, "categories.upsert", object{"slug": "klude", "name": "Klude"})
			r.do(t, "products.create", servertest.ProductIn("klude", "klud"))
			entry := r.do(t, "products.delete", object{"slug": "klud", "confirm": true})
			r.do(t, "categories.delete", object{"slug": "klude", "confirm": true})
			return entry
		}, problem.CategoryDeleted},
	} {
		entry := way.entry()
		r.refused(t, entry, object{"dryRun": true}, way.code)
		r.manyRefused(t, object{"auditLogIds": []string{entry}}, way.code)
		before := r.AuditCount(t)
		if p := r.refused(t, entry, nil, way.code); p.Resolution == "" {
			t.Errorf("%s: %+v", name, p)
		}
		if rows := r.AuditCount(t); rows != before+1 { // that of the refused call
			t.Errorf("%s: %d rows were added", name, rows-before)
		}
	}
	for _, unknown := range []string{"x", "01994f5e-0000-7000-8000-000000000999"} {
		r.refused(t, unknown, nil, problem.AuditEntryNotFound)
	}
	r.Refused(t, r.key, "products.get", object{"slug": "ukendt"}, problem.ProductNotFound)
	r.Refused(t, r.key, "products.delete", object{"slug": "ukendt", "confirm": true}, problem.ProductNotFound)
	if p := r.refused(t, r.LastAudit(t, 1)[0].ID.String(), nil, problem.NotRevertible); !strings.Contains(p.Detail, "refused") {
		t.Errorf("%+v", p)
	}
}

// What was changed since stays, also where it is again as the entry left it; a change that was taken back does
// not count.
func TestAuditRevertOfWhatWasChangedAndChangedBack(t *testing.T) {
	t.Parallel()
	r := newReverting(t)
	r.do(t, "products.create", servertest.With(servertest.NewProduct("rund"), object{"priceDkk": 100, "stock": 5}))
	r.do(t, "discounts.create", object{"code": "MAJ10", "type": "percent", "value": 10, "usageLimit": 5})
	r.do(t, "discounts.create", object{"code": "JUNI10", "type": "percent", "value": 10})
	campaign := object{"discountCode": "SOMMER", "discountType": "percent", "discountValue": 10, "announcement": "Sommer i butikken"}
	var made struct{ ID string }
	r.OK(t, r.key, "marketing.create_campaign", campaign, &made)
	price := func(n int) func() string {
		return func() string {
			return r.do(t, "products.update", object{"slug": "rund", "patch": object{"priceDkk": n}})
		}
	}
	adjust := func(n int) func() string {
		return func() string { return r.do(t, "products.adjust_stock", object{"slug": "rund", "delta": n}) }
	}
	limit := func(n int) func() string {
		return func() string {
			return r.do(t, "discounts.update", object{"code": "MAJ10", "patch": object{"usageLimit": n}})
		}
	}
	toggle := func(active bool) func() string {
		return func() string { return r.do(t, "discounts.toggle", object{"code": "MAJ10", "active": active}) }
	}
	for name, c := range map[string]struct {
		path                string
		first, there, again func() string
	}{
		"a price": {"/priceDkk", price(200), price(300), price(200)},
		"a stock": {"/stock", adjust(5), adjust(-2), adjust(2)},
		"a limit": {"/usageLimit", limit(10), limit(20), limit(10)},
		"a code":  {"/active", toggle(false), toggle(true), toggle(false)},
	} {
		entry := c.first()
		r.revert(t, c.there(), nil)
		if result := r.revert(t, entry, object{"dryRun": true}); len(result["conflicts"].([]any)) > 0 {
			t.Errorf("%s, and what was done since was taken back: %v", name, result)
		}
		c.there()
		c.again()
		if p := r.refused(t, entry, nil, problem.RevertConflict); len(p.Conflicts) != 1 || p.Conflicts[0].Path != c.path {
			t.Errorf("%s: %+v", name, p)
		}
	}

	created := servertest.One[string](t, r.Server, `SELECT audit_log.id::text FROM audit_log JOIN discounts ON discounts.id::text = entity_id
		WHERE tool = 'discounts.create' AND discounts.code = 'JUNI10'`)
	r.Execute(t, "UPDATE discounts SET usage_count = 1 WHERE code = 'JUNI10'")
	if p := r.refused(t, created, nil, problem.RevertConflict); len(p.Conflicts) != 1 || p.Conflicts[0].Path != "/usageCount" {
		t.Errorf("a code that was used: %+v", p)
	}

	announced := servertest.One[string](t, r.Server, `SELECT id::text FROM audit_log WHERE entity_type = 'campaign' AND before IS NULL`)
	r.Execute(t, "UPDATE discounts SET usage_count = 1 WHERE code = 'SOMMER'")
	for _, dryRun := range []bool{true, false} {
		if p := r.refused(t, announced, object{"dryRun": dryRun}, problem.RevertConflict); !strings.Contains(p.Detail, "SOMMER") {
			t.Errorf("a campaign whose code was used: %+v", p)
		}
	}

	ended := r.do(t, "marketing.end_campaign", object{"campaignId": made.ID, "confirm": true})
	r.revert(t, r.revert(t, ended, nil)["auditLogId"].(string), nil) // done again
	if p := r.refused(t, ended, nil, problem.AlreadyReverted); p.Detail == "" {
		t.Errorf("%+v", p)
	}
}

// Many changes since are all read.
func TestAuditRevertAfterManyChanges(t *testing.T) {
	t.Parallel()
	r := newReverting(t)
	r.do(t, "products.create", servertest.With(servertest.NewProduct("rund"), object{"priceDkk": 100}))
	entry := r.do(t, "products.update", object{"slug": "rund", "patch": object{"priceDkk": 200, "featured": true}})
	for i := range 230 {
		r.do(t, "products.update", object{"slug": "rund", "patch": object{"stock": i}})
	}
	if result := r.revert(t, entry, object{"dryRun": true}); len(result["conflicts"].([]any)) > 0 {
		t.Errorf("%v", result)
	}
	for _, n := range []int{300, 200} {
		r.do(t, "products.update", object{"slug": "rund", "patch": object{"priceDkk": n}})
	}
	r.refused(t, entry, nil, problem.RevertConflict)
	r.revert(t, entry, object{"fields": []string{"/featured"}})
}

// Of callers who revert one entry at once, one does it.
func TestAuditRevertAtOnce(t *testing.T) {
	t.Parallel()
	r := newReverting(t)
	r.do(t, "products.create", servertest.NewProduct("rund"))
	for _, write := range []struct {
		tool string
		body object
	}{
		{"products.update", object{"slug": "rund", "patch": object{"stock": 77}}},
		{"products.delete", object{"slug": "rund", "confirm": true}},
		{"products.create", servertest.NewProduct("oval")},
	} {
		entry := r.do(t, write.tool, write.body)
		rows := r.AuditCount(t)
		const callers = 8
		statuses, replies := servertest.Together(callers, func(int) servertest.Reply {
			return r.Call(t, r.key, "audit.revert", object{"auditLogId": entry, "confirm": true})
		})
		if statuses[200] != 1 || statuses[409] != callers-1 {
			t.Errorf("%v", statuses)
		}
		for _, reply := range replies {
			if reply.Status == 409 {
				reply.Problem(t, problem.AlreadyReverted)
			}
		}
		if n := r.AuditCount(t) - rows; n != callers {
			t.Errorf("%d rows, want %d", n, callers)
		}
		r.WantFresh(t)
	}
}

// Who may revert and not read orders learns which fields an entry changed, not their
// values, by a dry run, by a conflict and by the revert.
func TestARevertShowsNoPersonalData(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	owner, reverter := s.Key(t, "all"), s.Key(t, "audit:read,audit:revert")
	order := servertest.One[string](t, s, "SELECT id::text FROM orders ORDER BY id LIMIT 1")
	track := func(number string) string {
		s.OK(t, owner, "orders.set_tracking", object{"orderId": order, "carrier": "GLS", "trackingNumber": number}, nil)
		return s.LastAudit(t, 1)[0].ID.String()
	}
	first, second := track("secret-1"), track("secret-2")
	for _, way := range []struct {
		key, entry string
		dryRun     bool
		hidden     bool
	}{{reverter, first, true, true}, {reverter, first, false, true}, {owner, first, true, false}, {reverter, second, true, true}, {reverter, second, false, true}} {
		before := s.AuditCount(t)
		reply := s.Call(t, way.key, "audit.revert", object{"auditLogId": way.entry, "confirm": true, "dryRun": way.dryRun})
		text := string(reply.Body)
		if !strings.Contains(text, "/trackingNumber") || strings.Contains(text, "secret-") == way.hidden {
			t.Errorf("%+v: %s", way, text)
		}
		if left := s.AuditCount(t) > before; left != (!way.dryRun || !way.hidden) {
			t.Errorf("%+v left a row: %v", way, left)
		}
	}
	if number := servertest.One[string](t, s, "SELECT tracking_number FROM orders WHERE id = '"+order+"'"); number != "secret-1" {
		t.Errorf("the number is %q", number)
	}
}
