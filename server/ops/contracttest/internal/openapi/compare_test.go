package openapi_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/storefront/storefront/gen"
	"github.com/storefront/storefront/server/ops/contracttest/internal/openapi"
)

// edit is a change of the text of the contract, which has no white space, and
// what is said of it.
type edit struct{ is, becomes, want string }

// compareEdited compares the contract with itself after all edits at once:
// parsing a document takes long.
func compareEdited(t *testing.T, edits []edit) openapi.Differences {
	t.Helper()
	var compact bytes.Buffer
	if err := json.Compact(&compact, gen.OpenAPIJSON()); err != nil {
		t.Fatal(err)
	}
	text := compact.String()
	for _, e := range edits {
		if !strings.Contains(text, e.is) {
			t.Fatalf("the contract has no %s", e.is)
		}
		text = strings.ReplaceAll(text, e.is, e.becomes)
	}
	newer, err := openapi.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	builtIn, err := openapi.BuiltIn()
	if err != nil {
		t.Fatal(err)
	}
	return openapi.Compare(builtIn, newer)
}

func wantEach(t *testing.T, edits []edit, said []string) {
	t.Helper()
	for _, e := range edits {
		if !slices.ContainsFunc(said, func(line string) bool { return strings.Contains(line, e.want) }) {
			t.Errorf("%s: want %q in %q", e.becomes, e.want, said)
		}
	}
}

func TestBreaksAreFound(t *testing.T) {
	t.Parallel()
	edits := []edit{
		{`"/api/v1/tools/pages.delete":{"post"`, `"/api/v1/tools/pages.delete":{"put"`, "pages.delete: POST /api/v1/tools/pages.delete is gone"},
		{`"operationId":"pages.list"`, `"operationId":"pages.index"`, `is named "pages.index" instead of "pages.list"`},
		{`"security":[{"bearer":["orders:read"]}]`, `"security":[{"bearer":["orders:write"]}]`, `needs the scope "orders:write" instead of "orders:read"`},
		{`"security":[{},{"bearer":["categories:read"]}]`, `"security":[{"bearer":["categories:read"]}]`, "categories.list: a key is needed now"},
		{`"readOnly":true`, `"readOnly":false`, "x-agent-hints promises less"},
		{`"required":["slug","patch"]`, `"required":["slug","patch","expectedUpdatedAt"]`, "the request/expectedUpdatedAt is required now"},
		{`"includeEmpty":`, `"withEmpty":`, "categories.list: the request/includeEmpty is gone"},
		{`"productCount":`, `"products":`, "the answer 200/result/*/productCount is gone"},
		{`"required":["id","slug","title","status","updatedAt"]`, `"required":["id"]`, "the answer 200/result/*/slug may be missing now"},
		{`"productName":{"type":"string"`, `"productName":{"type":["string","null"]`, "the type is [string null] instead of [string]"},
		{`"type":["integer","null"]`, `"type":"integer"`, "the type is [integer] instead of [integer null]"},
		{`"enum":["percent","fixed"]`, `"enum":["percent"]`, "no longer accepts [fixed]"},
		{`"maxLength":500`, `"maxLength":400`, "the request/q: maxLength is 400 instead of 500"},
		{`"minLength":2`, `"minLength":3`, "minLength is 3 instead of 2"},
		{`"maxItems":2000`, `"maxItems":3000`, "the answer 200/result: maxItems is 3000 instead of 2000"},
		{`"pattern":"^https://"`, `"pattern":"^https://images"`, "pattern is ^https://images instead of ^https://"},
		{`"default":50`, `"default":20`, "the default is 20 instead of 50"},
		{`"404":{"$ref":"#/components/responses/ProblemNotFoundError"}`, `"410":{"$ref":"#/components/responses/ProblemNotFoundError"}`, "the answer 404 is gone"},
		{`"text/markdown":`, `"text/plain2":`, "the answer 200, as text/markdown is gone"},
		{`"Cache-Control":{"$ref"`, `"Cache":{"$ref"`, "header Cache-Control is gone"},
		{`"name":"scope","in":"query"`, `"name":"scopes","in":"query"`, "the parameter scope is gone"},
		{`"name":"schema","in":"query"`, `"name":"schema","required":true,"in":"query"`, "the parameter schema is required now"},
	}
	wantEach(t, edits, compareEdited(t, edits).Breaks)
}

func TestAdditionsAreNoBreaks(t *testing.T) {
	t.Parallel()
	edits := []edit{
		{`"/api/v1/tools/pages.delete":{"post"`, `"/api/v1/tools/pages.delete":{"get":{"operationId":"pages.new","responses":{"200":{"description":"a"}}},"post"`, "pages.new: a new operation"},
		{`"includeEmpty":`, `"another":{"type":"boolean"},"includeEmpty":`, "the request/another is new"},
		{`"productCount":`, `"another":{"type":"boolean"},"productCount":`, "the answer 200/result/*/another is new"},
		{`"enum":["percent","fixed"]`, `"enum":["percent","fixed","gift"]`, "the new values [gift]"},
		{`["code_taken",`, `["code_taken","code_reserved",`, "the answer 409, with the code code_reserved is new"},
		{`"security":[{"bearer":["orders:read"]}]`, `"security":[{},{"bearer":["orders:read"]}]`, "works without a key now"},
		{`"operationId":"pages.list"`, `"deprecated":true,"operationId":"pages.list"`, "pages.list: is deprecated"},
		{`{"name":"schema","in":"query"`, `{"name":"more","in":"query","schema":{"type":"string"}},{"name":"schema","in":"query"`, "the parameter more is new"},
	}
	d := compareEdited(t, edits)
	wantEach(t, edits, d.Additions)
	if len(d.Breaks) > 0 {
		t.Errorf("%q", d.Breaks)
	}
}

// What no client reads, and what only accepts more or promises more, counts as
// nothing.
func TestTheRestDoesNotCount(t *testing.T) {
	t.Parallel()
	d := compareEdited(t, []edit{
		{`"url":"https://shop.example"`, `"url":"https://other.example"`, ""},
		{`"summary":"List orders"`, `"summary":"All orders"`, ""},
		{`"maxLength":254`, `"maxLength":320`, ""},
		{`"headers":{"RateLimit-Policy":`, `"headers":{"X-New":{"schema":{"type":"string"}},"RateLimit-Policy":`, ""},
		{`"code","resolution","ok","error"]`, `"code","resolution","ok","error","retryable"]`, ""},
	})
	if len(d.Breaks)+len(d.Additions) > 0 {
		t.Errorf("%+v", d)
	}
}

func TestWhatIsNoContractIsRefused(t *testing.T) {
	t.Parallel()
	for text, why := range map[string]string{
		`{`:              "unexpected end of JSON input",
		`[]`:             "cannot unmarshal array",
		`{"paths":{}}`:   "value of openapi must be a non-empty string",
		`<!doctype html`: "invalid character",
		`{"openapi":"3.1.0","paths":{"/a":{"get":{"operationId":"a.b"}}}}`: "info",
	} {
		if _, err := openapi.Parse([]byte(text)); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%s: %v, want %q", text, err, why)
		}
	}
}
