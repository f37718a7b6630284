package server_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"

	"github.com/storefront/storefront/server/config"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
)

// raw sends bytes as they are, ends the sending when it is told to, and reads
// what comes back.
func raw(t *testing.T, s *servertest.Server, text string, endSending bool) (*http.Response, string) {
	t.Helper()
	conn, err := net.Dial("tcp", strings.TrimPrefix(s.URL, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := io.WriteString(conn, text); err != nil {
		t.Fatal(err)
	}
	if endSending {
		if err := conn.(*net.TCPConn).CloseWrite(); err != nil {
			t.Fatal(err)
		}
	}
	resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp, string(body)
}

// Whatever becomes of a call, 200 means that it was done.
func TestNoAnswerIsEmpty(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	head := "POST /api/v1/tools/products.search HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
	for name, text := range map[string]string{
		"truncated":       head + "Content-Length: 10\r\n\r\n{}",
		"truncated chunk": head + "Transfer-Encoding: chunked\r\n\r\n9\r\n{}",
		"half closed":     head + "Content-Length: 2\r\n\r\n{}",
	} {
		for range 20 {
			resp, body := raw(t, s, text, true)
			if resp.StatusCode == http.StatusOK && !strings.HasPrefix(body, `{"ok":true`) || resp.StatusCode >= 400 && !strings.Contains(body, `"code"`) {
				t.Fatalf("%s: %d %q", name, resp.StatusCode, body)
			}
		}
	}
	if strings.Contains(s.Log.String(), `"level":"ERROR"`) {
		t.Error("a caller that goes away is logged as a fault of ours")
	}
}

func TestAPathMayBeEncoded(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	_, body := raw(t, s, "POST /api/v1/tools/products%2Eget HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: 22\r\n\r\n{\"slug\":\"round-metal\"}", false)
	if !strings.HasPrefix(body, `{"ok":true`) {
		t.Error(body)
	}
	_, body = raw(t, s, "POST /api/v1/tools/products.get HTTP/1.0\r\n\r\n", false)
	if strings.Contains(body, "http:///") {
		t.Errorf("an address without a host: %s", body)
	}
}

func TestTextsThatGrowWhenTheyAreFolded(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	key := s.Key(t, "products:write")
	var words strings.Builder
	for i := range 4090 {
		fmt.Fprintf(&words, "%03x%s ", i, strings.Repeat("\ufdfa", 20))
	}
	s.OK(t, key, "products.create", with(newProduct("lang"), object{"description": words.String()}), nil)
	s.OK(t, "", "products.get", object{"slug": "lang"}, nil)
}

func TestEscapedTextsAreTheirTexts(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
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

func TestAccentsAloneAreNoWord(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	for _, q := range []string{"\u0301", "\u0345 \u0301"} {
		if got := search(t, s, object{"q": q}); len(got) != 0 {
			t.Errorf("%q finds %v", q, got)
		}
	}
}

func TestACorrectedWordIsStillFoundByItsNeighbour(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	key := s.Key(t, "products:write")
	s.OK(t, key, "products.create", with(newProduct("x"), object{"name": "Xylofanter"}), nil)
	s.OK(t, key, "products.update", object{"slug": "x", "patch": object{"name": "Xylofonter"}}, nil)
	for _, q := range []string{"xylofanter", "xylofamter"} {
		if got := search(t, s, object{"q": q}); fmt.Sprint(got) != "[x]" {
			t.Errorf("%s finds %v", q, got)
		}
	}
}

func TestAWriteThatChangesNothingSaysSo(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	key := s.Key(t, "products:write")
	s.OK(t, key, "products.restore", object{"slug": "round-metal"}, nil)
	row := lastAudit(t, s, 1)[0]
	if row.Before == nil || string(row.Before) != string(row.After) {
		t.Errorf("before %s, after %s", row.Before, row.After)
	}
}

func TestSettingsThatCannotWorkAreRefused(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*config.Serve){
		"no quota":     func(c *config.Serve) { c.Limits.AnonymousQuota = 0 },
		"no refill":    func(c *config.Serve) { c.Limits.KeyRefill = 0 },
		"a long time":  func(c *config.Serve) { c.Limits.AuthAttemptQuota = 1 << 40 },
		"no addresses": func(c *config.Serve) { c.Limits.MaxAddresses = 0 },
		"no time":      func(c *config.Serve) { c.CallTimeout = 0 },
		"no address":   func(c *config.Serve) { c.BaseURL = "shop.example" },
	} {
		c := config.Serve{Limits: config.DefaultLimits(), MaxConnections: 1, CallTimeout: 1, BaseURL: "https://shop.example"}
		if err := c.Validate(); err != nil {
			t.Fatal(err)
		}
		if change(&c); c.Validate() == nil {
			t.Errorf("%s is taken", name)
		}
	}
}

func TestAMistypedOperationIsToldTheRightOne(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	for name, want := range map[string]string{
		"products.gett": "Call /api/v1/tools/products.get.", "Products_Search": "Call /api/v1/tools/products.search.",
		"weather.today": "Read /api/v1/tools and call one of the operations that it lists.",
	} {
		r := s.Request(t, "", name, []byte("{}"))
		if p := s.Do(t, "", r).Problem(t, problem.ToolNotFound); p.Resolution != want {
			t.Errorf("%s: %s", name, p.Resolution)
		}
	}
}

func TestASuggestionNamesTheWholePlace(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	p := s.Refused(t, s.Key(t, "products:write"), "products.update", object{"slug": "round-metal", "patch": object{"price": 1}}, problem.ValidationFailed)
	if p.Resolution != `Replace "patch.price" by "patch.priceDkk".` {
		t.Error(p.Resolution)
	}
}
