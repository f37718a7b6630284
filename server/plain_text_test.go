package server_test

import (
	"bytes"
	"testing"

	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
)

// Responses contain text unescaped, for callers that read JSON as text.
func TestTextIsNotEscapedForHTML(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	key := s.Key(t, "products:write,catalog:read,categories:write")
	const text = "<b>Runde & lette</b> briller"
	s.OK(t, key, "categories.upsert", object{"slug": "tegn", "name": text, "description": text}, nil)
	s.OK(t, key, "products.create", with(newProduct("tegn"), object{"name": text, "brand": text, "description": text, "categorySlug": "tegn",
		"images": []string{"https://a.example/?a=1&b=2"}}), nil)
	unaided := s.Beside(t, servertest.Options{Unaided: true})
	for name, answers := range map[string][]servertest.Reply{
		"a problem":            {s.Call(t, "", "products.create", object{})},
		"a problem over MCP":   {s.MCP(t, "", "tools/call", object{"name": "products_get", "arguments": object{"slug": "<ny>"}}).Reply},
		"get":                  {s.Call(t, "", "products.get", object{"slug": "tegn"}), unaided.Call(t, "", "products.get", object{"slug": "tegn"})},
		"search":               {s.Call(t, "", "products.search", object{"q": "lette"}), unaided.Call(t, "", "products.search", object{"q": "lette"})},
		"categories":           {s.Call(t, "", "categories.list", object{}), unaided.Call(t, "", "categories.list", object{})},
		"get over MCP":         {s.MCP(t, "", "tools/call", object{"name": "products_get", "arguments": object{"slug": "tegn"}}).Reply},
		"the list of tools":    {s.Get(t, "/api/v1/tools?schema=true")},
		"the meaning of a key": {s.Ask(t, "GET", "/problems/"+string(problem.InvalidKey), "Accept", "application/json")},
	} {
		for _, answer := range answers {
			if !bytes.ContainsAny(answer.Body, "<>&") {
				t.Errorf("%s has nothing to escape: %s", name, answer.Body)
			}
			for _, escaped := range []string{`\u003c`, `\u003e`, `\u0026`} {
				if at := bytes.Index(answer.Body, []byte(escaped)); at >= 0 {
					t.Errorf("%s: %s", name, answer.Body[max(at-40, 0):min(at+40, len(answer.Body))])
				}
			}
		}
	}
}
