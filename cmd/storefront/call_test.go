//go:build program

package main_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
)

// The commands that call a deployment, against the demo shop.
func TestCall(t *testing.T) {
	t.Parallel()
	p := withDatabase(t)
	s := p.serve(t, "--demo")
	key := keyPattern.FindString(s.output)
	at := p.with("STOREFRONT_URL="+s.url, "STOREFRONT_KEY="+key)
	limited := p.with("STOREFRONT_URL="+s.url, "STOREFRONT_KEY="+newKey(t, p, "narrow", "catalog:read"))

	t.Run("the answer is as it came", func(t *testing.T) {
		_, direct, err := s.try(t.Context(), key, "products.get", object{"slug": "round-metal"})
		if err != nil {
			t.Fatal(err)
		}
		for _, call := range []struct{ input, flags string }{
			{"", "--slug round-metal"},
			{`{"slug":"round-metal"}`, "--json -"},
			{`{"slug":"round-metal"}`, ""}, // a tool that requires a field
			{"", `--json {"slug":"other"} --slug round-metal`},
		} {
			if out := at.ok(t, call.input, append([]string{"call", "products.get"}, strings.Fields(call.flags)...)...); out != string(direct) {
				t.Errorf("%q prints %s", call.flags, out)
			}
		}
		// A tool that needs no field does not wait for standard input.
		if out := at.ok(t, "not JSON", "call", "categories.list"); !strings.HasPrefix(out, `{"ok":true`) {
			t.Error(out)
		}
	})

	t.Run("a refusal is as it came, with a status", func(t *testing.T) {
		at.ok(t, "", "call", "discounts.create", "--code", "TAKEN10", "--type", "percent", "--value", "10")
		for _, test := range []struct {
			program *program
			args    string
			status  int
			code    string
		}{
			{at, "products.search --limit 1000", 3, "validation_failed"},
			{at, "products.search --json not-JSON", 3, "invalid_json"},
			{p.with("STOREFRONT_URL=" + s.url), "orders.list", 4, "authentication_required"},
			{p.with("STOREFRONT_URL="+s.url, "STOREFRONT_KEY=sfk_none"), "orders.list", 4, "invalid_key"},
			{limited, "orders.list", 4, "insufficient_scope"},
			{at, "products.get --slug none", 5, "product_not_found"},
			{at, "discounts.create --code TAKEN10 --type percent --value 10", 6, "code_taken"},
		} {
			stdout, stderr, status := test.program.run(t, "", append([]string{"call"}, strings.Fields(test.args)...)...)
			var problem struct{ Code string }
			if err := json.Unmarshal([]byte(stderr), &problem); err != nil || status != test.status || problem.Code != test.code || stdout != "" {
				t.Errorf("%s: status %d, want %d: %s%s", test.args, status, test.status, stdout, stderr)
			}
			if strings.Contains(stderr, "sfk_") {
				t.Errorf("a key is shown: %s", stderr)
			}
		}
	})

	t.Run("a write happens once", func(t *testing.T) {
		first := at.ok(t, "", "call", "products.adjust_stock", "--slug", "round-metal", "--delta", "-1", "--reason", "broken", "--idempotency-key", "once")
		second := at.ok(t, "", "call", "products.adjust_stock", "--slug", "round-metal", "--delta", "-1", "--reason", "broken", "--idempotency-key", "once")
		if first != second {
			t.Errorf("%s, then %s", first, second)
		}
	})

	t.Run("health", func(t *testing.T) {
		port := s.url[strings.LastIndexByte(s.url, ':'):]
		for _, args := range [][]string{{"--base-url", s.url}, {"--addr", "0.0.0.0" + port}, {"--addr", port}, {"--addr", "127.0.0.1" + port, "--live"}} {
			out := p.ok(t, "", append([]string{"health"}, args...)...)
			if strings.Count(out, "\n") != 1 || !strings.Contains(out, s.url) {
				t.Errorf("%q: %s", args, out)
			}
		}
	})
	t.Run("terminal", func(t *testing.T) { onATerminal(t, p, at) })
}

func TestHealthOfWhatIsNotReady(t *testing.T) {
	t.Parallel()
	p := newProgram(t)
	away := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusServiceUnavailable)
		_, _ = w.Write([]byte(`{"detail":"The service cannot reach its database right now."}`))
	}))
	t.Cleanup(away.Close)
	other := httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(other.Close)
	for address, want := range map[string]string{away.URL: "cannot reach its database", other.URL: "not as a Storefront does", "http://127.0.0.1:1": "connection refused"} {
		stdout, stderr, status := p.run(t, "", "health", "--base-url", address)
		if status != 1 || stdout != "" || !strings.Contains(stderr, want) || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%s: status %d, %s%s", address, status, stdout, stderr)
		}
	}
}

// unsteady is a deployment that fails in some way for a number of calls.
type unsteady struct {
	mu    sync.Mutex
	calls []*http.Request
}

func (u *unsteady) serve(t *testing.T, failures int, fail http.HandlerFunc) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		u.mu.Lock()
		u.calls = append(u.calls, r)
		count := len(u.calls)
		u.mu.Unlock()
		if count <= failures {
			fail(w, r)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte(`{"ok":true}`))
	}))
	t.Cleanup(server.Close)
	return server.URL
}

func status(code int, headers ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/problem+json")
		for i := 0; i < len(headers); i += 2 {
			w.Header().Set(headers[i], headers[i+1])
		}
		w.WriteHeader(code)
		_, _ = w.Write([]byte(`{"status":` + strconv.Itoa(code) + `,"code":"some"}`))
	}
}

func TestCallOfAnUnsteadyDeployment(t *testing.T) {
	t.Parallel()
	p := newProgram(t)
	broken := func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }
	for name, test := range map[string]struct {
		failures int
		fail     http.HandlerFunc
		flags    string
		status   int
		calls    int
	}{
		"unavailable":              {2, status(503), "", 0, 3},
		"a proxy without a server": {1, status(502), "", 0, 2},
		"limited":                  {1, status(429, "Retry-After", "0"), "", 0, 2},
		"limited for long":         {9, status(429, "Retry-After", "3600"), "", 7, 1},
		"under way":                {1, status(409, "Retry-After", "0"), "", 6, 1}, // 0 is no time
		"broken":                   {1, broken, "", 0, 2},
		"broken, without retries":  {1, broken, "--retries 0", 9, 1},
		"broken for ever":          {9, broken, "--retries 1", 9, 2},
		"failed":                   {1, status(500), "", 8, 1},
		"a conflict":               {1, status(409), "", 6, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			u := &unsteady{}
			at := p.with("STOREFRONT_URL="+u.serve(t, test.failures, test.fail), "STOREFRONT_KEY=sfk_secret")
			_, stderr, status := at.run(t, "", append([]string{"call", "products.delete", "--slug", "a"}, strings.Fields(test.flags)...)...)
			if status != test.status || len(u.calls) != test.calls {
				t.Errorf("status %d after %d calls: %s", status, len(u.calls), stderr)
			}
			first := u.calls[0].Header
			for _, call := range u.calls {
				if value := call.Header.Get("Idempotency-Key"); value == "" || value != first.Get("Idempotency-Key") || call.Header.Get("Authorization") != "Bearer sfk_secret" {
					t.Errorf("%v after %v", call.Header, first)
				}
			}
			if status == 9 && !strings.Contains(stderr, "--idempotency-key "+first.Get("Idempotency-Key")) {
				t.Errorf("how to repeat it is not said: %s", stderr)
			}
			if strings.Contains(stderr, "sfk_secret") {
				t.Errorf("the key is shown: %s", stderr)
			}
		})
	}
}

func TestARedirectGetsNoKey(t *testing.T) {
	t.Parallel()
	p := newProgram(t)
	elsewhere := &unsteady{}
	target := elsewhere.serve(t, 0, nil)
	redirects := httptest.NewServer(http.RedirectHandler(target, http.StatusTemporaryRedirect))
	t.Cleanup(redirects.Close)
	_, stderr, status := p.with("STOREFRONT_KEY=sfk_secret").run(t, "", "call", "orders.list", "--base-url", redirects.URL)
	if status != 9 || !strings.Contains(stderr, target) || len(elsewhere.calls) != 0 {
		t.Errorf("status %d, %d calls: %s", status, len(elsewhere.calls), stderr)
	}
}

func TestACommandLineThatIsWrongSendsNothing(t *testing.T) {
	t.Parallel()
	p := newProgram(t)
	u := &unsteady{}
	at := p.with("STOREFRONT_URL=" + u.serve(t, 0, nil))
	for want, test := range map[string]struct {
		args   string
		status int
	}{
		`the nearest is products.search`: {"call products.serch --q x", 80},
		`did you mean "--limit"`:         {"call products.search --limt 3", 80},
		`expected an integer`:            {"call products.search --limit three", 80},
		`is not an address`:              {"call products.search --base-url shop", 80},
		`the nearest is catalog:read`:    {"tools --scope catalog:reed", 80},
		`missing flags: --scopes`:        {"keys create --name x", 80},
	} {
		stdout, stderr, status := at.run(t, "", strings.Fields(test.args)...)
		if status != test.status || stdout != "" || !strings.Contains(stderr, want) {
			t.Errorf("%s: status %d: %s%s", test.args, status, stdout, stderr)
		}
	}
	if stdout, stderr, status := at.run(t, strings.Repeat(" ", 2<<20), "call", "products.get", "--json", "-"); status != 3 || !strings.Contains(stderr, "larger than 1048576 bytes") {
		t.Errorf("a large body: status %d: %s%s", status, stdout, stderr)
	}
	if len(u.calls) != 0 {
		t.Errorf("%d calls were sent", len(u.calls))
	}
}

func TestACallCanBeInterrupted(t *testing.T) {
	t.Parallel()
	p := newProgram(t)
	called := make(chan struct{})
	var once sync.Once
	hangs := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // only then is the end of the connection noticed
		once.Do(func() { close(called) })
		<-r.Context().Done()
	}))
	t.Cleanup(hangs.Close)
	cmd := p.with("STOREFRONT_URL="+hangs.URL).command("call", "categories.list")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	<-called
	if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	if status := cmd.ProcessState.ExitCode(); status != 130 || stderr.String() != "storefront: interrupted\n" {
		t.Errorf("status %d: %s", status, &stderr)
	}
	_, stderrText, status := p.run(t, "", "call", "categories.list", "--base-url", hangs.URL, "--timeout", "50ms", "--retries", "0")
	if status != 9 || !strings.Contains(stderrText, "imeout") {
		t.Errorf("status %d: %s", status, stderrText)
	}
}
