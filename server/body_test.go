package server_test

import (
	"fmt"
	"maps"
	"net/http"
	"strings"
	"testing"

	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
)

func TestEscapedTextsAreDecoded(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	key := s.Key(t, "all")
	for tool, body := range map[string]string{
		"orders.list":      `{"fromDate":"2026-01-01T00:00\u005a"}`,
		"discounts.create": `{"code":"\u0041BC9","type":"\u0066ixed","value":5e1,"validUntil":"2030-01-01T00:00\u005a"}`,
		"products.get":     `{"\u0073lug":"round\u002dmetal"}`,
	} {
		if reply := s.Raw(t, key, tool, []byte(body)); reply.Status != http.StatusOK {
			t.Errorf("%s: %d %s", tool, reply.Status, reply.Body)
		}
	}
}

func TestASuggestionNamesTheWholePath(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	p := s.Refused(t, s.Key(t, "products:write"), "products.update", object{"slug": "round-metal", "patch": object{"price": 1}}, problem.ValidationFailed)
	if p.Resolution != `Replace "patch.price" by "patch.priceDkk", in ore (1/100 krone).` {
		t.Error(p.Resolution)
	}
}

func TestAllFaultsAreReportedAtOnceWithAFix(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	p := s.Refused(t, s.Key(t, "products:write"), "products.create", object{
		"name": "x", "slug": "NOT A SLUG", "priceDkk": 0, "stock": 1.5, "colour": "red", "images": []any{"not a uri", 7},
		"faq": []object{{"q": " "}},
	}, problem.ValidationFailed)
	got := map[string]string{}
	for _, f := range p.Errors {
		got[f.Pointer] = f.Code
	}
	want := map[string]string{
		"/name": "min_length", "/slug": "pattern", "/priceDkk": "minimum", "/stock": "type", "/colour": "unknown_field",
		"/images/0": "format", "/images/1": "type", "/faq/0/q": "min_length", "/faq/0/a": "required", "/description": "required",
	}
	if !maps.Equal(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
	if !strings.Contains(p.Detail, fmt.Sprint(len(p.Errors))) || p.Resolution == "" || p.Error != p.Detail || p.OK {
		t.Errorf("%+v", p)
	}
}
