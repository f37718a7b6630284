package discovery_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/storefront/storefront/gen"
	"github.com/storefront/storefront/server/config"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
)

func TestHealthAndReadiness(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	for path, want := range map[string]string{"/healthz": `{"status":"ok"}`, "/readyz": `{"status":"ready","writable":true,"reasons":[]}`} {
		if got := s.Get(t, path); got.Status != 200 || strings.TrimSpace(string(got.Body)) != want {
			t.Errorf("%s: %d %s", path, got.Status, got.Body)
		}
	}
}

func TestTheContractIsServed(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{Config: func(c *config.Serve) { c.BaseURL = "https://butik.example/" }})
	for path, bundled := range map[string][]byte{
		"/openapi.json": gen.OpenAPIJSON(), "/api/openapi.json": gen.OpenAPIJSON(), "/openapi/tools.json": gen.OpenAPIToolsJSON(),
	} {
		var want bytes.Buffer                                    // without white space between the tokens
		head, rest, _ := bytes.Cut(bundled, []byte(`"tags": [`)) // of the document: its introduction and its server
		addressed := bytes.ReplaceAll(head, []byte("https://shop.example"), []byte("https://butik.example"))
		if err := json.Compact(&want, bytes.Join([][]byte{addressed, rest}, []byte(`"tags": [`))); err != nil {
			t.Fatal(err)
		}
		served, packed := s.Get(t, path), s.AskUnchecked(t, "GET", path, "Accept-Encoding", "gzip")
		if !bytes.Equal(served.Body, want.Bytes()) {
			t.Errorf("%s is not the bundled document with the address of the service", path)
		}
		t.Logf("%s: %d bytes bundled, %d served, %d as gzip", path, len(bundled), len(served.Body), len(packed.Body))
	}
	yaml := s.Get(t, "/openapi.yaml")
	if !strings.Contains(string(yaml.Body), `- url: "https://butik.example"`) || !strings.Contains(string(yaml.Body), "curl https://butik.example/api") || len(yaml.Body) < len(gen.OpenAPIYAML()) {
		t.Error("/openapi.yaml is not the bundled document with the address of the service")
	}
}

func TestEveryProblemExplainsItself(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	var all struct {
		Problems []struct{ Code, Title, Meaning, Resolution string }
	}
	if err := json.Unmarshal(s.Ask(t, "GET", "/problems", "Accept", "application/json").Body, &all); err != nil || len(all.Problems) != len(problem.Catalogue) {
		t.Errorf("%d of %d problems are in the catalogue: %v", len(all.Problems), len(problem.Catalogue), err)
	}
	for _, each := range all.Problems {
		if kind := problem.Catalogue[problem.Code(each.Code)]; each.Title != kind.Title || each.Meaning != kind.Meaning || each.Resolution != kind.Action {
			t.Errorf("in the catalogue %+v is not %+v", each, kind)
		}
	}
	whole := string(s.Get(t, "/problems").Body)
	for code, kind := range problem.Catalogue {
		if !strings.Contains(whole, `<a href="problems/`+string(code)+`">`) {
			t.Errorf("the page of the catalogue lacks %s", code)
		}
		page := s.Get(t, "/problems/"+string(code))
		if page.Status != 200 || !strings.Contains(string(page.Body), string(code)) {
			t.Errorf("%s: %d", code, page.Status)
		}
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL+"/problems/"+string(code), nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Accept", "application/json")
		var told struct{ Code, Title, Meaning, Resolution string }
		if err := json.Unmarshal(s.Do(t, "", r).Body, &told); err != nil || told.Code != string(code) || told.Title != kind.Title {
			t.Errorf("%s: %+v, %v", code, told, err)
		}
		if kind.Meaning == "" || !strings.HasSuffix(kind.Action, ".") || kind.Status < 400 {
			t.Errorf("%s: %+v", code, kind)
		}
	}
	s.Get(t, "/problems/no_such_problem").Problem(t, problem.ProblemNotFound)
	p := s.Refused(t, "", "products.get", object{"slug": "findes-ikke"}, problem.ProductNotFound)
	if p.Type != s.URL+"/problems/product_not_found" {
		t.Errorf("type %s", p.Type)
	}
}

// What the list says of MCP is so there: a tool that is for REST alone is not among those of MCP, and is refused.
func TestTheListSaysWhatIsForRESTAlone(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	key := s.Key(t, "owner")
	type tools struct {
		Tools []struct {
			Name, MCPName string
			RESTOnly      *bool
		}
	}
	var list, overMCP tools
	if err := json.Unmarshal(s.Get(t, "/api/v1/tools").Body, &list); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(s.MCP(t, key, "tools/list", object{}).Result, &overMCP); err != nil {
		t.Fatal(err)
	}
	var want, got, alone []string
	for _, tool := range overMCP.Tools {
		want = append(want, tool.Name)
	}
	for _, tool := range list.Tools {
		switch {
		case tool.RESTOnly == nil:
			t.Errorf("%s does not say it", tool.Name)
		case *tool.RESTOnly:
			alone = append(alone, tool.Name)
			s.CallMCP(t, key, tool.MCPName, object{}).Reply.Problem(t, problem.RestOnly)
		default:
			got = append(got, tool.MCPName)
		}
	}
	slices.Sort(got)
	if slices.Sort(want); !slices.Equal(got, want) || !slices.Contains(alone, "keys.create") {
		t.Errorf("the list has %v over MCP, want %v; over REST alone %v", got, want, alone)
	}
}

func TestTheToolsAreListed(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	type tool struct {
		Name, MCPName, Scope      string
		Description               string
		InputSchema, OutputSchema json.RawMessage
	}
	type list struct {
		Count int
		Tools []tool
	}
	read := func(query string) (l list) {
		if err := json.Unmarshal(s.Get(t, "/api/v1/tools"+query).Body, &l); err != nil || l.Count != len(l.Tools) {
			t.Fatalf("%s: %v, %+v", query, err, l)
		}
		return l
	}
	if all := read(""); all.Count != len(s.Contract.Tools()) || all.Tools[0].InputSchema != nil {
		t.Errorf("%d tools", all.Count)
	}
	want := 0
	for _, op := range s.Contract.Tools() {
		if op.Scope == "orders:write" {
			want++
		}
	}
	some := read("?scope=orders:write")
	if some.Count != want || slices.ContainsFunc(some.Tools, func(t tool) bool { return t.Scope != "orders:write" }) {
		t.Errorf("%+v", some)
	}
	for _, name := range []string{"products.search", "products_search"} {
		if one := read("?name=" + name); one.Count != 1 || one.Tools[0].Name != "products.search" || one.Tools[0].MCPName != "products_search" {
			t.Errorf("%+v", one)
		}
	}
	if all := read("?scope=analytics:read"); all.Count != 9 || !strings.HasPrefix(all.Tools[0].Name, "analytics.") {
		t.Errorf("%+v", all)
	}
	p := s.Get(t, "/api/v1/tools?name=products.serch").Problem(t, problem.ToolNotFound)
	if p.Resolution != "Call /api/v1/tools/products.search." {
		t.Error(p.Resolution)
	}
	if two := read("?name=products_search,orders.get"); two.Count != 2 || two.Tools[0].Name != "orders.get" || two.Tools[1].Name != "products.search" {
		t.Errorf("%+v", two)
	}
	for query, groups := range map[string][]string{"?group=orders": {"orders."}, "?group=cart,orders": {"cart.", "orders."}} {
		count := 0
		for _, op := range s.Contract.Tools() {
			if slices.ContainsFunc(groups, func(g string) bool { return strings.HasPrefix(op.Name, g) }) {
				count++
			}
		}
		if some := read(query); some.Count != count || count < 7 {
			t.Errorf("%s: %+v, want %d", query, some, count)
		}
	}
	if none := read("?group=cart&scope=catalog:read"); none.Count != 0 || none.Tools == nil {
		t.Errorf("%+v", none)
	}
	if one := read("?name=orders.get&schema=input").Tools[0]; one.InputSchema == nil || one.OutputSchema != nil || one.Description == "" {
		t.Errorf("%+v", one)
	}
	if brief := read("?brief=true"); brief.Count != len(s.Contract.Tools()) || brief.Tools[0].Description != "" {
		t.Errorf("%+v", brief)
	}
	for _, tool := range read("?schema=true").Tools {
		for _, schema := range []json.RawMessage{tool.InputSchema, tool.OutputSchema} {
			if !strings.Contains(string(schema), `"type":"object"`) || strings.Contains(string(schema), "#/components/") {
				t.Errorf("%s: %s", tool.Name, schema)
			}
		}
	}
}
