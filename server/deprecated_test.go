package server_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/storefront/storefront/server/config"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/walk"
)

// deprecating returns the contract with an operation deprecated.
func deprecating(t *testing.T, tool, link string) func([]byte) []byte {
	return func(document []byte) []byte {
		var doc object
		if err := json.Unmarshal(document, &doc); err != nil {
			t.Fatal(err)
		}
		op := doc["paths"].(object)[contract.ToolPath+tool].(object)["post"].(object)
		op["deprecated"] = true
		op["x-deprecation"] = object{"date": "2027-01-01", "sunset": "2027-06-30", "link": link}
		text, err := json.Marshal(doc)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
}

// wantDeprecated checks the headers of the deprecation that deprecating makes.
func wantDeprecated(t *testing.T, reply servertest.Reply, link string) {
	t.Helper()
	for name, want := range map[string]string{
		"Deprecation": "@1798761600", "Sunset": "Wed, 30 Jun 2027 00:00:00 GMT", "Link": "<" + link + `>; rel="deprecation"`,
	} {
		if got := reply.Header.Values(name); len(got) != 1 || got[0] != want {
			t.Errorf("status %d: %s is %q, want %q", reply.Status, name, got, want)
		}
	}
}

func refused(t *testing.T, reply servertest.Reply, code problem.Code, link string) {
	t.Helper()
	reply.Problem(t, code)
	wantDeprecated(t, reply, link)
}

// Every response of a deprecated operation says so, whatever the result of the
// call.
func TestADeprecatedOperationSaysSo(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{
		Contract: deprecating(t, "categories.list", "/docs/versioning"),
		Config: func(c *config.Serve) {
			c.BaseURL, c.Limits.AnonymousQuota = "https://shop.example", 2
		},
	})
	const link, tool = "https://shop.example/docs/versioning", "categories.list"
	wantDeprecated(t, s.OK(t, "", tool, object{}, nil), link)
	for code, send := range map[problem.Code]func(r *http.Request){
		problem.InvalidKey:           func(r *http.Request) { r.Header.Set("Authorization", "Bearer nonsense") },
		problem.InsufficientScope:    func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+s.Key(t, "orders:read")) },
		problem.UnsupportedMediaType: func(r *http.Request) { r.Header.Set("Content-Type", "text/plain") },
		problem.MethodNotAllowed:     func(r *http.Request) { r.Method = http.MethodGet },
	} {
		r := s.Request(t, "", tool, []byte("{}"))
		send(r)
		refused(t, s.Do(t, tool, r), code, link)
	}
	key := s.Key(t, "all")
	refused(t, s.Call(t, key, tool, object{"invented": 1}), problem.ValidationFailed, link)
	refused(t, s.Raw(t, key, tool, nil), problem.BodyRequired, link)
	refused(t, s.Raw(t, key, tool, []byte("{")), problem.InvalidJSON, link)
	refused(t, s.Call(t, "", tool, object{}), problem.RateLimitExceeded, link)
	huge := s.Request(t, "", tool, make([]byte, 2<<20))
	huge.Header.Set("Expect", "100-continue")
	refused(t, s.Do(t, tool, huge), problem.BodyTooLarge, link)

	other := s.OK(t, key, "products.get", object{"slug": "round-metal"}, nil)
	for _, name := range []string{"Deprecation", "Sunset", "Link"} {
		if other.Header.Get(name) != "" {
			t.Errorf("products.get has the header %s: %q", name, other.Header.Get(name))
		}
	}
}

func TestTheLinkOfADeprecationMayLeadElsewhere(t *testing.T) {
	t.Parallel()
	const link = "https://docs.example/migration#categories"
	s := servertest.New(t, servertest.Options{Contract: deprecating(t, "discounts.create", link)})
	refused(t, s.Call(t, "", "discounts.create", object{}), problem.AuthenticationRequired, link)
	key := s.Key(t, "discounts:write")
	percent := walk.Example(t, "discounts.create")
	wantDeprecated(t, s.Raw(t, key, "discounts.create", percent), link)
	refused(t, s.Raw(t, key, "discounts.create", percent), problem.CodeTaken, link)
	s.HideTables(t)
	refused(t, s.Raw(t, key, "discounts.create", percent), problem.InternalError, link)
}

// Readers of the lists of operations are told too.
func TestADeprecatedOperationIsListedAsSuch(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{Contract: deprecating(t, "categories.list", "/docs/versioning")})
	var list struct {
		Tools []struct {
			Deprecated  bool
			Deprecation struct{ Date, Sunset, Link string }
		}
	}
	if err := json.Unmarshal(s.Get(t, "/api/v1/tools?name=categories.list").Body, &list); err != nil || len(list.Tools) != 1 {
		t.Fatal(err)
	}
	if d := list.Tools[0]; !d.Deprecated || d.Deprecation.Date != "2027-01-01" || d.Deprecation.Sunset != "2027-06-30" || d.Deprecation.Link != "/docs/versioning" {
		t.Errorf("%+v", d)
	}
	var overMCP struct {
		Tools []struct {
			Name, Description string
			Meta              struct{ Operation string } `json:"_meta"`
		}
	}
	if err := json.Unmarshal(s.MCP(t, "", "tools/list", object{}).Result, &overMCP); err != nil || len(overMCP.Tools) == 0 {
		t.Fatal(err)
	}
	for _, tool := range overMCP.Tools {
		if deprecated := tool.Meta.Operation == "categories.list"; strings.Contains(tool.Description, "it works until 2027-06-30") != deprecated {
			t.Errorf("%s: %s", tool.Name, tool.Description)
		}
	}
}
