package discovery_test

import (
	"strings"
	"testing"

	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
)

// A wrong query is refused with what to do, and what follows it works.
func TestAWrongQueryIsRefused(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	for query, want := range map[string]struct{ pointer, code, resolution string }{
		"schema=banana":                     {"/schema", "enum", ""},
		"schema=":                           {"/schema", "enum", ""},
		"brief=banana":                      {"/brief", "type", `Set "brief" to a boolean.`},
		"group=banana":                      {"/group/0", "enum", ""},
		"group=orders,":                     {"/group/1", "enum", ""},
		"group=":                            {"/group/0", "enum", ""},
		"scope=banana":                      {"/scope", "enum", ""},
		"nam=products.get":                  {"/nam", "unknown_field", `Replace "nam" by "name".`},
		"banana=1":                          {"/banana", "unknown_field", `Remove "banana" from the query; the fields are brief, group, name, schema and scope.`},
		"schema=true&schema=true":           {"/schema", "max_items", `Send the parameter "schema" once.`},
		"name=%zz":                          {"", "format", "Encode the query in UTF-8, as application/x-www-form-urlencoded."},
		"name=%ff":                          {"", "format", "Encode the query in UTF-8, as application/x-www-form-urlencoded."},
		"name=%00":                          {"/name", "nul", ""},
		"name=" + strings.Repeat("a", 4001): {"/name", "max_length", ""},
	} {
		p := s.Get(t, "/api/v1/tools?"+query).Problem(t, problem.ValidationFailed)
		if len(p.Errors) != 1 || p.Errors[0].Pointer != want.pointer || p.Errors[0].Code != want.code {
			t.Errorf("%s: %+v", query, p.Errors)
		}
		if want.resolution != "" && p.Resolution != want.resolution {
			t.Errorf("%s: %s", query, p.Resolution)
		}
	}
	both := s.Get(t, "/api/v1/tools?scope=x&schema=y").Problem(t, problem.ValidationFailed)
	if len(both.Errors) != 2 {
		t.Errorf("%+v", both.Errors)
	}
	for _, fine := range []string{"", "?", "?schema=false", "?name=products.get&scope=catalog:read&schema=true", "?group=orders,cart&brief=true", "?schema=input&name=cart_add,orders.create"} {
		if reply := s.Get(t, "/api/v1/tools"+fine); reply.Status != 200 {
			t.Errorf("%q: %d %s", fine, reply.Status, reply.Body)
		}
	}
}

// Pages ignore what they do not know: links to them carry the parameters of
// campaigns.
func TestPagesIgnoreUnknownParameters(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	for _, path := range []string{"/", "/docs", "/robots.txt", "/sitemap.xml", "/llms.txt", "/problems/slug_taken", "/healthz", "/readyz"} {
		if reply := s.Get(t, path+"?utm_source=x&utm_source=y&a=%zz"); reply.Status != 200 {
			t.Errorf("%s: %d %s", path, reply.Status, reply.Body)
		}
	}
}
