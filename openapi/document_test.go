package openapi_test

import (
	"context"
	"errors"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"go.yaml.in/yaml/v3"

	"github.com/storefront/storefront/gen"
	"github.com/storefront/storefront/openapi/bundle"
	"github.com/storefront/storefront/server/platform/contract"
)

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

func TestTheOperationsAloneAreADocument(t *testing.T) {
	t.Parallel()
	doc, err := openapi3.NewLoader().LoadFromData(gen.OpenAPIToolsJSON())
	if err != nil {
		t.Fatal(err)
	}
	all := load(t)
	for path := range all.Paths.Map() {
		if isTool := strings.HasPrefix(path, contract.ToolPath); isTool != (doc.Paths.Value(path) != nil) {
			t.Errorf("%s is there: %v", path, !isTool)
		}
	}
	for _, name := range []string{"ServerCard", "JSONRPCMessage", "ToolList"} {
		if all.Components.Schemas[name] == nil || doc.Components.Schemas[name] != nil {
			t.Errorf("the schema %s of a document is there", name)
		}
	}
	if doc.Tags.Get("system") != nil || doc.Tags.Get("products") == nil || doc.Components.SecuritySchemes["bearer"] == nil {
		t.Error("tags or the security scheme are not those of the operations")
	}
}

// Clients are generated from the documents of what the service answers, receivers from that of what it sends.
func TestEventsHaveADocumentOfTheirOwn(t *testing.T) {
	t.Parallel()
	text, err := bundle.Events("events.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if bundled, err := bundle.JSON(text); err != nil || string(bundled) != string(gen.OpenAPIEventsJSON()) {
		t.Errorf("gen/openapi.events.json is not the bundle of openapi/events.yaml; run make generate: %v", err)
	}
	events, err := openapi3.NewLoader().LoadFromData(gen.OpenAPIEventsJSON())
	if err != nil {
		t.Fatal(err)
	}
	if err := events.Validate(context.Background(), openapi3.EnableExamplesValidation()); err != nil {
		t.Error(err)
	}
	if load(t).Webhooks != nil || events.Paths.Len() != 0 || events.Info.Version != load(t).Info.Version {
		t.Errorf("webhooks beside paths, or version %s", events.Info.Version)
	}
	tags := load(t).Tags
	for name, item := range events.Webhooks {
		if item.Post.OperationID != "events."+name || tags.Get(item.Post.Tags[0]) != nil {
			t.Errorf("%s is %s, with the tags %v: generators make one class of a tag", name, item.Post.OperationID, item.Post.Tags)
		}
	}
	for _, kind := range load(t).Components.Schemas["EventType"].Value.Enum {
		if events.Webhooks[kind.(string)] == nil {
			t.Errorf("no message of %v is described", kind)
		}
	}
}

// What readers of YAML 1.1 take for another type is in quotes.
func TestYAMLMeansTheSameToEverybody(t *testing.T) {
	t.Parallel()
	const source = `
on: [on, Off, yes, N, "true", "null", "~", "", =]
numbers: ["1", "1.0", "0x1f", "0o7", "012", "1_000", "1e3", "12:30:45", 0.5, ".inf", "-", "+1"]
others: ["2026-11-02", "2026-11-02T14:05:00Z", ":symbol", "a: b", "#a", "*a", "&a", "a #b", "[a]"]
values: [true, null, 1, 1.5]
text: |
  on: off
plain: [a word, products.search, /openapi.json, $ref]
`
	const want = `"on": ["on", "Off", "yes", "N", "true", "null", "~", "", "="]
numbers: ["1", "1.0", "0x1f", "0o7", "012", "1_000", "1e3", "12:30:45", 0.5, ".inf", "-", "+1"]
others: ["2026-11-02", "2026-11-02T14:05:00Z", ":symbol", "a: b", "#a", "*a", "&a", "a #b", "[a]"]
values: [true, null, 1, 1.5]
text: |
  on: off
plain: [a word, products.search, /openapi.json, $ref]
`
	var doc yaml.Node
	if err := yaml.Unmarshal([]byte(source), &doc); err != nil {
		t.Fatal(err)
	}
	got, err := bundle.YAML(doc.Content[0])
	if err != nil || string(got) != want {
		t.Errorf("%v\n%s", err, got)
	}
	for name, document := range map[string][2][]byte{
		"the contract": {gen.OpenAPIYAML(), gen.OpenAPIJSON()}, "that of a sandbox": {gen.SandboxYAML(), gen.SandboxJSON()},
	} {
		var fromYAML, fromJSON any
		if err := errors.Join(yaml.Unmarshal(document[0], &fromYAML), yaml.Unmarshal(document[1], &fromJSON)); err != nil || !reflect.DeepEqual(fromYAML, fromJSON) {
			t.Errorf("%s is not the same as YAML and as JSON: %v", name, err)
		}
	}
}

func TestTheDocumentSaysWhatItIs(t *testing.T) {
	t.Parallel()
	doc := load(t)
	if doc.OpenAPI != "3.1.0" || doc.Info.Version != "1.0.0" || doc.Info.License == nil || doc.Info.License.Name != "MIT" {
		t.Errorf("openapi %s, version %s, license %+v", doc.OpenAPI, doc.Info.Version, doc.Info.License)
	}
	if doc.Info.Contact == nil || doc.Info.Contact.URL == "" {
		t.Error("whom to contact is not said")
	}
	if len(doc.Servers) != 1 || !strings.HasPrefix(doc.Servers[0].URL, "https://") {
		t.Errorf("the servers are %v: without an absolute address, clients call localhost", doc.Servers)
	}
}

// A reader finds each scope that a key can have, and what each extension means.
func TestTheDocumentNamesScopesAndExtensions(t *testing.T) {
	t.Parallel()
	doc := load(t)
	scheme := doc.Components.SecuritySchemes["bearer"].Value.Description
	for _, scope := range contract.Scopes {
		if !strings.Contains(scheme, "`"+scope+"`") {
			t.Errorf("the description of the security scheme does not name the scope %s", scope)
		}
	}
	listed := doc.Components.Schemas["Scope"].Value.Enum
	if !slices.EqualFunc(contract.Scopes, listed, func(scope string, value any) bool { return scope == value }) {
		t.Errorf("the schema Scope lists %v, want %v", listed, contract.Scopes)
	}
	for _, found := range regexp.MustCompile(`"(x-[a-z-]+)":`).FindAllSubmatch(gen.OpenAPIJSON(), -1) {
		if name := string(found[1]); !strings.Contains(doc.Info.Description, "`"+name) {
			t.Errorf("the extension %s is not explained in info", name)
		}
	}
}

// A slug in a request has the example of a slug that the operation itself is
// shown with, or of one that its examples could have: a category's is no
// product's.
func TestExamplesOfSlugsAreOfTheirKind(t *testing.T) {
	t.Parallel()
	kinds := map[string]string{"products": "round-metal", "cart": "round-metal", "categories": "solbriller", "pages": "om-os", "site": "om-os", "services": "synsproeve"}
	fields := 0
	tools(t, func(t *testing.T, name string, op *openapi3.Operation) {
		resource, _, _ := strings.Cut(name, ".")
		everyField(op.RequestBody.Value.Content["application/json"].Schema, "", func(path, field string, s *openapi3.Schema) {
			want := kinds[resource]
			switch field {
			case "categorySlug":
				want = kinds["categories"]
			case "slug":
			default:
				return
			}
			fields++
			if examples := exampleOf(s); examples != want {
				t.Errorf("%s has the example %q, want %q", path, examples, want)
			}
		})
	})
	if fields < 15 {
		t.Errorf("%d fields", fields)
	}
}

func exampleOf(s *openapi3.Schema) string {
	if len(s.Examples) == 0 {
		return ""
	}
	example, _ := s.Examples[0].(string)
	return example
}
