package schema

import (
	"slices"
	"strings"
	"testing"
)

func TestNearest(t *testing.T) {
	for name, tc := range map[string]struct{ op, body, fix string }{
		"another case":           {"products.get", `{"Slug":"a"}`, `Replace "Slug" by "slug".`},
		"one letter too many":    {"products.get", `{"sluggs":"a"}`, `Replace "sluggs" by "slug".`},
		"a word of two fields":   {"products.search", `{"colour":"Gold"}`, `Replace "colour" by "frameColor" or "lensColor".`},
		"British spelling":       {"products.search", `{"frameColour":"Gold"}`, `Replace "frameColour" by "frameColor".`},
		"snake case":             {"products.search", `{"min_price":1}`, `Replace "min_price" by "minPriceOere", in ore (1/100 krone).`},
		"one word of three":      {"products.search", `{"maxPrice":1}`, `Replace "maxPrice" by "maxPriceOere", in ore (1/100 krone).`},
		"a word too many":        {"products.get", `{"productSlug":"a"}`, `Replace "productSlug" by "slug".`},
		"held already":           {"products.search", `{"frameColor":"Gold","colour":"Gold"}`, `Replace "colour" by "lensColor".`},
		"all held already":       {"products.get", `{"slugs":"a","slug":"a"}`, `Remove "slugs" from the body; the fields are fields and slug.`},
		"held further on":        {"products.get", `{"slugs":"a","sl\u0075g":"a"}`, `Remove "slugs" from the body; the fields are fields and slug.`},
		"nothing like it":        {"orders.update_status", `{"filter":1}`, `Remove "filter" from the body; the fields are carrier, expectedStatus, orderId, status, trackingNumber and trackingUrl.`},
		"one letter":             {"orders.update_status", `{"x":1}`, `Remove "x" from the body; the fields are carrier, expectedStatus, orderId, status, trackingNumber and trackingUrl.`},
		"empty":                  {"orders.update_status", `{"":1}`, `Remove "" from the body; the fields are carrier, expectedStatus, orderId, status, trackingNumber and trackingUrl.`},
		"no fields":              {"pages.list", `{"limit":1}`, `Remove "limit" from the body; there are no fields.`},
		"one word in common":     {"orders.update_status", `{"orderColor":1}`, `Remove "orderColor" from the body; the fields are carrier, expectedStatus, orderId, status, trackingNumber and trackingUrl.`},
		"other letters":          {"products.create", `{"pryce":1}`, `Replace "pryce" by "priceDkk", in ore (1/100 krone).`},
		"a synonym":              {"products.search", `{"query":"x"}`, `Replace "query" by "q".`},
		"a synonym, in words":    {"products.search", `{"search_term":"x"}`, `Replace "search_term" by "q".`},
		"a synonym of another":   {"orders.get", `{"id":"x"}`, `Replace "id" by "orderId".`},
		"an id for a slug":       {"products.get", `{"id":"x"}`, `Replace "id" by "slug".`},
		"a word too many, again": {"products.search", `{"sortBy":"name"}`, `Replace "sortBy" by "sort".`},
		"a synonym of two":       {"orders.list", `{"customer":"x"}`, `Replace "customer" by "email" or "q".`},
		"a slug, not an id":      {"products.create", `{"category":"x"}`, `Replace "category" by "categorySlug".`},
		"the name of a service":  {"services.create", `{"name":"x"}`, `Replace "name" by "title".`},
		"a field of the patch":   {"products.update", `{"slug":"a","priceDkk":1,"patch":{}}`, `Move "priceDkk" into "patch".`},
		"nothing in the patch": {"services.update", `{"slug":"a","patch":{"minMemory":1}}`,
			`Remove "patch.minMemory" from the body; the fields of "patch" are body, features, heroImage, navOrder, priceString, shortDescription, showInNav, status and title.`},
		"very long": {"orders.get", `{"limitlimitlimitlimitlimitlimitlimitlimitlimitlimitlimitlimitlimit":1}`,
			`Remove "limitlimitlimitlimitlimitlimitlimitlimitlimitlimitlimitlimit…" from the body; the fields are fields and orderId.`},
		"wrapped":                 {"products.search", `{"arguments":{"q":"x"}}`, `Move the fields of "arguments" out of it, into the body.`},
		"wrapped in any name":     {"orders.get", `{"lookup":{"orderId":"x"}}`, `Move the fields of "lookup" out of it, into the body.`},
		"wrapped, unknown":        {"orders.get", `{"input":{"number":1}}`, `Move the fields of "input" out of it, into the body; the fields are fields and orderId.`},
		"wrapped in the patch":    {"products.update", `{"slug":"a","patch":{"data":{"priceDkk":1}}}`, `Move the fields of "patch.data" out of it, into "patch".`},
		"a patch by another name": {"products.update", `{"slug":"a","data":{"priceDkk":1}}`, `Replace "data" by "patch".`},
		"filters":                 {"orders.list", `{"filters":{"status":"paid"}}`, `Move the fields of "filters" out of it, into the body.`},
		"wrapped, and empty":      {"orders.get", `{"arguments":{}}`, `Remove "arguments" from the body; the fields are fields and orderId.`},
		"an object of others":     {"orders.get", `{"x":{"y":1}}`, `Remove "x" from the body; the fields are fields and orderId.`},
		"nested":                  {"products.update", `{"slug":"a","patch":{"price":1}}`, `Replace "patch.price" by "patch.priceDkk", in ore (1/100 krone).`},
	} {
		t.Run(name, func(t *testing.T) {
			faults := refused(t, request(t, tc.op), tc.body)
			checkFixes(t, faults)
			unknown := slices.IndexFunc(faults, func(f Fault) bool { return f.Code == CodeUnknownField })
			if unknown < 0 || faults[unknown].Fix != tc.fix {
				t.Errorf("%s: %+v, want the fix %s", tc.body, faults, tc.fix)
			}
		})
	}
}

func TestNearestNamesAFew(t *testing.T) {
	s := object(t, `"aName":{},"bName":{},"cName":{},"dName":{}`)
	if fix := refused(t, s, `{"name":1}`)[0].Fix; fix != `Replace "name" by "aName", "bName" or "cName".` {
		t.Error(fix)
	}
}

// Memory is no price: a field that means something else is not suggested.
func TestNothingFarFetchedIsSuggested(t *testing.T) {
	s := request(t, "products.search")
	for _, name := range []string{"minMemory", "maxWeight", "currency", "include", "language", "locale"} {
		for _, f := range refused(t, s, `{"`+name+`":1}`) {
			if !strings.HasPrefix(f.Fix, `Remove "`+name+`" from the body; the fields are `) || !strings.Contains(f.Fix, "minPriceOere") {
				t.Errorf("%s: %s", name, f.Fix)
			}
		}
	}
}

// A list of values goes into the field that takes several.
func TestAListIsReferredToTheFieldForIt(t *testing.T) {
	for body, want := range map[string]string{
		`{"status":["paid"]}`:                     `Replace "status" by "statuses".`,
		`{"status":["paid"],"statuses":["paid"]}`: `Set "status" to "pending_payment", `,
		`{"email":["a@example.com"]}`:             `Set "email" to a string.`,
		`{"status":7}`:                            `Set "status" to "pending_payment", `,
	} {
		if got := refused(t, request(t, "orders.list"), body)[0].Fix; !strings.HasPrefix(got, want) {
			t.Errorf("%s: %s, want %s", body, got, want)
		}
	}
	if got := refused(t, request(t, "products.search"), `{"brand":["a","b"]}`)[0].Fix; got != `Replace "brand" by "brands".` {
		t.Error(got)
	}
}

// Beyond the largest offset a list goes on by cursor, where it has one.
func TestBeyondTheLargestOffsetThereIsACursor(t *testing.T) {
	const most = `Set "offset" to at most 10000`
	for tool, want := range map[string]string{
		"products.search": most + `, or leave it out and set "cursor" to page.nextCursor.`, "services.list": most + ".",
	} {
		if got := refused(t, request(t, tool), `{"offset":10001}`)[0].Fix; got != want {
			t.Errorf("%s: %s, want %s", tool, got, want)
		}
	}
}
