package server_test

import (
	"bufio"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/storefront/storefront/server/config"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
)

// logged returns the lines of the log with this message.
func logged(t *testing.T, s *servertest.Server, message string) (lines []object) {
	t.Helper()
	for scanner := bufio.NewScanner(strings.NewReader(s.Log.String())); scanner.Scan(); {
		var line object
		if err := json.Unmarshal(scanner.Bytes(), &line); err != nil {
			t.Fatalf("%v: %s", err, scanner.Text())
		}
		if line["msg"] == message {
			lines = append(lines, line)
		}
	}
	return lines
}

// Refusals by rate limits are counted by policy and logged in one line a second;
// they have no line of their own.
func TestRefusalsByRateLimitsAreLoggedTogether(t *testing.T) {
	t.Parallel()
	s, _ := servertest.NewLimited(t, func(c *config.Serve) { c.Limits.AnonymousQuota, c.Limits.PagesQuota = 1, 1 })
	s.Get(t, "/llms.txt")
	s.Call(t, "", "products.search", object{})
	began := time.Now()
	for range 100 {
		s.Refused(t, "", "products.search", object{}, problem.RateLimitExceeded)
		s.CallMCP(t, "", "products_search", object{}).Reply.Problem(t, problem.RateLimitExceeded)
		s.Get(t, "/llms.txt").Problem(t, problem.RateLimitExceeded)
	}
	counted := func(policy string) (sum float64) {
		for _, line := range logged(t, s, "refused for limits") {
			n, _ := line[policy].(float64)
			sum += n
		}
		return sum
	}
	eventually(t, 10*time.Second, func() bool { return counted("anonymous") == 200 && counted("pages") == 100 })
	if lines, seconds := len(logged(t, s, "refused for limits")), time.Since(began).Seconds(); float64(lines) > seconds+1 {
		t.Errorf("%d lines in %.1f s", lines, seconds)
	}
	if lines := logged(t, s, "refused"); len(lines) != 0 {
		t.Errorf("lines of their own: %v", lines)
	}
}

// What is refused before any limit is counted and logged as refusals by limits are: nothing bounds how many come.
func TestRefusalsBeforeALimitAreLoggedTogether(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	const many = 20
	for range many {
		s.Ask(t, "DELETE", "/healthz").Problem(t, problem.MethodNotAllowed)
		s.Ask(t, "GET", "/api/v1/tools/products.search").Problem(t, problem.MethodNotAllowed)
		foreign := s.Request(t, "", "products.search", []byte("{}"))
		foreign.URL.Path = "/api/mcp"
		foreign.Header.Set("Origin", "https://elsewhere.example")
		s.Do(t, "", foreign).Problem(t, problem.OriginNotAllowed)
		large := s.Request(t, "", "products.search", []byte(strings.Repeat(" ", 1<<20+1)))
		large.Header.Set("Expect", "100-continue")
		s.Do(t, "", large).Problem(t, problem.BodyTooLarge)
	}
	counted := func(code problem.Code) (sum float64) {
		for _, line := range logged(t, s, "refused for limits") {
			n, _ := line[string(code)].(float64)
			sum += n
		}
		return sum
	}
	eventually(t, 10*time.Second, func() bool {
		return counted(problem.MethodNotAllowed) == 2*many && counted(problem.OriginNotAllowed) == many && counted(problem.BodyTooLarge) == many
	})
	if lines := logged(t, s, "refused"); len(lines) != 0 {
		t.Errorf("lines of their own: %v", lines)
	}
}

// A log line is short, whatever a caller sends.
func TestNoCallCausesALongLogLine(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	s.Get(t, "/"+strings.Repeat("a", 9000)).Problem(t, problem.EndpointNotFound)
	s.Get(t, "/api/v1/tools/"+strings.Repeat("%00", 3000)).Problem(t, problem.ToolNotFound)
	s.AskUnchecked(t, strings.Repeat("M", 9000), "/")
	lines := logged(t, s, "refused")
	if len(lines) != 2 { // a method that nothing has is only counted
		t.Errorf("%d lines", len(lines))
	}
	const longest = 8000 // bytes
	for line := range strings.Lines(s.Log.String()) {
		if len(line) > longest {
			t.Errorf("a line of %d bytes: %.100s", len(line), line)
		}
	}
}
