package resolutions_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
)

// faultyBodies has a body for each kind of fault, which is its first fault.
var faultyBodies = map[string]struct{ tool, body string }{
	"required":       {"products.get", `{}`},
	"type":           {"products.search", `{"limit":"ten"}`},
	"enum":           {"orders.list", `{"status":"lost"}`},
	"min_length":     {"categories.upsert", `{"slug":"x","name":"Ny"}`},
	"min_items":      {"products.search", `{"ids":[]}`},
	"max_length":     {"products.search", `{"q":"` + strings.Repeat("x", 501) + `"}`},
	"pattern":        {"pages.upsert", `{"slug":"En Side","title":"En side","body":"En lang tekst."}`},
	"format":         {"orders.list", `{"email":"freja"}`},
	"minimum":        {"products.search", `{"minPriceOere":-1}`},
	"maximum":        {"products.search", `{"limit":101}`},
	"max_items":      {"products.update", `{"slug":"round-metal","patch":{"faq":[` + strings.Repeat(`{"q":"?","a":"!"},`, 100) + `{"q":"?","a":"!"}]}}`},
	"min_properties": {"products.update", `{"slug":"round-metal","patch":{}}`},
	"max_properties": {"products.restore", `{"slug":"retro-square","id":"01994f5e-0000-7000-8000-000000000999"}`},
	"unknown_field":  {"products.search", `{"maxPrice":20000}`},
	"immutable":      {"products.update", `{"slug":"round-metal","patch":{"slug":"rund","stock":1}}`},
	"nul":            {"products.search", `{"q":"rund\u0000"}`},
}

// moreBodies have faults that are corrected in another way than the first of
// their kind.
var moreBodies = map[string]struct{ tool, body string }{
	"confirm":                 {"products.delete", `{"slug":"round-metal"}`},
	"no confirm":              {"products.delete", `{"slug":"round-metal","confirm":false}`},
	"all at once":             {"products.create", `{"name":"x","slug":"NOT A SLUG","priceDkk":0,"stock":1.5,"colour":"red","images":["not a uri",7],"faq":[{"q":" "}]}`},
	"a field of nothing":      {"products.get", `{"slug":"round-metal","invented":true}`},
	"a field of another":      {"orders.list", `{"colour":"red"}`},
	"a mistyped field":        {"products.update", `{"slug":"round-metal","patch":{"price":129900}}`},
	"a percentage":            {"discounts.create", `{"code":"HALV","type":"percent","value":150}`},
	"a code that stays":       {"discounts.update", `{"code":"FORAAR20","patch":{"code":"SOMMER20","type":"fixed","value":15}}`},
	"a delta of nothing":      {"products.adjust_stock", `{"slug":"round-metal","delta":0}`},
	"a product of a batch":    {"products.bulk_upsert", `{"mode":"all_or_nothing","items":[{"slug":"nyt-etui","stock":1,"categorySlug":"solbriller"}]}`},
	"a product twice":         {"products.bulk_upsert", `{"mode":"best_effort","items":[{"slug":"round-metal","stock":1},{"slug":"round-metal","featured":true}]}`},
	"a changed percentage":    {"discounts.update", `{"code":"FORAAR20","patch":{"value":150}}`},
	"a damaged cursor":        {"products.search", `{"cursor":"next"}`},
	"a cursor and offset":     {"products.search", `{"cursor":"next","offset":20,"sort":"newest"}`},
	"a moment":                {"orders.list", `{"fromDate":"1 November"}`},
	"a field with dots":       {"products.update", `{"slug":"round-metal","patch":{"attributes":{"a.b":{"c":1}}}}`},
	"a long name":             {"products.update", `{"slug":"round-metal","patch":{"attributes":{"` + strings.Repeat("x", 201) + `":1}}}`},
	"a name with NUL":         {"products.update", `{"slug":"round-metal","patch":{"attributes":{"a\u0000":1}}}`},
	"a number beyond":         {"products.update", `{"slug":"round-metal","patch":{"attributes":{"a":[true,1e999]}}}`},
	"an address over http":    {"products.attach_image", `{"slug":"round-metal","imageUrl":"http://a.example/a.jpg"}`},
	"whitespace for a name":   {"pages.upsert", `{"slug":"ny","title":"    ","body":"En lang tekst."}`},
	"a refund of nothing":     {"orders.refund", `{"orderId":"01994f5e-0000-7000-8000-000000000103","reason":"Fejl.","confirm":true}`},
	"a refund of both":        {"orders.refund", `{"orderId":"01994f5e-0000-7000-8000-000000000103","amountOere":1,"items":[{"itemId":"x","quantity":1}],"restock":true,"reason":"Fejl.","confirm":true}`},
	"an unknown item":         {"orders.refund", `{"orderId":"01994f5e-0000-7000-8000-000000000103","items":[{"itemId":"x","quantity":1}],"reason":"Fejl.","confirm":true}`},
	"a customer by nothing":   {"customer.erase", `{"confirm":true}`},
	"a customer by both":      {"customer.export", `{"customerId":"x","email":"freja@example.com"}`},
	"a parcel not shipped":    {"orders.update_status", `{"orderId":"01994f5e-0000-7000-8000-000000000103","status":"processing","carrier":"GLS","trackingUrl":"https://tracking.example/1"}`},
	"a parcel without number": {"orders.update_status", `{"orderId":"01994f5e-0000-7000-8000-000000000103","status":"shipped","carrier":"GLS"}`},
	"a delivery in the past":  {"orders.set_tracking", `{"orderId":"01994f5e-0000-7000-8000-000000000103","carrier":"GLS","trackingNumber":"1","estDeliveryFrom":"2026-11-03T08:00Z","estDeliveryTo":"2026-11-02T08:00Z"}`},
}

var aboutBodies = map[problem.Code]map[string]provoke{
	problem.ValidationFailed: func() map[string]provoke {
		ways := map[string]provoke{}
		for kind, b := range faultyBodies {
			if kind != "immutable" { // it has a code of its own
				ways[kind] = sending(b.tool, b.body)
			}
		}
		for name, b := range moreBodies {
			ways[name] = sending(b.tool, b.body)
		}
		ways["an item twice"] = func(t *testing.T) (*agent, *request) {
			a, r := refundingItem(object{"quantity": 1}, "")(t)
			items, _ := r.args["items"].([]any)
			r.args["items"] = append(items, servertest.With(asObject(items[0]), nil))
			return a, r
		}
		return ways
	}(),
}

// sending is a call of a caller with all scopes.
func sending(tool, body string) provoke {
	return func(t *testing.T) (*agent, *request) {
		a := newAgent(t, servertest.Borrow(t, servertest.Demo))
		a.key = a.s.Key(t, "owner")
		return a, toolCall(tool, exactly[object](t, []byte(body)))
	}
}

// exactly decodes JSON and keeps the notation of its numbers.
func exactly[T any](t testing.TB, text []byte) (v T) {
	t.Helper()
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	if err := decoder.Decode(&v); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}

// Each body has the fault under which it is listed.
func TestEveryKindOfFaultHasItsBody(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	a := newAgent(t, s)
	a.key = s.Key(t, "owner")
	for kind, b := range faultyBodies {
		p := a.read(a.send(toolCall(b.tool, exactly[object](t, []byte(b.body)))))
		if len(p.Errors) == 0 || p.Errors[0].Code != kind {
			t.Errorf("%s: %+v", kind, p.Errors)
		}
	}
}
