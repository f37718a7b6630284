package walk_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/walk"
)

// Each call is counted once, under the name of its operation, its channel and its end.
func TestEveryCallIsCounted(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	key := s.Key(t, "owner")
	for _, op := range s.Contract.Tools() {
		s.Raw(t, key, op.Name, walk.UnknownField).Problem(t, problem.ValidationFailed)
		s.CallMCP(t, key, op.MCPName, walk.UnknownField)
	}
	s.OK(t, "", "products.get", object{"slug": "round-metal"}, nil)
	s.Raw(t, "sfk_bad", "products.get", []byte(`{}`)).Problem(t, problem.InvalidKey)
	s.CallMCP(t, "", "products_get", object{"slug": "round-metal"})

	type series struct{ operation, channel, status, problem string }
	counts, durations := map[series]float64{}, map[series]float64{}
	for _, sample := range s.Scrape(t) {
		l := sample.Labels
		if sample.Name == "storefront_calls_total" && sample.Value != 0 {
			counts[series{l["operation"], l["channel"], l["status"], l["problem"]}] = sample.Value
		}
		if sample.Name == "storefront_call_duration_seconds_count" && sample.Value != 0 {
			durations[series{operation: l["operation"], channel: l["channel"]}] = sample.Value
		}
	}
	want := map[series]float64{}
	for _, op := range s.Contract.Tools() {
		want[series{op.Name, "http", "422", "validation_failed"}]++
		if op.RESTOnly {
			want[series{op.Name, "mcp", "403", "rest_only"}]++
		} else {
			want[series{op.Name, "mcp", "422", "validation_failed"}]++
		}
	}
	want[series{"products.get", "http", "200", ""}]++
	want[series{"products.get", "mcp", "200", ""}]++
	want[series{"products.get", "http", "401", "invalid_key"}]++
	ended := map[series]float64{}
	for c, n := range want {
		ended[series{operation: c.operation, channel: c.channel}] += n
		if counts[c] != n {
			t.Errorf("%+v was counted %v times, want %v", c, counts[c], n)
		}
		delete(counts, c)
	}
	for c, n := range counts {
		t.Errorf("%+v was counted %v times, and was not called", c, n)
	}
	for c, n := range ended {
		if durations[c] != n {
			t.Errorf("%+v has %v durations, want %v", c, durations[c], n)
		}
	}
}

// Whatever callers send, there are no more series: addresses and names that do not exist,
// tools, methods, keys.
func TestWhatCallersSendMakesNoSeries(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	send := func(round string) {
		for _, c := range []struct{ method, path string }{
			{"GET", "/no-such-" + round}, {"POST", "/api/v1/tools/no." + round}, {"GET", "/api/v1/tools/products.get"}, {"PUT", "/" + round},
			{"GET", "/products/" + round}, {"GET", "/problems/" + round}, {"POST", "/api/mcp/" + round}, {"DELETE", "/api/mcp"}, {"GET", "/openapi.json?x=" + round},
		} {
			r, err := http.NewRequestWithContext(t.Context(), c.method, s.URL+c.path, strings.NewReader(`{}`))
			if err != nil {
				t.Fatal(err)
			}
			r.Header.Set("Authorization", "Bearer "+round)
			r.Header.Set("User-Agent", round)
			answer, err := http.DefaultClient.Do(r)
			if err != nil {
				t.Fatal(err)
			}
			answer.Body.Close()
		}
		s.Do(t, "", s.MCPRequest(t, "", []byte(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"no_`+round+`","arguments":{}}}`)))
		s.CallMCP(t, "", "products_get", object{"slug": round})
	}
	names := func() (all []string) {
		for _, sample := range s.Scrape(t) {
			if strings.HasPrefix(sample.Name, "storefront_") && sample.Labels["statement"] == "" { // jobs ask others as time goes on
				all = append(all, fmt.Sprint(sample.Name, sample.Labels))
			}
		}
		slices.Sort(all)
		return all
	}
	send("alpha")
	before := names()
	send("omega")
	for _, name := range names() {
		if strings.Contains(name, "alpha") || strings.Contains(name, "omega") || !slices.Contains(before, name) && !strings.Contains(name, "job") {
			t.Errorf("there is now %s", name)
		}
	}
}
