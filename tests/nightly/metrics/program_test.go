//go:build metrics

package metrics

import (
	"bufio"
	"io"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/storefront/storefront/server/test/servertest"
)

// served is the built program, serving.
type served struct {
	url   string
	admin string // host:port of the address for operators
}

var adminAddress = regexp.MustCompile(`http://(127\.0\.0\.1:\d+)/metrics`)

func serve(t *testing.T, env ...string) *served {
	t.Helper()
	cmd := exec.Command(os.Getenv("TESTED_PROGRAM"), "serve", "--addr=127.0.0.1:0", "--admin-addr=127.0.0.1:0")
	cmd.Env = append(append(os.Environ(), "STOREFRONT_MAX_CONNECTIONS=4", "STOREFRONT_PAGES_QUOTA=5", "STOREFRONT_PAGES_REFILL=1h"), env...)
	var log servertest.Log
	cmd.Stderr = &log
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if _, address, found := strings.Cut(lines.Text(), "Storefront serves "); found {
			admin := adminAddress.FindStringSubmatch(log.String())
			if admin == nil {
				break
			}
			return &served{address, admin[1]}
		}
	}
	t.Fatalf("the program does not serve:\n%s", log.String())
	return nil
}

// use makes calls of every kind: answered and refused, over HTTP and MCP, of pages and of
// addresses that are not there.
func (s *served) use(t *testing.T, key string) {
	t.Helper()
	for _, c := range []struct{ method, path, body string }{
		{"POST", "/api/v1/tools/products.get", `{"slug":"round-metal"}`},
		{"POST", "/api/v1/tools/products.get", `{"slug":"no-such-product"}`},
		{"POST", "/api/v1/tools/products.update", `{"slug":"round-metal","patch":{"stock":7}}`},
		{"POST", "/api/v1/tools/orders.list", `{}`},
		{"POST", "/api/mcp", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"products_get","arguments":{"slug":"round-metal"}}}`},
		{"GET", "/", ""},
		{"GET", "/products/round-metal", ""},
		{"GET", "/nowhere", ""},
	} {
		r, err := http.NewRequestWithContext(t.Context(), c.method, s.url+c.path, strings.NewReader(c.body))
		if err != nil {
			t.Fatal(err)
		}
		if c.method == "POST" {
			r.Header.Set("Content-Type", "application/json")
			r.Header.Set("Accept", "application/json, text/event-stream")
			r.Header.Set("Authorization", "Bearer "+key)
		}
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = io.Copy(io.Discard, answer.Body)
		answer.Body.Close()
	}
}

// scrape returns what Prometheus is shown.
func (s *served) scrape(t *testing.T) string {
	t.Helper()
	answer, err := http.Get("http://" + s.admin + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
