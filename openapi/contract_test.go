// Package openapi_test checks the contract against the rules of this project.
package openapi_test

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/storefront/storefront/gen"
	"github.com/storefront/storefront/openapi/bundle"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/schema"
)

const maxInteger = 9007199254740991

// The contract as a document and as the service loads it, each parsed once.
var (
	parsed = sync.OnceValues(func() (*openapi3.T, error) { return openapi3.NewLoader().LoadFromData(gen.OpenAPIJSON()) })
	loaded = sync.OnceValues(func() (*contract.Contract, error) { return contract.Load(gen.OpenAPIJSON(), gen.ToolsJSON()) })
)

func load(t *testing.T) *openapi3.T {
	t.Helper()
	doc, err := parsed()
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// tools calls fn for each operation of the contract that is a tool.
func tools(t *testing.T, fn func(t *testing.T, name string, op *openapi3.Operation)) {
	t.Helper()
	found := 0
	for path, item := range load(t).Paths.Map() {
		name, isTool := strings.CutPrefix(path, contract.ToolPath)
		if !isTool {
			continue
		}
		found++
		t.Run(name, func(t *testing.T) {
			if len(item.Operations()) != 1 || item.Post == nil {
				t.Fatalf("methods %v, want POST only", item.Operations())
			}
			fn(t, name, item.Post)
		})
	}
	if found == 0 {
		t.Error("no tools")
	}
}

func TestTheBundleIsTheContract(t *testing.T) {
	t.Parallel()
	doc, err := bundle.Contract("openapi.yaml")
	if err != nil {
		t.Fatal(err)
	}
	text, err := bundle.JSON(doc)
	if err != nil {
		t.Fatal(err)
	}
	if string(text) != string(gen.OpenAPIJSON()) {
		t.Error("gen/openapi.json is not the bundle of openapi/; run make generate")
	}
	if err := load(t).Validate(context.Background(), openapi3.EnableExamplesValidation()); err != nil {
		t.Error(err)
	}
}

func TestEveryReferenceStaysInside(t *testing.T) {
	t.Parallel()
	for _, ref := range regexp.MustCompile(`"\$ref": "([^"]*)"`).FindAllSubmatch(gen.OpenAPIJSON(), -1) {
		if !strings.HasPrefix(string(ref[1]), "#/components/") {
			t.Errorf("$ref %s leads outside", ref[1])
		}
	}
}

func TestEveryToolIsDescribed(t *testing.T) {
	t.Parallel()
	name := regexp.MustCompile(`^[a-z]+\.[a-z_]+$`)
	tools(t, func(t *testing.T, tool string, op *openapi3.Operation) {
		if op.OperationID != tool || !name.MatchString(tool) {
			t.Errorf("operationId %q at %s", op.OperationID, tool)
		}
		if resource, _, _ := strings.Cut(tool, "."); len(op.Tags) != 1 || op.Tags[0] != resource {
			t.Errorf("tags %v", op.Tags)
		}
		if op.Summary == "" || len(strings.TrimSpace(op.Description)) < 40 {
			t.Errorf("summary %q, description %q", op.Summary, op.Description)
		}
	})
}

func TestEveryToolNeedsOneScope(t *testing.T) {
	t.Parallel()
	c, err := loaded()
	if err != nil {
		t.Fatal(err)
	}
	tools(t, func(t *testing.T, name string, _ *openapi3.Operation) {
		op := c.Tool(name)
		if !slices.Contains(contract.Scopes, op.Scope) {
			t.Errorf("scope %q", op.Scope)
		}
		if op.ReadOnly && op.Destructive || op.Anonymous && !op.ReadOnly {
			t.Errorf("hints: %+v", op)
		}
		if write := strings.HasSuffix(op.Scope, ":write") || op.Scope == "audit:revert"; write == op.ReadOnly && op.Scope != "cart:write" && op.Scope != "marketing:write" { // there is no scope for reading carts and campaigns
			t.Errorf("readOnly %v with the scope %s", op.ReadOnly, op.Scope)
		}
	})
}

func TestEveryToolDeclaresItsAnswers(t *testing.T) {
	t.Parallel()
	limits := []string{"RateLimit-Policy", "RateLimit", "RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset", "X-Request-Id"}
	c, err := loaded()
	if err != nil {
		t.Fatal(err)
	}
	tools(t, func(t *testing.T, name string, op *openapi3.Operation) {
		if r := op.Responses.Value("403"); (r.Ref == "#/components/responses/ForbiddenError") != (c.Tool(name).Feature == "") || !slices.Contains(codesOf(r.Value), problem.InsufficientScope) ||
			slices.Contains(codesOf(r.Value), problem.FeatureDisabled) != (c.Tool(name).Feature != "") {
			t.Errorf("403 is %q with %v", r.Ref, codesOf(r.Value))
		}
		if r := op.Responses.Value("400"); (r.Ref == "#/components/responses/BadRequestError") != c.Tool(name).ReadOnly {
			t.Errorf("400 is %q", r.Ref)
		}
		for status, component := range map[string]string{
			"401": "UnauthorizedError",
			"429": "TooManyRequestsError", "500": "InternalError", "default": "OtherError",
		} {
			if r := op.Responses.Value(status); r == nil || r.Ref != "#/components/responses/"+component {
				t.Errorf("%s is not %s", status, component)
			}
		}
		for status, response := range op.Responses.Map() {
			required := limits
			switch status {
			case "401":
				required = append(slices.Clone(limits), "WWW-Authenticate")
			case "429":
				required = append(slices.Clone(limits), "Retry-After")
			case "500", "default": // the limiter itself may have failed
				required = []string{"X-Request-Id"}
			}
			for _, header := range required {
				if h := response.Value.Headers[header]; h == nil || !h.Value.Required {
					t.Errorf("%s does not require the header %s", status, header)
				}
			}
		}
	})
}

func TestEveryToolHasExamples(t *testing.T) {
	t.Parallel()
	tools(t, func(t *testing.T, _ string, op *openapi3.Operation) {
		if !op.RequestBody.Value.Required || len(op.RequestBody.Value.Content["application/json"].Examples) == 0 {
			t.Error("the request is not required or has no example")
		}
		if len(op.Responses.Value("200").Value.Content["application/json"].Examples) == 0 {
			t.Error("the answer has no example")
		}
	})
}

// Several hosts of models refuse a dot in the name of a tool.
func TestEveryToolHasANameForMCP(t *testing.T) {
	t.Parallel()
	c, err := loaded()
	if err != nil {
		t.Fatal(err)
	}
	for _, op := range c.Tools() {
		if !regexp.MustCompile(`^[a-zA-Z0-9_-]{1,64}$`).MatchString(op.MCPName) || strings.Replace(op.MCPName, "_", ".", 1) != op.Name {
			t.Errorf("%s is called %s over MCP", op.Name, op.MCPName)
		}
	}
}

// Every request is closed and bounded, with keywords that the validator
// enforces.
func TestEveryRequestIsBounded(t *testing.T) {
	t.Parallel()
	var doc map[string]any
	if err := json.Unmarshal(gen.OpenAPIJSON(), &doc); err != nil {
		t.Fatal(err)
	}
	tools(t, func(t *testing.T, name string, _ *openapi3.Operation) {
		body := dig(doc, "paths", contract.ToolPath+name, "post", "requestBody", "content", "application/json", "schema")
		walk(doc, body, name, map[string]bool{}, func(where string, s map[string]any) {
			for _, fault := range unbounded(s) {
				t.Errorf("%s: %s", where, fault)
			}
		})
	})
}

func unbounded(s map[string]any) (faults []string) {
	for keyword := range s {
		if !slices.Contains(schema.Keywords, keyword) {
			faults = append(faults, fmt.Sprintf("the keyword %s is not enforced", keyword))
		}
	}
	types := typesOf(s)
	if types == nil && s["not"] != nil { // every type that it does not exclude
		excluded := typesOf(asMap(s["not"]))
		types = slices.DeleteFunc([]string{"string", "array", "object"}, func(name string) bool { return slices.Contains(excluded, name) })
	}
	if slices.Contains(types, "string") && s["enum"] == nil && (s["maxLength"] == nil || s["pattern"] == nil && s["format"] != "email") {
		faults = append(faults, "a string without maxLength, or without a pattern that keeps NUL out")
	}
	if slices.Contains(types, "integer") {
		low, lowOK := s["minimum"].(float64)
		high, highOK := s["maximum"].(float64)
		if !lowOK || !highOK || low < -maxInteger || high > maxInteger || s["format"] != "int64" {
			faults = append(faults, "an integer without bounds or format")
		}
	}
	if slices.Contains(types, "array") && s["maxItems"] == nil {
		faults = append(faults, "an array without maxItems")
	}
	if slices.Contains(types, "object") && s["additionalProperties"] != false && s["maxProperties"] == nil {
		faults = append(faults, "an open object without maxProperties")
	}
	return faults
}

// walk calls fn for a schema and all of its subschemas, once for each.
func walk(doc map[string]any, node any, where string, seen map[string]bool, fn func(string, map[string]any)) {
	s, ok := node.(map[string]any)
	if !ok {
		return
	}
	if ref, ok := s["$ref"].(string); ok {
		if !seen[ref] {
			seen[ref] = true
			walk(doc, dig(doc, strings.Split(strings.TrimPrefix(ref, "#/"), "/")...), where+" "+ref, seen, fn)
		}
		return
	}
	fn(where, s)
	for name, p := range asMap(s["properties"]) {
		walk(doc, p, where+"/"+name, seen, fn)
	}
	for _, keyword := range []string{"items", "additionalProperties", "propertyNames"} {
		walk(doc, s[keyword], where+"/"+keyword, seen, fn)
	}
}

func dig(node any, path ...string) any {
	for _, step := range path {
		node = asMap(node)[step]
	}
	return node
}

func asMap(v any) map[string]any {
	m, _ := v.(map[string]any)
	return m
}

func typesOf(s map[string]any) []string {
	switch v := s["type"].(type) {
	case string:
		return []string{v}
	case []any:
		var out []string
		for _, t := range v {
			out = append(out, fmt.Sprint(t))
		}
		return out
	}
	return nil
}

// An example of a problem shows what the service returns: title, status and type
// of its code.
func TestTheExamplesOfProblemsAreOfTheCatalogue(t *testing.T) {
	t.Parallel()
	found := 0
	for name, response := range load(t).Components.Responses {
		media := response.Value.Content[problem.MediaType]
		if media == nil {
			continue // 304
		}
		for _, example := range media.Examples {
			p := asMap(example.Value.Value)
			kind, ok := problem.Catalogue[problem.Code(fmt.Sprint(p["code"]))]
			if !ok || p["title"] != kind.Title || fmt.Sprint(p["status"]) != fmt.Sprint(kind.Status) || p["error"] != p["detail"] {
				t.Errorf("%s: %v, want %+v", name, p, kind)
			}
			if retryable, _ := p["retryable"].(bool); retryable != kind.Retryable {
				t.Errorf("%s: retryable %v", name, retryable)
			}
			if kind.Status != 429 && !strings.HasSuffix(fmt.Sprint(p["type"]), "/problems/"+fmt.Sprint(p["code"])) {
				t.Errorf("%s: type %v", name, p["type"])
			}
			found++
		}
	}
	if found < 8 {
		t.Errorf("%d examples of problems", found)
	}
}
