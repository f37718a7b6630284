package discovery_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"maps"
	"mime"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/storefront/storefront/server/config"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
)

// The tests in this file validate each document against its specification.

const shopURL = "https://shop.example.com"

// shop is a service with a configured address.
func shop(t *testing.T) *servertest.Server {
	t.Helper()
	return servertest.New(t, servertest.Options{Config: func(c *config.Serve) { c.BaseURL = shopURL }})
}

// decodedDocument decodes a document of the shop from JSON.
func decodedDocument(t *testing.T, s *servertest.Server, path string, into any) []byte {
	t.Helper()
	reply := s.Get(t, path)
	if reply.Status != 200 {
		t.Fatalf("%s: %d", path, reply.Status)
	}
	if err := json.Unmarshal(reply.Body, into); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return reply.Body
}

// fits validates a document against a schema in testdata, and makes sure that
// the schema refuses the document without a needed field.
func fits(t *testing.T, file string, document []byte, needed string) {
	t.Helper()
	text, err := os.ReadFile("testdata/" + file)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	if err := compiler.AddResource("schema.json", raw); err != nil {
		t.Fatal(err)
	}
	schema, err := compiler.Compile("schema.json")
	if err != nil {
		t.Fatal(err)
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(document))
	if err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(value); err != nil {
		t.Error(err)
	}
	delete(value.(map[string]any), needed)
	if schema.Validate(value) == nil {
		t.Errorf("%s takes a document without %s", file, needed)
	}
}

func TestTheContractIsOpenAPI(t *testing.T) {
	t.Parallel()
	s := shop(t)
	for _, path := range []string{"/openapi.json", "/api/openapi.json"} {
		fits(t, "openapi-3.1.schema.json", s.Get(t, path).Body, "info")
		vendor := s.Ask(t, "GET", path, "Accept", "application/vnd.oai.openapi+json;version=3.1, application/json;q=0.5")
		if got := vendor.Header.Get("Content-Type"); got != "application/vnd.oai.openapi+json;version=3.1" {
			t.Errorf("%s: %s", path, got)
		}
	}
}

func TestTheServerCard(t *testing.T) {
	t.Parallel()
	s := shop(t)
	var card struct {
		Name, Version string
		ServerInfo    struct{ Name, Version string }
		Transport     struct{ Endpoint string }
		Capabilities  map[string]any
		Remotes       []struct {
			Type, URL                 string
			SupportedProtocolVersions []string
			Headers                   []struct {
				Name                 string
				IsRequired, IsSecret bool
			}
		}
		Tools []struct {
			Name        string
			InputSchema map[string]any
			Meta        struct{ Operation string } `json:"_meta"`
		}
		Toolsets struct {
			Example string
			Names   []string
		}
	}
	body := decodedDocument(t, s, "/api/mcp/server-card", &card)
	fits(t, "server-card.schema.json", body, "name")
	if card.Name != "com.example.shop/storefront" || card.Version != s.Contract.Version || card.ServerInfo.Version != card.Version {
		t.Errorf("%+v", card)
	}
	remote := card.Remotes[0]
	if len(card.Remotes) != 1 || remote.Type != "streamable-http" || remote.URL != shopURL+"/api/mcp" || card.Transport.Endpoint != remote.URL {
		t.Errorf("%+v", card.Remotes)
	}
	if want := []string{"2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26"}; !slices.Equal(remote.SupportedProtocolVersions, want) {
		t.Errorf("versions %v", remote.SupportedProtocolVersions)
	}
	if h := remote.Headers[0]; h.Name != "Authorization" || h.IsRequired || !h.IsSecret {
		t.Errorf("%+v", h)
	}
	names := map[string]string{}
	for _, tool := range card.Tools {
		names[tool.Name] = tool.Meta.Operation
		if tool.InputSchema["type"] != "object" {
			t.Errorf("%s: %v", tool.Name, tool.InputSchema)
		}
	}
	if want := map[string]string{
		"products_search": "products.search", "products_get": "products.get", "categories_list": "categories.list",
		"site_list_pages": "site.list_pages", "site_get_page": "site.get_page",
	}; !maps.Equal(names, want) || card.Capabilities["tools"] == nil {
		t.Errorf("tools %v, capabilities %v", names, card.Capabilities)
	}
	if want := []string{
		"analytics", "audit", "cart", "categories", "customer", "discounts", "features", "marketing", "orders", "pages", "payments", "products", "redirects", "services", "settings", "site", "webhooks",
	}; !slices.Equal(card.Toolsets.Names, want) || card.Toolsets.Example != shopURL+"/api/mcp?toolsets=products,orders" {
		t.Errorf("toolsets %+v", card.Toolsets)
	}
	for path, mediaType := range map[string]string{
		"/api/mcp/server-card": "application/mcp-server-card+json", "/.well-known/mcp/server-card.json": "application/json", "/.well-known/mcp.json": "application/json",
	} {
		got := s.Get(t, path)
		if !bytes.Equal(got.Body, body) || got.Header.Get("Content-Type") != mediaType || got.Header.Get("Cache-Control") != "public, max-age=3600" {
			t.Errorf("%s: %v", path, got.Header)
		}
	}
}

func TestTheAPICatalogIsALinkset(t *testing.T) {
	t.Parallel()
	s := shop(t)
	var catalog map[string][]map[string]json.RawMessage
	decodedDocument(t, s, "/.well-known/api-catalog", &catalog)
	if len(catalog) != 1 {
		t.Errorf("a linkset has one member: %v", catalog)
	}
	relations := map[string][]string{} // by anchor
	items := []string{}
	for _, context := range catalog["linkset"] {
		var anchor string
		if err := json.Unmarshal(context["anchor"], &anchor); err != nil || !absolute(anchor) {
			t.Errorf("anchor %s", context["anchor"])
		}
		delete(context, "anchor")
		for relation, text := range context {
			var targets []struct{ Href, Type string }
			if err := json.Unmarshal(text, &targets); err != nil || len(targets) == 0 {
				t.Errorf("%s: %s", relation, text)
			}
			for _, target := range targets {
				if _, _, err := mime.ParseMediaType(target.Type); err != nil || !absolute(target.Href) {
					t.Errorf("%s: %+v", relation, target)
				}
				if relation == "item" {
					items = append(items, target.Href)
				}
			}
			relations[anchor] = append(relations[anchor], relation)
		}
	}
	if want := []string{shopURL + "/api/v1/tools", shopURL + "/api/mcp"}; !slices.Equal(items, want) {
		t.Errorf("items %v", items)
	}
	for _, relation := range []string{"service-desc", "service-doc", "service-meta", "status"} {
		if !slices.Contains(relations[shopURL+"/api/v1/tools"], relation) {
			t.Errorf("the API has no %s", relation)
		}
	}
	for _, method := range []string{"GET", "HEAD"} {
		h := s.AskUnchecked(t, method, "/.well-known/api-catalog").Header
		if h.Get("Link") != `</.well-known/api-catalog>; rel="api-catalog"` ||
			h.Get("Content-Type") != `application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"` {
			t.Errorf("%s: %v", method, h)
		}
	}
}

func TestTheAICatalog(t *testing.T) {
	t.Parallel()
	s := shop(t)
	var catalog struct {
		Host    struct{ Identifier string }
		Entries []struct{ Identifier, URL string }
	}
	body := decodedDocument(t, s, "/.well-known/ai-catalog.json", &catalog)
	fits(t, "ai-catalog.schema.json", body, "specVersion")
	entry := catalog.Entries[0]
	if catalog.Host.Identifier != "did:web:shop.example.com" || entry.Identifier != "urn:air:shop.example.com:mcp:storefront" || entry.URL != shopURL+"/api/mcp/server-card" {
		t.Errorf("%+v", catalog)
	}
	if ard := s.Get(t, "/.well-known/ard.json"); !bytes.Equal(ard.Body, body) {
		t.Errorf("ard.json: %s", ard.Body)
	}
}

func TestTheSitemap(t *testing.T) {
	t.Parallel()
	s := shop(t)
	var sitemap struct {
		XMLName xml.Name `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 urlset"`
		URLs    []struct {
			Loc string `xml:"loc"`
		} `xml:"url"`
	}
	if err := xml.Unmarshal(s.Get(t, "/sitemap.xml").Body, &sitemap); err != nil {
		t.Fatal(err)
	}
	listed := map[string]bool{}
	for _, u := range sitemap.URLs {
		if !absolute(u.Loc) || !strings.HasPrefix(u.Loc, shopURL+"/") || len(u.Loc) >= 2048 || listed[u.Loc] {
			t.Errorf("loc %q", u.Loc)
		}
		listed[u.Loc] = true
	}
	for _, path := range []string{"/", "/docs", "/llms.txt", "/products/round-metal", "/categories/solbriller", "/services/synsproeve", "/info/om-os"} {
		if !listed[shopURL+path] {
			t.Errorf("%s is missing", path)
		}
	}
}

func TestRobots(t *testing.T) {
	t.Parallel()
	if got, want := string(shop(t).Get(t, "/robots.txt").Body), "User-agent: *\nDisallow: /admin\nAllow: /\n\nSitemap: "+shopURL+"/sitemap.xml\n"; got != want {
		t.Errorf("%s", got)
	}
}

// The format is a title, a quotation with the summary, text, then sections that
// are lists of links.
func TestLLMsText(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	text := string(s.Get(t, "/llms.txt").Body)
	if !regexp.MustCompile(`^# [^\n]+\n\n> [^\n]+\n\n`).MatchString(text) || strings.Count(text, "\n# ") != 0 {
		t.Errorf("no title and summary: %.200s", text)
	}
	_, sections, found := strings.Cut(text, "\n## ")
	for line := range strings.Lines("## " + sections) {
		if line = strings.TrimSuffix(line, "\n"); !found || line != "" && !regexp.MustCompile(`^(## .+|- \[[^\]]+\]\(https?://[^)\s]+\)(: .+)?)$`).MatchString(line) {
			t.Errorf("neither a heading nor a link: %q", line)
		}
	}
	for _, op := range s.Contract.Tools() {
		if !strings.Contains(sections, "["+op.Name+"]("+s.URL+"/api/v1/tools?name="+op.Name+"&") {
			t.Errorf("%s is missing", op.Name)
		}
	}
	for code := range problem.Catalogue {
		if !strings.Contains(sections, "["+string(code)+"](") {
			t.Errorf("%s is missing", code)
		}
	}
	for _, part := range []string{s.URL + "/api/mcp?toolsets=products,orders", "`webhooks.create`", s.URL + "/openapi.json"} {
		if !strings.Contains(text, part) {
			t.Errorf("%s is missing", part)
		}
	}
	curl := regexp.MustCompile(`(?m)^curl -s http://[^/]+/api/v1/tools/(\S+) .* -d '(.+)'$`).FindStringSubmatch(text)
	if reply := s.Raw(t, "", curl[1], []byte(curl[2])); reply.Status != 200 {
		t.Errorf("the example: %d %s", reply.Status, reply.Body)
	}
}

func absolute(address string) bool {
	u, err := url.Parse(address)
	return err == nil && u.IsAbs() && u.Host != ""
}
