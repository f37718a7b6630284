//go:build program

package main_test

import (
	"encoding/xml"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestContractTest(t *testing.T) {
	t.Parallel()
	p := withDatabase(t)
	s := p.serve(t, "--demo")
	withKeys := p.with("STOREFRONT_KEY="+keyPattern.FindString(s.output),
		"STOREFRONT_NARROW_KEY="+strings.TrimSpace(p.ok(t, "", "keys", "create", "--name", "narrow", "--scopes", "catalog:read")))
	junit := filepath.Join(t.TempDir(), "contract.xml")
	few := []string{"contract-test", "--operation", "pages.list,products.get", "--operation", "system.health", "--junit", junit, "--base-url"}

	for name, more := range map[string][]string{"read-only": nil, "write": {"--write"}} {
		stdout, stderr, status := withKeys.run(t, "", append(append(few, s.url), more...)...)
		if status != 0 || stderr != "" || !strings.Contains(stdout, "pages.list") || !strings.Contains(stdout, ", 0 of them broken.") {
			t.Errorf("%s: status %d\n%s%s", name, status, stdout, stderr)
		}
		if failures, tests := junitCounts(t, junit); failures != 0 || tests < 30 {
			t.Errorf("%s: %d of %d tests failed", name, failures, tests)
		}
	}

	stdout, stderr, status := withKeys.run(t, "", append(few, withoutRequestID(t, s.url))...)
	if status != 1 || !strings.Contains(stderr, "does not keep the contract") || !strings.Contains(stdout, `response header "X-Request-Id" missing`) {
		t.Errorf("a broken deployment: status %d\n%s%s", status, stdout, stderr)
	}
	if failures, _ := junitCounts(t, junit); failures == 0 {
		t.Error("a broken deployment: no test failed")
	}
	if strings.Contains(stdout, "sfk_") {
		t.Errorf("a key is shown: %s", stdout)
	}
}

// Nothing is known of the contract when a run ends with 2.
func TestContractTestThatCannotRun(t *testing.T) {
	t.Parallel()
	p := newProgram(t)
	for name, run := range map[string]func() (stdout, stderr string, status int){
		"no service": func() (string, string, int) { return p.run(t, "", "contract-test", "--base-url", "http://127.0.0.1:1") },
		"no address": func() (string, string, int) { return p.run(t, "", "contract-test", "--base-url", "shop") },
		"a misspelt variable": func() (string, string, int) {
			return p.with("STOREFRONT_KEYS=a").run(t, "", "contract-test", "--base-url", "http://127.0.0.1:1")
		},
	} {
		if stdout, stderr, status := run(); status != 2 || stdout != "" || stderr == "" {
			t.Errorf("%s: status %d\n%s%s", name, status, stdout, stderr)
		}
	}
	if _, _, status := p.run(t, "", "contract-test"); status == 0 || status == 1 {
		t.Errorf("no --base-url: status %d", status)
	}
}

// withoutRequestID is a proxy that removes a header of every answer.
func withoutRequestID(t *testing.T, address string) string {
	t.Helper()
	target, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	proxy := httputil.NewSingleHostReverseProxy(target)
	proxy.ModifyResponse = func(a *http.Response) error {
		a.Header.Del("X-Request-Id")
		return nil
	}
	listening := httptest.NewServer(proxy)
	t.Cleanup(listening.Close)
	return listening.URL
}

func junitCounts(t *testing.T, file string) (failures, tests int) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var suites struct {
		Failures int `xml:"failures,attr"`
		Tests    int `xml:"tests,attr"`
	}
	if err := xml.Unmarshal(text, &suites); err != nil {
		t.Fatal(err)
	}
	return suites.Failures, suites.Tests
}
