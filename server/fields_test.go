package server_test

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
)

func TestFieldsChooseTheMembersOfAnAnswer(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	key := s.Key(t, "all")
	var orders []object
	s.OK(t, key, "orders.list", object{"limit": 1}, &orders)
	for name, c := range map[string]struct {
		tool string
		body object
		want string
	}{
		"hits":                {"products.search", object{"slugs": []string{"round-metal"}, "fields": []string{"name", "priceDkk", "stock"}}, `[{"name":"Round Metal","priceDkk":129900,"slug":"round-metal","stock":12}]`},
		"a fact, of any case": {"products.search", object{"slugs": []string{"round-metal"}, "fields": []string{"attributes.Material"}}, `[{"attributes":{"material":"metal"},"slug":"round-metal"}]`},
		"all facts":           {"products.search", object{"slugs": []string{"round-metal"}, "fields": []string{"attributes", "attributes.shape"}}, `[{"attributes":{"material":"metal","shape":"rund","width_mm":50,"bridge_mm":21,"temple_mm":145,"weight_g":21,"polarised":true,"uv":"UV400","filter_category":3,"gender":"unisex"},"slug":"round-metal"}]`},
		"no such fact":        {"products.get", object{"slug": "round-metal", "fields": []string{"attributes.horsepower"}}, `{"attributes":{},"slug":"round-metal"}`},
		"the key, twice":      {"products.get", object{"slug": "round-metal", "fields": []string{"slug", "slug"}}, `{"slug":"round-metal"}`},
		"null":                {"products.get", object{"slug": "round-metal", "fields": []string{"id", "brand"}}, `{"brand":"Nordlys","id":"` + s.Product(t, "round-metal").Id + `","slug":"round-metal"}`},
		"nothing found":       {"products.search", object{"slugs": []string{"findes-ikke"}, "fields": []string{"attributes"}}, `[]`},
		"orders":              {"orders.list", object{"limit": 1, "fields": []string{"status"}}, `[{"id":"` + orders[0]["id"].(string) + `","status":"` + orders[0]["status"].(string) + `"}]`},
		"an order":            {"orders.get", object{"orderId": orders[0]["id"], "fields": []string{"status", "refundedAt"}}, `{"id":"` + orders[0]["id"].(string) + `","refundedAt":null,"status":"` + orders[0]["status"].(string) + `"}`},
	} {
		t.Run(name, func(t *testing.T) {
			var got json.RawMessage
			reply := s.OK(t, key, c.tool, c.body, &got)
			if string(got) != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
			if media := reply.Header.Get("Content-Type"); media != contract.FieldsMediaType {
				t.Errorf("it is %s", media)
			}
			var whole, part map[string]json.RawMessage
			without := maps.Clone(c.body)
			delete(without, "fields")
			if err := json.Unmarshal(s.OK(t, key, c.tool, without, nil).Body, &whole); err != nil {
				t.Fatal(err)
			}
			if err := json.Unmarshal(reply.Body, &part); err != nil {
				t.Fatal(err)
			}
			delete(whole, "result")
			delete(part, "result")
			if !maps.EqualFunc(whole, part, slices.Equal) {
				t.Errorf("beside the result: %s, want %s", part, whole)
			}
		})
	}
}

func TestUnknownFieldsAreRefused(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	for field, fix := range map[string]string{
		"price":         `Set it to "priceDkk" or "priceMaxOere".`,
		"pricedkk":      `Set it to "priceDkk".`,
		"category.slug": `Set it to "categorySlug".`,
		"attributes.":   `Set it to "attributes": it is named as a whole.`,
		"brand.name":    `Set it to "brand": it is named as a whole.`,
		"horsepower":    `Remove it from "fields".`,
	} {
		p := s.Refused(t, "", "products.search", object{"fields": []string{"name", field}}, problem.ValidationFailed)
		if p.Resolution != fix || len(p.Errors) != 1 || p.Errors[0].Pointer != "/fields/1" || !strings.Contains(p.Detail, "must be one of answerSummary, attributes, ") {
			t.Errorf("%s: %s %s %v", field, p.Detail, p.Resolution, p.Errors)
		}
	}
	for _, fields := range []any{[]string{}, "name", []any{1}, []string{" "}, nil} {
		s.Refused(t, "", "products.search", object{"fields": fields}, problem.ValidationFailed)
	}
}

// A host that checks answers with the output schema gets what was chosen.
func TestFieldsOverMCP(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	var list struct {
		Tools []struct {
			Name         string
			OutputSchema any
		}
	}
	if err := json.Unmarshal(s.MCP(t, "", "tools/list", object{}).Result, &list); err != nil {
		t.Fatal(err)
	}
	var result struct {
		StructuredContent struct {
			Result any
		}
	}
	fields := object{"slugs": []string{"round-metal"}, "fields": []string{"stock", "attributes.width_mm"}}
	answer := s.MCP(t, "", "tools/call", object{"name": "products_search", "arguments": fields}).Result
	if err := json.Unmarshal(answer, &result); err != nil {
		t.Fatal(err)
	}
	if want := []object{{"slug": "round-metal", "stock": 12, "attributes": object{"width_mm": 50}}}; !servertest.SameJSON(result.StructuredContent.Result, want) {
		t.Errorf("%v, want %v", result.StructuredContent.Result, want)
	}
	for _, tool := range list.Tools {
		if tool.Name != "products_search" {
			continue
		}
		compiler := jsonschema.NewCompiler()
		if err := compiler.AddResource("output.json", tool.OutputSchema); err != nil {
			t.Fatal(err)
		}
		var content struct{ StructuredContent any }
		if err := json.Unmarshal(answer, &content); err != nil {
			t.Fatal(err)
		}
		if err := compiler.MustCompile("output.json").Validate(content.StructuredContent); err != nil {
			t.Error(err)
		}
		return
	}
	t.Error("products_search is not listed")
}

// The next page may show other members.
func TestACursorGoesOnWithOtherFields(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	key := s.Key(t, "all")
	for _, tool := range []string{"products.search", "orders.list"} {
		first, next := object{"limit": 1, "fields": []string{"id"}}, []object{}
		var reply struct {
			Page struct{ NextCursor string }
		}
		if err := json.Unmarshal(s.OK(t, key, tool, first, nil).Body, &reply); err != nil {
			t.Fatal(err)
		}
		s.OK(t, key, tool, object{"limit": 1, "cursor": reply.Page.NextCursor}, &next)
		if len(next) != 1 {
			t.Errorf("%s: %v", tool, next)
		}
	}
}

// The name of a field may be escaped.
func TestFieldsAreReadAsJSON(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	reply := s.Raw(t, "", "products.get", []byte(`{"slug":"round-metal","\u0066ields":["stock"]}`))
	if want := `{"ok":true,"result":{"slug":"round-metal","stock":12}}`; string(reply.Body) != want {
		t.Errorf("%s, want %s", reply.Body, want)
	}
}
