package contract_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/storefront/storefront/gen"
	"github.com/storefront/storefront/server/platform/contract"
)

// A description has the line breaks that mean something: between paragraphs and
// before each item of a list.
func TestDescriptionsKeepTheirLists(t *testing.T) {
	t.Parallel()
	c, err := contract.Load(gen.OpenAPIJSON(), gen.ToolsJSON())
	if err != nil {
		t.Fatal(err)
	}
	moves, list := c.Tool("orders.update_status").Description, c.Tool("orders.list").Description
	if !strings.Contains(moves, "Legal moves:\n- pending_payment → paid\n- pending → paid, processing\n") || !strings.Contains(moves, "\n\n`refunded`") {
		t.Errorf("the moves are not a list: %s", moves)
	}
	if strings.Count(moves, "\n") != 14 || strings.Contains(list, "\n") {
		t.Errorf("lines are not joined: %s, %s", moves, list)
	}
}

// withFields returns the contract with fields added to products.search.
func withFields(t *testing.T, fields string) []byte {
	t.Helper()
	const place = `"operationId": "products.search",`
	changed := bytes.Replace(gen.OpenAPIJSON(), []byte(place), []byte(place+fields), 1)
	if len(changed) == len(gen.OpenAPIJSON()) {
		t.Fatal("products.search is elsewhere")
	}
	return changed
}

func TestADeprecationIsRead(t *testing.T) {
	t.Parallel()
	c, err := contract.Load(withFields(t, `"deprecated": true, "x-deprecation": {"date": "2027-01-01", "sunset": "2027-04-01", "link": "/docs/versioning"},`), gen.ToolsJSON())
	if err != nil {
		t.Fatal(err)
	}
	day := func(m time.Month) time.Time { return time.Date(2027, m, 1, 0, 0, 0, 0, time.UTC) }
	want := contract.Deprecation{Date: day(time.January), Sunset: day(time.April), Link: "/docs/versioning"}
	if got := c.Tool("products.search").Deprecation; got == nil || *got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	if c.Tool("products.get").Deprecation != nil {
		t.Error("products.get is deprecated too")
	}
}

func TestADeprecationThatCannotBeAnnounced(t *testing.T) {
	t.Parallel()
	for fields, why := range map[string]string{
		`"deprecated": true,`: "is deprecated without x-deprecation",
		`"x-deprecation": {"date": "2027-01-01", "sunset": "2027-06-30", "link": "/a"},`:                                       "is not deprecated",
		`"deprecated": true, "x-deprecation": "soon",`:                                                                         "must have date, sunset and link",
		`"deprecated": true, "x-deprecation": {"date": "2027-01-01", "sunset": "2027-06-30"},`:                                 "must have date, sunset and link",
		`"deprecated": true, "x-deprecation": {"date": "2027-01-01", "sunset": "2027-03-31", "link": "/a"},`:                   "less than 90 days",
		`"deprecated": true, "x-deprecation": {"date": "soon", "sunset": "2027-03-31", "link": "/a"},`:                         "the date soon",
		`"deprecated": true, "x-deprecation": {"date": "2027-01-01", "sunset": "2027-02-30", "link": "/a"},`:                   "the sunset 2027-02-30",
		`"deprecated": true, "x-deprecation": {"date": "2027-01-01", "sunset": "2027-06-30", "link": "docs"},`:                 "neither an https address nor a path",
		`"deprecated": true, "x-deprecation": {"date": "2027-01-01", "sunset": "2027-06-30", "link": "ftp://a.example/"},`:     "neither an https address nor a path",
		`"deprecated": true, "x-deprecation": {"date": "2027-01-01", "sunset": "2027-06-30", "link": "/a>; rel=\"license\""},`: "neither an https address nor a path",
	} {
		_, err := contract.Load(withFields(t, fields), gen.ToolsJSON())
		if err == nil || !strings.Contains(err.Error(), why) || !strings.Contains(err.Error(), "products.search") {
			t.Errorf("%s: %v, want %q", fields, err, why)
		}
	}
}

// The route that kin-openapi uses has the one scope, and a body schema of its
// own that accepts every value, because the decoder has validated it.
func TestEachOperationHasItsRoute(t *testing.T) {
	t.Parallel()
	c, err := contract.Load(gen.OpenAPIJSON(), gen.ToolsJSON())
	if err != nil {
		t.Fatal(err)
	}
	for _, op := range c.Tools() {
		route := op.Route.Operation
		if op.Route.Spec.IsOpenAPI31OrLater() {
			t.Errorf("%s: its schemas would be compiled for each value", op.Name)
		}
		if s := *route.Security; len(s) != 1 || len(s[0]) != 1 || len(s[0]["bearer"]) != 1 || s[0]["bearer"][0] != op.Scope {
			t.Errorf("%s: security %v", op.Name, s)
		}
		body := route.RequestBody.Value
		ref := body.Content["application/json"].Schema
		if !body.Required || len(body.Content) != 1 || !ref.Value.IsEmpty() {
			t.Errorf("%s: body %+v", op.Name, body)
		}
		if contract.RequestOf(ref) != op.Request {
			t.Errorf("%s: its body leads to another schema", op.Name)
		}
	}
	for _, other := range []*openapi3.SchemaRef{nil, {}, {Value: openapi3.NewSchema()}} {
		if contract.RequestOf(other) != nil {
			t.Errorf("%v leads to a schema", other)
		}
	}
}

func TestABodyIsRequired(t *testing.T) {
	t.Parallel()
	document := strings.Replace(string(gen.OpenAPIJSON()), `"required": true`, `"required": false`, 1)
	if _, err := contract.Load([]byte(document), gen.ToolsJSON()); err == nil || !strings.Contains(err.Error(), "required") {
		t.Errorf("a body that may be left out: %v", err)
	}
}
