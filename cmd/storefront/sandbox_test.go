//go:build program

package main_test

import (
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/storefront/storefront/server/ops/sandbox"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/walk"
)

// newSandbox returns the program for sandboxes. Those of all tests share what was prepared.
func newSandbox(t *testing.T, env ...string) *program {
	t.Helper()
	path, err := build()
	if err != nil {
		t.Fatal(err)
	}
	cache := filepath.Join(filepath.Dir(path), "cache") // is removed with the program
	return &program{path: path, data: "./data", env: append([]string{"XDG_CACHE_HOME=" + cache}, env...)}
}

// sandbox starts one that ends with the test, and leaves no PostgreSQL behind.
func (p *program) sandbox(t *testing.T, args ...string) *serving {
	t.Helper()
	s := p.serve(t, append([]string{"--sandbox"}, args...)...)
	t.Cleanup(func() {
		_ = s.cmd.Process.Signal(syscall.SIGTERM) // it may have ended
		_ = s.cmd.Wait()
	})
	return s
}

// allScopes is the key of a sandbox with all scopes.
var allScopes = sandbox.Keys()[0].Secret

// get reads an address, as a browser does.
func (s *serving) get(t *testing.T, method, path string, header ...string) (*http.Response, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, s.url+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	answer, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := readAll(answer)
	if err != nil {
		t.Fatal(err)
	}
	return answer, text
}

func (s *serving) reset(t *testing.T) {
	t.Helper()
	if answer, text := s.get(t, http.MethodPost, sandbox.ResetPath); answer.StatusCode != http.StatusNoContent || text != "" {
		t.Fatalf("the reset: %d %s\n%s", answer.StatusCode, text, s.log)
	}
}

// random is what no seed decides: ids of requests and secrets of webhooks.
var random = regexp.MustCompile(`"(requestId|instance|secret)":"[^"]*"`)

// everyExample calls each operation with its examples, one after the other, and returns what was
// answered, without what is random.
func (s *serving) everyExample(t *testing.T) map[string]string {
	t.Helper()
	answers := map[string]string{}
	for _, op := range servertest.Contract().Tools() {
		examples := walk.Examples(t, op.Name)
		for _, name := range slices.Sorted(maps.Keys(examples)) {
			a, err := s.send(t.Context(), allScopes, op.Name, examples[name], "")
			if err != nil {
				t.Fatal(err)
			}
			if a.header.Get(sandbox.Header) != "true" {
				t.Errorf("%s does not say that it is a sandbox", op.Name)
			}
			text := strings.ReplaceAll(string(a.body), s.url, "")
			answers[op.Name+" "+name] = http.StatusText(a.status) + " " + random.ReplaceAllString(text, "")
		}
	}
	return answers
}

func wantSame(t *testing.T, what string, got, want map[string]string) {
	t.Helper()
	for name := range want {
		if got[name] != want[name] {
			t.Errorf("%s: %s:\n%s\n%s", what, name, got[name], want[name])
		}
	}
}

// Two sandboxes at once, of one prepared state, answer the same calls in the same way, to the
// byte, and so does each after a reset.
func TestASandboxIsTheSameEachTime(t *testing.T) {
	t.Parallel()
	const clock = "--clock=fixed:2026-03-01T12:00:00Z"
	p := newSandbox(t)
	s, beside := p.sandbox(t, clock), p.sandbox(t, clock)
	first := s.everyExample(t)
	wantSame(t, "another sandbox", beside.everyExample(t), first)
	s.reset(t)
	wantSame(t, "after a reset", s.everyExample(t), first)
	succeeded := 0
	for _, answer := range first {
		if strings.HasPrefix(answer, "OK ") {
			succeeded++
		}
	}
	if succeeded < len(first)*3/4 {
		t.Errorf("%d of %d examples succeeded", succeeded, len(first))
	}
}

// What holds for every sandbox.
func TestASandbox(t *testing.T) {
	t.Parallel()
	s := newSandbox(t).sandbox(t)
	t.Run("every answer says so", s.everyAnswerSaysSo)
	t.Run("the contract has the reset", s.contractHasReset)
	t.Run("the keys are of their scopes", s.keysAreOfTheirScopes)
	t.Run("a reset forgets Idempotency-Keys", s.resetForgetsIdempotencyKeys)
}

// Every address of a sandbox says that it is one, whatever it answers, and every page does in words.
func (s *serving) everyAnswerSaysSo(t *testing.T) {
	pages := 0
	for _, a := range append(walk.Addresses(t), walk.Address{Path: "/no/such/page"}, walk.Address{Path: sandbox.ResetPath}, walk.Address{Path: "/docs/assets/none.js"}) {
		for _, method := range []string{http.MethodGet, http.MethodHead, http.MethodOptions, http.MethodDelete} {
			for _, accept := range []string{"text/html", "application/json", "text/markdown"} {
				answer, text := s.get(t, method, a.Path, "Accept", accept, "Origin", "https://elsewhere.example")
				if answer.Header.Get(sandbox.Header) != "true" {
					t.Errorf("%s %s: %d %v", method, a.Path, answer.StatusCode, answer.Header)
				}
				if method == http.MethodGet && !strings.Contains(answer.Header.Get("Access-Control-Expose-Headers"), sandbox.Header) {
					t.Errorf("%s: a page of another origin cannot see the header", a.Path)
				}
				form, _, _ := strings.Cut(answer.Header.Get("Content-Type"), ";")
				if text == "" || form != "text/html" && form != "text/markdown" || strings.HasSuffix(a.Path, "llms.txt") {
					continue
				}
				pages++
				if !strings.Contains(text, "This is a sandbox") && !strings.Contains(text, "Dette er en sandkasse") {
					t.Errorf("%s as %s does not say that it is a sandbox: %.300s", a.Path, form, text)
				}
			}
		}
	}
	if pages < 20 {
		t.Errorf("%d pages", pages)
	}
	answer, _ := s.get(t, http.MethodGet, "/openapi.json")
	if again, _ := s.get(t, http.MethodGet, "/openapi.json", "If-None-Match", answer.Header.Get("ETag")); again.StatusCode != http.StatusNotModified || again.Header.Get(sandbox.Header) != "true" {
		t.Errorf("%d %v", again.StatusCode, again.Header)
	}
}

// The contract of a sandbox is that of a shop with its overlay, in both forms.
func (s *serving) contractHasReset(t *testing.T) {
	for _, path := range []string{"/openapi.json", "/api/openapi.json", "/openapi.yaml"} {
		if _, text := s.get(t, http.MethodGet, path); !strings.Contains(text, sandbox.ResetPath) || strings.Count(text, "#/components/headers/"+sandbox.Header) < 300 {
			t.Errorf("%s is not that of a sandbox", path)
		}
	}
	if _, text := s.get(t, http.MethodGet, "/openapi/tools.json"); strings.Contains(text, sandbox.ResetPath) {
		t.Error("the operations alone contain the reset")
	}
	answer, text := s.get(t, http.MethodGet, sandbox.ResetPath)
	if answer.StatusCode != http.StatusMethodNotAllowed || answer.Header.Get("Allow") == "" {
		t.Errorf("GET of the reset: %d %s", answer.StatusCode, text)
	}
}

// Calls that are under way during a reset end before it, and none fails; then the shop is as it was.
func TestAResetWhileOthersCall(t *testing.T) {
	t.Parallel()
	s := newSandbox(t).sandbox(t, "--clock=fixed:2026-03-01T12:00:00Z")
	shop := func() string {
		var all strings.Builder
		for _, tool := range []string{"products.search", "orders.list", "discounts.list", "audit.list", "analytics.summary", "webhooks.list"} {
			_, text := s.call(t, allScopes, tool, object{}, nil)
			all.WriteString(random.ReplaceAllString(text, ""))
		}
		return all.String()
	}
	first := shop()
	statuses, bodies := servertest.Together(24, func(i int) servertest.Reply {
		tool, body := "cart.create", any(object{"items": []object{{"slug": "round-metal", "quantity": 1}}})
		switch {
		case i%8 == 0:
			answer, text := s.get(t, http.MethodPost, sandbox.ResetPath)
			return servertest.Reply{Status: answer.StatusCode, Body: []byte(text)}
		case i%3 == 0:
			tool, body = "products.adjust_stock", object{"slug": "round-metal", "delta": 1}
		case i%3 == 1:
			tool, body = "products.search", object{"q": "solbriller"}
		}
		status, text := s.call(t, allScopes, tool, body, nil)
		return servertest.Reply{Status: status, Body: []byte(text)}
	})
	for i, reply := range bodies {
		if reply.Status != http.StatusOK && reply.Status != http.StatusNoContent {
			t.Errorf("%d: %d %s", i, reply.Status, reply.Body)
		}
	}
	if len(statuses) == 0 {
		t.Error("nothing was called")
	}
	s.reset(t)
	if again := shop(); again != first {
		t.Errorf("after the reset:\n%s\n%s", again, first)
	}
}

// Nothing remembers what was before a reset: not the answer to a call with an Idempotency-Key.
func (s *serving) resetForgetsIdempotencyKeys(t *testing.T) {
	body := object{"code": "ENGANG", "type": "percent", "value": 10}
	for range 2 {
		for i := range 2 {
			a, err := s.send(t.Context(), allScopes, "discounts.create", body, "once")
			if err != nil || a.status != http.StatusOK || a.replayed != (i == 1) {
				t.Fatalf("%d: %d %v %s: %v", i, a.status, a.replayed, a.body, err)
			}
		}
		s.reset(t)
	}
}

// Everything that the service says in time follows the clock of the sandbox, and begins anew with it.
func TestTheClockOfASandbox(t *testing.T) {
	t.Parallel()
	p := newSandbox(t)
	s := p.sandbox(t, "--clock=from:2031-05-04T03:02:01Z")
	at := func() time.Time {
		var made struct{ UpdatedAt time.Time }
		s.want(t, allScopes, "pages.upsert", object{"slug": "ur", "title": "Ur", "body": "Hvad klokken er."}, &made)
		return made.UpdatedAt
	}
	from := time.Date(2031, time.May, 4, 3, 2, 1, 0, time.UTC)
	for range 2 {
		if got := at(); got.Before(from) || got.After(from.Add(5*time.Minute)) {
			t.Errorf("it is %v", got)
		}
		s.reset(t)
	}
	var orders []struct{ CreatedAt time.Time }
	s.want(t, allScopes, "orders.list", object{"limit": 100}, &orders)
	for _, o := range orders {
		if o.CreatedAt.After(from) || o.CreatedAt.Before(from.AddDate(0, -3, 0)) {
			t.Errorf("an order of %v", o.CreatedAt)
		}
	}
	if len(orders) < 10 {
		t.Errorf("%d orders", len(orders))
	}
}

// A key is good for its scope alone, and the one with all for everything.
func (s *serving) keysAreOfTheirScopes(t *testing.T) {
	for _, k := range sandbox.Keys() {
		if !strings.Contains(s.output, k.Secret) {
			t.Errorf("the key %s is not printed", k.Name)
		}
		answer, text := s.get(t, http.MethodGet, "/api/v1/key", "Authorization", "Bearer "+k.Secret)
		var told struct{ Result struct{ Scopes []string } }
		if err := json.Unmarshal([]byte(text), &told); err != nil || answer.StatusCode != http.StatusOK || !slices.Equal(told.Result.Scopes, k.Scopes) {
			t.Errorf("%s: %d %s", k.Name, answer.StatusCode, text)
		}
	}
	if len(sandbox.Keys()) != len(contract.Scopes)+2 {
		t.Errorf("%d keys", len(sandbox.Keys()))
	}
}

// A sandbox leaves nothing behind, and one that was killed is removed by the next.
func TestASandboxLeavesNothingBehind(t *testing.T) {
	t.Parallel()
	temporary, err := os.MkdirTemp("/tmp", "sf-sandbox-test-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(temporary) })
	if err := os.Chmod(temporary, 0o755); err != nil {
		t.Fatal(err)
	}
	folders := func() []string {
		found, err := filepath.Glob(filepath.Join(temporary, "*"))
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	p := newSandbox(t, "TMPDIR="+temporary)
	killed := p.sandbox(t)
	killed.kill(t)
	left := folders()
	if len(left) != 1 {
		t.Fatalf("the killed one left %q", left)
	}
	old := time.Now().Add(-time.Hour)
	if err := os.Chtimes(left[0], old, old); err != nil {
		t.Fatal(err)
	}
	s := p.sandbox(t)
	if now := folders(); len(now) != 1 || now[0] == left[0] {
		t.Errorf("the next one leaves %q of %q", now, left)
	}
	s.stop(t)
	if now := folders(); len(now) != 0 {
		t.Errorf("it left %q", now)
	}
}

// What was prepared is not trusted: when it cannot be used it is made anew.
func TestADamagedSandboxIsPreparedAnew(t *testing.T) {
	t.Parallel()
	p := newSandbox(t, "XDG_CACHE_HOME="+t.TempDir())
	cache := strings.TrimPrefix(p.env[len(p.env)-1], "XDG_CACHE_HOME=")
	p.sandbox(t).stop(t)
	found, err := filepath.Glob(filepath.Join(cache, "storefront", "sandbox", "cluster-*", "global", "pg_control"))
	if err != nil || len(found) != 1 {
		t.Fatalf("%q, %v", found, err)
	}
	if err := os.Truncate(found[0], 100); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		s := p.sandbox(t)
		s.want(t, allScopes, "orders.list", object{}, nil)
		s.stop(t)
	}
}

// Settings that make no sense in a sandbox, or without one, are refused by name.
func TestSettingsOfASandbox(t *testing.T) {
	t.Parallel()
	p := newSandbox(t)
	for args, want := range map[string]string{
		"--seed 2":                                     "STOREFRONT_SANDBOX",
		"--clock fixed:2026-01-01T00:00:00Z":           "STOREFRONT_SANDBOX",
		"--real-limits":                                "STOREFRONT_SANDBOX",
		"--sandbox --clock 2026-01-01T00:00:00Z":       "fixed:MOMENT or from:MOMENT",
		"--sandbox --clock fixed:1999-01-01T00:00:00Z": "in the years",
		"--sandbox --seed -1":                          "seed",
		"--sandbox --redis-url redis://127.0.0.1:1":    "REDIS_URL is set",
	} {
		stdout, stderr, status := p.run(t, "", append([]string{"serve", "--addr", "127.0.0.1:0"}, strings.Fields(args)...)...)
		if status == 0 || !strings.Contains(stderr, want) {
			t.Errorf("%s: status %d\n%s%s", args, status, stdout, stderr)
		}
	}
}

func readAll(answer *http.Response) (string, error) {
	var text strings.Builder
	_, err := io.Copy(&text, answer.Body)
	return text.String(), err
}
