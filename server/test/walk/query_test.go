package walk_test

import (
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/walk"
)

// An address that declares 422 refuses a parameter that it does not have.
func TestEveryQueryIsValidated(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	key, strict := s.Key(t, "catalog:read"), 0
	for path, item := range servertest.Document().Paths.Map() {
		if item.Get == nil || item.Get.Responses.Value("422") == nil {
			continue
		}
		strict++
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL+path+"?no_such_parameter=1", nil)
		if err != nil {
			t.Fatal(err)
		}
		if walk.NeedsKey(item.Get) {
			r.Header.Set("Authorization", "Bearer "+key)
		}
		s.Do(t, "", r).Problem(t, problem.ValidationFailed)
	}
	if strict < 10 {
		t.Errorf("%d addresses", strict)
	}
	r := s.MCPRequest(t, "", []byte(`{"jsonrpc":"2.0","id":1,"method":"ping"}`))
	r.URL.RawQuery = "names=dashed"
	s.Do(t, "", r).Problem(t, problem.ValidationFailed)
	s.Get(t, "/api/v1/tools?name=no.such").Problem(t, problem.ToolNotFound)
}

// The example of the MCP endpoint, with the examples of its headers, is answered.
func TestTheExampleOfMCPIsAnswered(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	post := servertest.Document().Paths.Value("/api/mcp").Post
	for name, body := range walk.ExamplesOf(t, post.RequestBody.Value.Content["application/json"]) {
		r := s.MCPRequest(t, "", body)
		for _, p := range post.Parameters {
			if p.Value.In == "header" {
				r.Header.Set(p.Value.Name, p.Value.Example.(string))
			}
		}
		if reply := s.Do(t, "", r); reply.Status != 200 || strings.Contains(string(reply.Body), `"error"`) || strings.Contains(string(reply.Body), `"isError":true`) {
			t.Errorf("%s: %d %s", name, reply.Status, reply.Body)
		}
	}
}

// The tests of some room see to the refusals of every group of operations.
func TestEveryGroupHasARoomThatProvokesItsRefusals(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../../shop/*/main_test.go")
	if err != nil {
		t.Fatal(err)
	}
	var claimed []string
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		call := regexp.MustCompile(`servertest\.EveryRefusal\(([^)]*)\)`).FindSubmatch(text)
		if call == nil {
			continue
		}
		for _, group := range regexp.MustCompile(`"(\w+)"`).FindAllSubmatch(call[1], -1) {
			claimed = append(claimed, string(group[1]))
		}
	}
	for _, op := range servertest.Contract().Tools() {
		if !slices.Contains(claimed, op.Tag) {
			t.Errorf("no TestMain of server/shop calls servertest.EveryRefusal(%q), so nobody sees whether %s refuses as the contract says", op.Tag, op.Name)
		}
	}
}
