package mcp_test

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
)

// The tools that anonymous callers see over MCP, by their names in the
// specification.
var public = []string{"categories.list", "products.get", "products.search", "site.get_page", "site.list_pages"}

type toolList struct {
	Tools []struct {
		Name, Title, Description  string
		InputSchema, OutputSchema json.RawMessage
		Annotations               map[string]any
		Meta                      struct{ Operation string } `json:"_meta"`
	}
	TTLMs      int
	CacheScope string
	NextCursor *string
}

func (l toolList) operations() (names []string) {
	for _, tool := range l.Tools {
		names = append(names, tool.Meta.Operation)
	}
	return names
}

func listTools(t testing.TB, s *servertest.Server, key string) toolList {
	t.Helper()
	return listToolsAt(t, s, key, "")
}

// listToolsAt lists the tools of the endpoint with this query.
func listToolsAt(t testing.TB, s *servertest.Server, key, query string) (l toolList) {
	t.Helper()
	r := s.MCPRequest(t, key, []byte(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`))
	r.URL.RawQuery = query
	if err := json.Unmarshal(s.DoMCP(t, r).Result, &l); err != nil {
		t.Fatal(err)
	}
	return l
}

func TestAnonymousCallersSeeFiveToolsOverMCP(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	l := listTools(t, s, "")
	if !slices.Equal(l.operations(), public) || l.CacheScope != "public" || l.TTLMs <= 0 || l.NextCursor != nil {
		t.Errorf("%v, %s for %d ms", l.operations(), l.CacheScope, l.TTLMs)
	}
}

func TestAKeySeesTheToolsOfItsScopes(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	for _, scope := range contract.Scopes {
		want := []string{}
		for _, op := range s.Contract.Tools() {
			if op.Scope == scope && !op.RESTOnly && (op.ListedWith == "" || op.ListedWith == scope) {
				want = append(want, op.Name)
			}
		}
		l := listTools(t, s, s.Key(t, scope))
		if !slices.Equal(l.operations(), want) || l.CacheScope != "private" {
			t.Errorf("%s: %v, %s, want %v", scope, l.operations(), l.CacheScope, want)
		}
	}
	// An order is made of a cart: without a scope for carts it is callable, and not listed.
	if l := listTools(t, s, s.Key(t, "orders:write,cart:write")); !slices.Contains(l.operations(), "orders.create") {
		t.Errorf("with both scopes: %v", l.operations())
	}
	if l := listTools(t, s, s.Key(t, "orders:write")); slices.Contains(l.operations(), "orders.create") {
		t.Errorf("without a scope for carts: %v", l.operations())
	}
	all := slices.DeleteFunc(slices.Clone(s.Contract.Tools()), func(op *contract.Operation) bool { return op.RESTOnly })
	if l := listTools(t, s, s.Key(t, "owner")); len(l.Tools) != len(all) {
		t.Errorf("%d of %d tools", len(l.Tools), len(all))
	}
}

// unsupported are the keywords that hosts of models refuse, or show as an empty
// object.
var unsupported = []string{"$ref", "$defs", "not", "if", "then", "else", "allOf", "oneOf"}

// keywords returns the keywords of a schema and of all schemas in it.
func keywords(schema any) (all []string) {
	switch v := schema.(type) {
	case []any:
		for _, inner := range v {
			all = append(all, keywords(inner)...)
		}
	case map[string]any:
		for keyword, value := range v {
			all = append(all, keyword)
			if fields, ok := value.(map[string]any); ok && keyword == "properties" {
				value = slices.Collect(maps.Values(fields))
			}
			all = append(all, keywords(value)...)
		}
	}
	return all
}

// overwrite are the tools that replace what they do not show.
var overwrite = []string{"pages.set_layout", "pages.upsert", "products.bulk_upsert", "products.set_variants", "products.update", "settings.update_search"}

func TestAToolIsWhatTheContractSays(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	for _, tool := range listTools(t, s, s.Key(t, "all")).Tools {
		op := s.Contract.Tool(tool.Meta.Operation)
		if tool.Name != strings.ReplaceAll(op.Name, ".", "_") || tool.Title != op.Summary || !strings.HasPrefix(tool.Description, op.Name+": ") || len(tool.Description) != len(op.Name+": "+op.Description) {
			t.Errorf("%s: %s, %s, %s", op.Name, tool.Name, tool.Title, tool.Description)
		}
		for hint, want := range map[string]any{
			"readOnlyHint": op.ReadOnly, "destructiveHint": op.Destructive || slices.Contains(overwrite, op.Name), "idempotentHint": op.Idempotent, "openWorldHint": false,
		} {
			if got, said := tool.Annotations[hint]; !said || got != want {
				t.Errorf("%s: %s is %v, want %v", op.Name, hint, got, want)
			}
		}
		var input map[string]any
		if err := json.Unmarshal(tool.InputSchema, &input); err != nil || input["type"] != "object" || input["additionalProperties"] != false {
			t.Errorf("%s: %v, %s", op.Name, err, tool.InputSchema)
		}
		if input["anyOf"] != nil {
			t.Errorf("%s: hosts of models refuse anyOf at the top of a schema", op.Name)
		}
		for _, keyword := range keywords(input) {
			if slices.Contains(unsupported, keyword) {
				t.Errorf("%s: hosts of models do not support %s", op.Name, keyword)
			}
		}
		for _, schema := range []string{string(tool.InputSchema), string(tool.OutputSchema)} {
			if strings.Contains(schema, "#/components/") || strings.Contains(schema, `"type":[`) {
				t.Errorf("%s: %.300s", op.Name, schema)
			}
		}
	}
}

// A model reads the filters of a search that matter most before the others, and in the description.
func TestTheFiltersThatMatterComeFirst(t *testing.T) {
	t.Parallel()
	tools := listTools(t, servertest.Borrow(t, servertest.Demo), "").Tools
	search := tools[slices.Index(public, "products.search")]
	rest := string(search.InputSchema)
	for _, filter := range []string{"q", "categorySlug", "minPriceOere", "maxPriceOere", "inStock"} {
		_, after, found := strings.Cut(rest, `"`+filter+`":{`)
		if !found || !strings.Contains(search.Description, "`"+filter+"`") {
			t.Errorf("%s is not in its place, or not in the description: %s", filter, search.InputSchema)
		}
		rest = after
	}
	if !strings.Contains(rest, `"attributes":{`) {
		t.Errorf("the attributes come before the filters that matter: %s", search.InputSchema)
	}
}

func TestBothFormsOfANameAreAccepted(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	for _, name := range []string{"products_get", "products.get"} {
		if o := s.CallMCP(t, "", name, object{"slug": "round-metal"}); o.Refused {
			t.Errorf("%s: %s", name, o.Reply.Body)
		}
	}
	r := s.MCPRequest(t, "", []byte(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`))
	r.URL.RawQuery = "names=dotted"
	var l toolList
	if err := json.Unmarshal(s.DoMCP(t, r).Result, &l); err != nil || l.Tools[0].Name != "categories.list" || !slices.Equal(l.operations(), public) {
		t.Errorf("%v, %+v", err, l)
	}
}

// The contract lists every group that tools/list can be narrowed to.
func TestToolsets(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	key := s.Key(t, "all")
	send := func(key, query, body string) servertest.Message {
		r := s.MCPRequest(t, key, []byte(body))
		r.URL.RawQuery = query
		return s.DoMCP(t, r)
	}
	const list = `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`
	listed := func(key, query string) []string {
		var l toolList
		if err := json.Unmarshal(send(key, query, list).Result, &l); err != nil {
			t.Fatal(err)
		}
		return l.operations()
	}
	groups := map[string][]string{}
	for _, name := range listed(key, "") {
		group := s.Contract.Tool(name).Tag
		groups[group] = append(groups[group], name)
	}
	for group, want := range groups {
		if got := listed(key, "toolsets="+group); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", group, got, want)
		}
	}
	if got := listed(key, "names=dotted&toolsets=cart,categories"); len(got) != len(groups["cart"])+len(groups["categories"]) {
		t.Errorf("%v", got)
	}
	if got := listed("", "toolsets=products"); !slices.Equal(got, []string{"products.get", "products.search"}) {
		t.Errorf("without a key: %v", got)
	}
	if got := listed(s.Key(t, "orders:read"), "toolsets=products"); len(got) != 0 {
		t.Errorf("without a scope of the group: %v", got)
	}
	if o := send("", "toolsets=site", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"products_get","arguments":{"slug":"round-metal"}}}`).Outcome(t, "products_get"); o.Refused {
		t.Errorf("a call of another group: %s", o.Reply.Body)
	}
	for query, pointer := range map[string]string{"toolsets=stock": "/toolsets/0", "toolsets=products,stock": "/toolsets/1", "toolsets=": "/toolsets/0", "toolset=products": "/toolset"} {
		r := s.MCPRequest(t, key, []byte(list))
		r.URL.RawQuery = query
		p := s.Do(t, "", r).Problem(t, problem.ValidationFailed)
		if p.Errors[0].Pointer != pointer || pointer != "/toolset" && !strings.Contains(p.Resolution, `"products"`) {
			t.Errorf("%s: %+v", query, p)
		}
	}
}

// A model reads the result of a tool, and not an error of the protocol.
func TestAnUnknownToolIsRefusedWithThoseThatAreMeant(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	for _, c := range []struct{ name, query, resolution string }{
		{"product_get", "", "Call products_get."},
		{"find_products", "", "Call products_search."},
		{"product.get", "names=dotted", "Call products.get."},
		{"order_cancel", "", "Call orders_update_status (which needs the scope orders:write)."},
		{"marketing_discounts", "", "Call marketing_create_campaign (which needs the scope marketing:write), marketing_end_campaign (which needs the scope marketing:write) or " +
			"marketing_list_campaigns (which needs the scope marketing:write)."},
	} {
		for _, newest := range []bool{false, true} {
			params := object{"name": c.name, "arguments": object{}}
			r := s.MCPRequest(t, "", []byte(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"`+c.name+`"}}`))
			r.URL.RawQuery = c.query
			m := s.DoMCP(t, r)
			if newest && c.query == "" {
				m = s.NewestMCP(t, "", "tools/call", params)
			}
			o := m.Outcome(t, c.name)
			p := o.Reply.Problem(t, problem.ToolNotFound)
			if !o.Refused || m.Reply.Status != 200 || p.Resolution != c.resolution || !strings.Contains(p.Detail, `"`+c.name+`"`) {
				t.Errorf("%s: %d %+v", c.name, m.Reply.Status, p)
			}
		}
	}
}

// A name that is like none is an error of the protocol.
func TestOnlyAnInventedToolIsUnknown(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	for _, name := range []string{"no_such_tool", "weather", "", strings.Repeat("products_", 20)} {
		m := s.MCP(t, "", "tools/call", object{"name": name, "arguments": object{}})
		if m.Error == nil || m.Error.Code != -32602 || m.Reply.Status != 200 {
			t.Errorf("%s", m.Reply.Body)
		}
	}
	m := s.NewestMCP(t, "", "tools/call", object{"name": "no_such_tool", "arguments": object{}})
	if m.Error == nil || m.Error.Code != -32602 || m.Reply.Status != 400 {
		t.Errorf("%d %s", m.Reply.Status, m.Reply.Body)
	}
}

func TestACallOverMCPIsAuditedAsSuch(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	key := s.Key(t, "categories:write")
	m := s.MCP(t, key, "tools/call", object{"name": "categories_upsert", "arguments": object{"slug": "nye", "name": "Nye"}})
	if o := m.Outcome(t, "categories_upsert"); o.Refused {
		t.Fatalf("%s", o.Reply.Body)
	}
	row := s.LastAudit(t, 1)[0]
	if row.Channel != "mcp" || row.Tool != "categories.upsert" || row.Outcome != "success" || row.RequestID.String() != m.Reply.Header.Get("X-Request-Id") {
		t.Errorf("%+v", row)
	}
	s.CallMCP(t, key, "products_delete", object{"slug": "round-metal", "confirm": true}).Reply.Problem(t, problem.InsufficientScope)
	if row := s.LastAudit(t, 1)[0]; row.Channel != "mcp" || row.Tool != "products.delete" || row.Outcome == "success" {
		t.Errorf("%+v", row)
	}
}

// Hosts that send objects, lists and numbers as JSON text are understood; a value that may be a text
// stays one.
func TestArgumentsMayBeJSONText(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	key := s.Key(t, "all")
	for name, c := range map[string]struct {
		tool      string
		arguments any
	}{
		"a patch":           {"products_update", object{"slug": "round-metal", "patch": `{"attributes": {"size": "[1]", "code": "{}"}}`}},
		"a text in a patch": {"products_update", object{"slug": "round-metal", "patch": `{"attributes": "{\"size\": \"[1]\", \"code\": \"{}\"}"}`}},
		"an attribute":      {"products_update", object{"slug": "round-metal", "patch": object{"attributes": `{"size":"[1]","code":"{}"}`}}},
		"all":               {"products_update", `{"slug":"round-metal","patch":{"attributes":{"size":"[1]","code":"{}"}}}`},
		"items":             {"products_bulk_upsert", object{"items": `[{"slug":"round-metal","attributes":"{\"size\":\"[1]\",\"code\":\"{}\"}"}]`, "mode": "best_effort"}},
		"an item":           {"products_bulk_upsert", object{"items": []string{`{"slug":"round-metal","attributes":{"size":"[1]","code":"{}"}}`}, "mode": "best_effort"}},
	} {
		s.OK(t, key, "products.update", object{"slug": "round-metal", "patch": object{"attributes": object{}}}, nil)
		if o := s.CallMCP(t, key, c.tool, c.arguments); o.Refused {
			t.Errorf("%s: %s", name, o.Reply.Body)
		}
		var product struct{ Attributes map[string]any }
		s.OK(t, key, "products.get", object{"slug": "round-metal"}, &product)
		if want := map[string]any{"size": "[1]", "code": "{}"}; !maps.Equal(product.Attributes, want) {
			t.Errorf("%s: %v", name, product.Attributes)
		}
	}
	for name, arguments := range map[string]object{
		"slugs": {"slugs": `["round-metal"]`}, "a limit": {"q": "round metal", "limit": "1", "inStock": "true"},
	} {
		if o := s.CallMCP(t, key, "products_search", arguments); o.Refused || !strings.Contains(string(o.Reply.Body), `"round-metal"`) {
			t.Errorf("%s: %s", name, o.Reply.Body)
		}
	}
	for name, arguments := range map[string]object{
		"no JSON":   {"slug": "round-metal", "patch": `{"name": `},
		"a list":    {"slug": "round-metal", "patch": `["name"]`},
		"two names": {"slug": "round-metal", "patch": `{"name": "A", "name": "B"}`},
	} {
		p := s.CallMCP(t, key, "products_update", arguments).Reply.Problem(t, problem.ValidationFailed)
		if len(p.Errors) != 1 || p.Errors[0].Pointer != "/patch" {
			t.Errorf("%s: %+v", name, p.Errors)
		}
	}
	s.CallMCP(t, key, "products_delete", object{"slug": "round-metal", "confirm": "true"}).Reply.Problem(t, problem.ValidationFailed)
}
