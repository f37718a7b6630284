package discovery_test

import (
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
)

// loaded returns the operations as a document, which is valid, and its text.
func loaded(t *testing.T, s *servertest.Server, query string) (*openapi3.T, string) {
	t.Helper()
	reply := s.Get(t, "/openapi/tools.json"+query)
	doc, err := openapi3.NewLoader().LoadFromData(reply.Body)
	if err != nil {
		t.Fatal(query, err)
	}
	if err := doc.Validate(t.Context()); err != nil || doc.Servers[0].URL != s.URL {
		t.Errorf("%s: %v, at %s", query, err, doc.Servers[0].URL)
	}
	if reply.Header.Get("ETag") == "" || reply.Header.Get("Cache-Control") == "" {
		t.Errorf("%s: headers %v", query, reply.Header)
	}
	return doc, string(reply.Body)
}

func TestTheOperationsOfSomeGroupsAreADocument(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	whole, _ := loaded(t, s, "")
	for _, groups := range append(s.Contract.Groups(), "orders,cart", "products,categories,site", strings.Join(s.Contract.Groups(), ",")) {
		doc, text := loaded(t, s, "?toolsets="+groups)
		var want []string
		for _, op := range s.Contract.Tools() {
			if slices.Contains(strings.Split(groups, ","), op.Tag) {
				want = append(want, contract.ToolPath+op.Name)
			}
		}
		slices.Sort(want)
		if got := slices.Sorted(maps.Keys(doc.Paths.Map())); !slices.Equal(got, want) {
			t.Errorf("%s has %v", groups, got)
		}
		if len(doc.Tags) != len(strings.Split(groups, ",")) || doc.Components.SecuritySchemes["bearer"] == nil {
			t.Errorf("%s: tags %v", groups, doc.Tags)
		}
		for name := range doc.Components.Schemas {
			if !strings.Contains(text, `"#/components/schemas/`+name+`"`) {
				t.Errorf("%s has the schema %s, which nothing uses", groups, name)
			}
		}
		if groups == strings.Join(s.Contract.Groups(), ",") && len(doc.Components.Schemas) != len(whole.Components.Schemas) {
			t.Errorf("all groups have %d schemas, the whole has %d", len(doc.Components.Schemas), len(whole.Components.Schemas))
		}
	}
}

// described are the descriptions of a document and of what is in it, without those within examples.
func described(in any, into *[]string) {
	switch in := in.(type) {
	case []any:
		for _, inner := range in {
			described(inner, into)
		}
	case map[string]any:
		for key, inner := range in {
			if text, ok := inner.(string); ok && key == "description" {
				*into = append(*into, text)
			} else if !strings.HasPrefix(key, "example") {
				described(inner, into)
			}
		}
	}
}

func TestBriefDescriptions(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	texts := func(query string) (all []string) {
		_, text := loaded(t, s, query)
		var doc any
		if err := json.Unmarshal([]byte(text), &doc); err != nil {
			t.Fatal(err)
		}
		described(doc, &all)
		return all
	}
	whole := texts("")
	begins := regexp.MustCompile(`[.…]$`)
	for query, count := range map[string]int{"?brief=true": len(whole), "?brief=true&toolsets=orders,cart": 0, "?toolsets=orders&brief=true": 0} {
		got := texts(query)
		if len(got) == 0 || count > 0 && len(got) != count {
			t.Errorf("%s: %d descriptions, want %d", query, len(got), count)
		}
		for _, text := range got {
			switch {
			case utf8.RuneCountInString(text) > 300:
				t.Errorf("%s: %d characters: %s", query, utf8.RuneCountInString(text), text)
			case !slices.Contains(whole, text) && (!begins.MatchString(text) || !slices.ContainsFunc(whole, func(long string) bool { return strings.HasPrefix(long, strings.TrimSuffix(text, "…")) })):
				t.Errorf("%s: %q is not the beginning of a description", query, text)
			}
		}
	}
	if same := texts("?brief=false"); len(same) != len(whole) || slices.MaxFunc(same, func(a, b string) int { return len(a) - len(b) }) != slices.MaxFunc(whole, func(a, b string) int { return len(a) - len(b) }) {
		t.Error("brief=false is not the whole")
	}
}

func TestAWrongSelectionIsRefused(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	for query, pointer := range map[string]string{"toolsets=stock": "/toolsets/0", "toolsets=orders,stock": "/toolsets/1", "toolsets=": "/toolsets/0", "brief=1": "/brief", "toolset=orders": "/toolset"} {
		if p := s.Get(t, "/openapi/tools.json?"+query).Problem(t, problem.ValidationFailed); len(p.Errors) != 1 || p.Errors[0].Pointer != pointer {
			t.Errorf("%s: %+v", query, p.Errors)
		}
	}
}

func TestTheCollectionForPostman(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	type pair struct{ Key, Value string }
	var got struct {
		Info struct{ Name, Schema string }
		Item []struct {
			Name string
			Item []struct {
				Name    string
				Request struct {
					Method string
					URL    struct{ Raw string }
					Auth   *struct{ Type string }
					Header []pair
					Body   struct{ Mode, Raw string }
				}
				Response []struct{ Body string }
			}
		}
		Variable []pair
	}
	if err := json.Unmarshal(s.Get(t, "/openapi/postman.json").Body, &got); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(got.Variable, []pair{{"url", s.URL}, {"key", ""}}) || got.Info.Name == "" || len(got.Item) != len(s.Contract.Groups()) {
		t.Errorf("%+v, %d folders", got.Variable, len(got.Item))
	}
	requests := map[string]int{}
	for _, folder := range got.Item {
		for _, item := range folder.Item {
			name := strings.TrimPrefix(item.Request.URL.Raw, "{{url}}"+contract.ToolPath)
			op := s.Contract.Tool(name)
			if op == nil || op.Tag != folder.Name || !strings.HasPrefix(item.Name, name) {
				t.Errorf("%s in %s calls %s", item.Name, folder.Name, item.Request.URL.Raw)
				continue
			}
			requests[name]++
			if _, faults, err := op.Request.Check([]byte(item.Request.Body.Raw)); err != nil || len(faults) > 0 {
				t.Errorf("%s: %v %v", item.Name, err, faults)
			}
			if (item.Request.Auth != nil) != op.Anonymous || slices.Contains(item.Request.Header, pair{"Idempotency-Key", "{{$guid}}"}) == op.ReadOnly {
				t.Errorf("%s: %+v", item.Name, item.Request)
			}
			if requests[name] == 1 && (len(item.Response) == 0 || !json.Valid([]byte(item.Response[0].Body))) {
				t.Errorf("%s: answers %+v", item.Name, item.Response)
			}
		}
	}
	for _, op := range s.Contract.Tools() {
		if want := len(servertest.Document().Paths.Value(contract.ToolPath + op.Name).Post.RequestBody.Value.Content["application/json"].Examples); requests[op.Name] != want || want == 0 {
			t.Errorf("%s: %d requests, %d examples", op.Name, requests[op.Name], want)
		}
	}
}
