package mcp_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
)

// The header of a message marks the repetitions of its call, as over REST, unless the call says so
// itself.
func TestTheIdempotencyKeyOfTheHeader(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	key := s.Key(t, "all")
	adjust := func(params object, headers ...string) servertest.Outcome {
		text, err := json.Marshal(object{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params})
		if err != nil {
			t.Fatal(err)
		}
		r := s.MCPRequest(t, key, text)
		r.Header["Idempotency-Key"] = headers
		return s.DoMCP(t, r).Outcome(t, "products_adjust_stock")
	}
	stock := func() int64 {
		var product struct{ Stock int64 }
		s.OK(t, key, "products.get", object{"slug": "round-metal"}, &product)
		return product.Stock
	}
	arguments := object{"slug": "round-metal", "delta": 1, "reason": "counted"}
	params := object{"name": "products_adjust_stock", "arguments": arguments}
	marked := func(value any) object {
		return servertest.With(params, object{"_meta": object{"idempotencyKey": value}})
	}
	sent := func(params object, header ...string) func() servertest.Outcome {
		return func() servertest.Outcome { return adjust(params, header...) }
	}
	for name, c := range map[string]struct {
		first, second func() servertest.Outcome
		added         int64
	}{
		"no key":                {sent(params), sent(params), 2},
		"one header":            {sent(params, "a"), sent(params, `"a"`), 1},
		"two headers":           {sent(params, "b"), sent(params, "c"), 2},
		"a constant header":     {sent(marked("d"), "z"), sent(marked("e"), "z"), 2},
		"_meta over the header": {sent(marked("f"), "g"), sent(marked("f"), "h"), 1},
		"null in _meta":         {sent(marked(nil), "i"), sent(marked(nil), "i"), 1},
	} {
		before := stock()
		for _, call := range []func() servertest.Outcome{c.first, c.second} {
			if o := call(); o.Refused {
				t.Errorf("%s: %s", name, o.Reply.Body)
			}
		}
		if added := stock() - before; added != c.added {
			t.Errorf("%s: %d added, want %d", name, added, c.added)
		}
	}

	// Both channels share the values.
	r := s.Request(t, key, "products.adjust_stock", []byte(`{"slug":"round-metal","delta":1,"reason":"counted"}`))
	r.Header.Set("Idempotency-Key", "a")
	if reply := s.Do(t, "products.adjust_stock", r); reply.Header.Get("Idempotent-Replayed") != "true" {
		t.Errorf("%d %s", reply.Status, reply.Body)
	}

	other := object{"name": "products_adjust_stock", "arguments": servertest.With(arguments, object{"delta": 2})}
	p := adjust(other, "a").Reply.Problem(t, problem.IdempotencyKeyReused)
	if !strings.Contains(p.Resolution, "with the arguments of the first call") {
		t.Errorf("%s", p.Resolution)
	}
	for _, headers := range [][]string{{"a", "a"}, {""}, {strings.Repeat("x", 256)}} {
		adjust(params, headers...).Reply.Problem(t, problem.IdempotencyKeyInvalid)
	}
}

// Resolutions name tools as the endpoint lists them.
func TestResolutionsNameTheListedTools(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	all, few := s.Key(t, "all"), s.Key(t, "products:write")
	for _, c := range []struct{ key, query, tool, arguments, want string }{
		{all, "", "products.update", `{"slug":"none","patch":{"stock":1}}`, `Call products_search and set "slug" to the slug of a product.`},
		{all, "names=dotted", "products_update", `{"slug":"none","patch":{"stock":1}}`, `Call products.search and set "slug" to the slug of a product.`},
		{few, "", "products_update", `{"slug":"none","patch":{"stock":1}}`, `Call products_search (which needs the scope catalog:read) and set "slug" to the slug of a product.`},
		{all, "", "orders_get", `{"orderId":"none"}`, `Call orders_list and set "orderId" to the id of an order.`},
		{all, "", "products_update", `{"slug":"round-metal","patch":{"slug":"a"}}`, `Remove "patch.slug" from the arguments: it cannot be changed.`},
		{all, "", "products_get", `{}`, `Add "slug" to the arguments, as a string.`},
	} {
		r := s.MCPRequest(t, c.key, []byte(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"`+c.tool+`","arguments":`+c.arguments+`}}`))
		r.URL.RawQuery = c.query
		var p problem.Document
		if err := json.Unmarshal(s.DoMCP(t, r).Outcome(t, c.tool).Reply.Body, &p); err != nil || p.Resolution != c.want {
			t.Errorf("%s %s: %v %q, want %q", c.tool, c.arguments, err, p.Resolution, c.want)
		}
	}
}
