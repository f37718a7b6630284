package server_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
)

// unseen are characters that nobody sees.
const unseen = "\u200b\u00ad\u202a\ufeff"

// pasted returns a text as it may be pasted: with them around and inside.
func pasted(text string) string { return unseen + text[:2] + unseen + text[2:] + unseen }

// What was pasted with characters that nobody sees is found, over HTTP and MCP.
func TestWhatWasPastedIsFound(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	key := s.Key(t, "all")
	var cart struct {
		CartID string `json:"cartId"`
	}
	s.OK(t, key, "cart.create", object{"items": []object{{"slug": "round-metal", "quantity": 1}}}, &cart)
	const order = "01994f5e-0000-7000-8000-000000000103"
	for i, call := range []struct {
		tool string
		body object
		want string
	}{
		{"products.get", object{"slug": pasted("round-metal")}, `"slug":"round-metal"`},
		{"products.search", object{"q": pasted("round-metal"), "categorySlug": pasted("solbriller")}, `"slug":"round-metal"`},
		{"products.search", object{"slugs": []string{pasted("round-metal")}}, `"slug":"round-metal"`},
		{"products.search", object{"q": "round" + unseen + " me\u00adtal"}, `"slug":"round-metal"`},
		{"products.suggest", object{"q": pasted("round")}, `"slug":"round-metal"`},
		{"orders.get", object{"orderId": pasted(order)}, order},
		{"orders.list", object{"q": pasted(order)}, order},
		{"orders.list", object{"q": "fre\u200bja holm"}, order},
		{"orders.list", object{"email": pasted("freja@example.com")}, order},
		{"customer.lookup_by_email", object{"email": pasted("freja@example.com")}, "Freja Holm"},
		{"customer.lookup_by_phone", object{"phone": pasted("+45 20 12 34 56")}, "Freja Holm"},
		{"customer.list", object{"q": pasted("freja")}, "freja@example.com"},
		{"analytics.discount_performance", object{"code": pasted("velkommen10")}, "VELKOMMEN10"},
		{"discounts.toggle", object{"code": pasted("VELKOMMEN10"), "active": true}, "VELKOMMEN10"},
		{"cart.apply_discount", object{"cartId": pasted(cart.CartID), "code": pasted("velkommen10")}, "VELKOMMEN10"},
		{"audit.list", object{"toolPrefix": pasted("discounts")}, "discounts.toggle"},
	} {
		reply := s.Call(t, key, call.tool, call.body)
		over := s.CallMCP(t, key, strings.ReplaceAll(call.tool, ".", "_"), call.body)
		if reply.Status != http.StatusOK || !strings.Contains(string(reply.Body), call.want) || over.Refused || !strings.Contains(string(over.Reply.Body), call.want) {
			t.Errorf("%d, %s: %d %s\nover MCP: %s", i, call.tool, reply.Status, reply.Body, over.Reply.Body)
		}
	}
}

// A text of nothing that is seen is as blank as one of spaces, and what is around a text is not kept.
func TestTextsThatNobodySees(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	key := s.Key(t, "all")
	service := func(title string) object {
		return object{"title": title, "body": "En ydelse i butikken.", "status": "draft"}
	}
	blank := s.Refused(t, key, "services.create", service("   "), problem.ValidationFailed)
	for _, title := range []string{"\u200b\u200b", "\u3164\u3164\u3164", "\u2800 \u2800", "\u200f\ufe0f\u2064", "\u0001\u007f", "\U000e0041\U000e0042", "\u115f\u1160"} {
		p := s.Refused(t, key, "services.create", service(title), problem.ValidationFailed)
		if fmt.Sprint(p.Errors) != fmt.Sprint(blank.Errors) || p.Resolution != blank.Resolution {
			t.Errorf("%q: %+v, want %+v", title, p, blank)
		}
		if o := s.CallMCP(t, key, "services_create", service(title)); !o.Refused || !strings.Contains(string(o.Reply.Body), "min_length") {
			t.Errorf("%q over MCP: %s", title, o.Reply.Body)
		}
	}
	for title, want := range map[string]string{
		"\u200eKop\u2060 ": "Kop", "Kop\r\nmed hank": "Kop med hank", "Kop\u2028\u2029 med\vhank": "Kop med hank", "می\u200cخواهم": "می\u200cخواهم",
		"👩\u200d👧 kop": "👩\u200d👧 kop", "❤️": "❤️", "Sol\u00adbriller": "Sol\u00adbriller", "അവന്\u200d": "അവന്\u200d", "🏴󠁧󠁢󠁥󠁮󠁧󠁿": "🏴󠁧󠁢󠁥󠁮󠁧󠁿",
	} {
		var created struct{ Slug string }
		s.OK(t, key, "services.create", object{"title": "Ny ydelse", "body": "En ydelse i butikken.", "status": "draft"}, &created)
		s.OK(t, key, "services.update", object{"slug": created.Slug, "patch": object{"title": title + "\ufeff"}}, nil)
		if got := servertest.One[string](t, s, "SELECT title FROM services WHERE slug = $1", created.Slug); got != want {
			t.Errorf("%q is kept as %q, want %q", title, got, want)
		}
	}
}

// A stored text that nobody sees stays until it is changed, and does not hinder a change of something else.
func TestStoredTextsStay(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	key := s.Key(t, "all")
	s.Execute(t, "UPDATE products SET name = $1 WHERE slug = 'round-metal'", "\u200b\u200b")
	s.OK(t, key, "products.update", object{"slug": "round-metal", "patch": object{"stock": 3}}, nil)
	if p := s.Product(t, "round-metal"); p.Name != "\u200b\u200b" || p.Stock != 3 {
		t.Errorf("%q, %d", p.Name, p.Stock)
	}
}

// A body may begin with the mark that some programs begin each text with.
func TestABodyWithAByteOrderMark(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	if reply := s.Raw(t, "", "products.get", []byte("\ufeff"+`{"slug":"round-metal"}`)); reply.Status != http.StatusOK {
		t.Errorf("%d %s", reply.Status, reply.Body)
	}
	call, err := json.Marshal(object{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": object{"name": "products_get", "arguments": object{"slug": "round-metal"}}})
	if err != nil {
		t.Fatal(err)
	}
	if o := s.DoMCP(t, s.MCPRequest(t, "", append([]byte("\ufeff"), call...))).Outcome(t, "products_get"); o.Refused {
		t.Errorf("over MCP: %s", o.Reply.Body)
	}
	s.Raw(t, "", "products.get", []byte("\ufeff")).Problem(t, problem.InvalidJSON)
}
