package discovery_test

import (
	"encoding/json"
	"encoding/xml"
	"html"
	"net/netip"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/storefront/storefront/server/config"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/walk"
)

// No link in a document is broken.
func TestNoLinkIsBroken(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	links := regexp.MustCompile(regexp.QuoteMeta(s.URL) + `[^\s"'<>)\\` + "`]*")
	key, seen := s.Key(t, "catalog:read"), map[string]bool{}
	walk.Documents(t, func(t *testing.T, d walk.Address) {
		for _, accept := range []string{"", "text/html"} {
			for _, link := range links.FindAllString(html.UnescapeString(string(s.Ask(t, "GET", d.Path, "Accept", accept).Body)), -1) {
				seen[strings.TrimRight(link, ",.")] = true
			}
		}
	})
	for link := range seen {
		path := strings.TrimPrefix(link, s.URL)
		if query, narrowed := strings.CutPrefix(path, "/api/mcp?"); narrowed {
			r := s.MCPRequest(t, key, []byte(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`))
			r.URL.RawQuery = query
			if list := s.DoMCP(t, r); !strings.Contains(string(list.Result), `"name":"products_search"`) {
				t.Errorf("%s: %s", path, list.Reply.Body)
			}
			continue
		}
		if got := s.AskUnchecked(t, "GET", path, "Authorization", "Bearer "+key); got.Status != 200 && (got.Status != 405 || path != "/api/mcp" && !strings.HasPrefix(path, "/api/v1/tools/")) {
			t.Errorf("%s: %d", path, got.Status)
		}
	}
	if least := len(s.Contract.Tools()) + len(problem.Catalogue) + 10; len(seen) < least {
		t.Errorf("%d links, want at least %d", len(seen), least)
	}
}

func TestTheHomePageLinksToTheDocuments(t *testing.T) {
	t.Parallel()
	s := shop(t)
	reply := s.Get(t, "/")
	for _, relation := range []string{`</openapi.json>; rel="service-desc"`, `</docs>; rel="service-doc"`, `</.well-known/api-catalog>; rel="api-catalog"`} {
		if !strings.Contains(reply.Header.Get("Link"), relation) {
			t.Errorf("Link %s lacks %s", reply.Header.Get("Link"), relation)
		}
	}
	for _, path := range []string{"/docs", "/openapi.json", "/api/v1/tools", "/api/v1/key", "/api/mcp", "/.well-known/api-catalog", "/products", "/products.jsonl.gz", "/sitemap.xml"} {
		if link := shopURL + path; !strings.Contains(string(reply.Body), `"`+link+`"`) {
			t.Errorf("nothing leads to %s", link)
		}
	}
	page := string(s.Ask(t, "GET", "/", "Accept", "text/html,application/xhtml+xml,*/*;q=0.8").Body)
	for _, path := range []string{"/docs", "/llms.txt", "/api/mcp/server-card", "/products", "/services"} {
		if !strings.Contains(page, `href="`+path+`"`) {
			t.Errorf("the page does not lead to %s", path)
		}
	}
}

// Every document contains the address of the service correctly encoded, whatever
// characters it has.
func TestAnAddressWithSpecialCharactersBreaksNoDocument(t *testing.T) {
	t.Parallel()
	const odd = `https://shop.example/a"b<c>&d'e`
	s := servertest.New(t, servertest.Options{Config: func(c *config.Serve) { c.BaseURL = odd }})
	walk.Documents(t, func(t *testing.T, d walk.Address) {
		reply := s.Ask(t, "GET", d.Path)
		switch mediaType := reply.Header.Get("Content-Type"); {
		case mediaType == "image/svg+xml": // the same at every address
			if strings.Contains(string(reply.Body), "shop.example") {
				t.Errorf("%s", reply.Body)
			}
		case strings.Contains(mediaType, "json"):
			var v any
			if err := json.Unmarshal(reply.Body, &v); err != nil {
				t.Error(err)
			}
		case strings.Contains(mediaType, "yaml"):
			var v struct{ Servers []struct{ URL string } }
			if err := yaml.Unmarshal(reply.Body, &v); err != nil || v.Servers[0].URL != odd {
				t.Errorf("%+v, %v", v, err)
			}
		case strings.Contains(mediaType, "xml"):
			var v struct {
				Loc  []string `xml:"url>loc"`      // of a sitemap
				Link []string `xml:"channel>link"` // of a feed
			}
			if err := xml.Unmarshal(reply.Body, &v); err != nil || !strings.HasPrefix(append(v.Loc, v.Link...)[0], odd+"/") {
				t.Errorf("%v, %v", v, err)
			}
		}
		if page := string(s.Ask(t, "GET", d.Path, "Accept", "text/html").Body); strings.HasPrefix(page, "<!doctype") && strings.Contains(page, "b<c") {
			t.Error(page)
		}
	})
}

// No document contains an invalid Host. net/http refuses most of them, but
// accepts some, and more in a request line with an absolute address.
func TestAnInvalidHostIsInNoDocument(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	for _, d := range walk.Addresses(t) {
		for head, status := range map[string]int{
			`GET ` + d.Path + " HTTP/1.1\r\nHost: evil\"b<c\r\n":             400,
			`GET ` + d.Path + " HTTP/1.1\r\nHost: evil'(a&b)\r\n":            200,
			`GET http://evil"b<c>` + d.Path + " HTTP/1.1\r\nHost: x\r\n":     200,
			`GET http://evil'(a&b)/..` + d.Path + " HTTP/1.1\r\nHost: x\r\n": 404,
		} {
			reply := s.SendBytes(t, head+"Accept: text/html\r\nConnection: close\r\n\r\n", false)
			if reply.Status != status || strings.Contains(string(reply.Body), "evil") {
				t.Errorf("%q: %d %.300s", head, reply.Status, reply.Body)
			}
		}
	}
}

// Behind a trusted proxy links lead to the address that the caller used.
func TestLinksLeadThroughTheProxy(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{Config: func(c *config.Serve) {
		c.TrustedProxies = config.Prefixes{netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("::1/128")}
	}})
	walk.Documents(t, func(t *testing.T, d walk.Address) {
		reply := s.Ask(t, "GET", d.Path, "X-Forwarded-Proto", "https", "X-Forwarded-Host", "outside.example")
		inner, err := url.Parse(s.URL)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(reply.Body), inner.Host) {
			t.Errorf("the document contains %s", inner.Host)
		}
		if strings.HasPrefix(d.Path, "/.well-known/") && !strings.Contains(string(reply.Body), "https://outside.example/") {
			t.Errorf("%s", reply.Body)
		}
	})
}
