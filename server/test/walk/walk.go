// Package walk tests what holds for every operation and every address of the
// contract, including future ones. This file contains what its tests share with
// others.
package walk

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/storefront/storefront/server/edge/console"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/test/servertest"
)

// UnknownField is a body that no operation accepts. A call that is refused
// because of it has passed the checks before the schema, and changes nothing.
var UnknownField = json.RawMessage(`{"no such field":1}`)

// request returns the media type of an operation's request.
func request(tool string) *openapi3.MediaType {
	return servertest.Document().Paths.Value(contract.ToolPath + tool).Post.RequestBody.Value.Content["application/json"]
}

// Examples returns the example requests of an operation by name.
func Examples(t testing.TB, tool string) map[string]json.RawMessage {
	t.Helper()
	return ExamplesOf(t, request(tool))
}

// ExamplesOf returns the examples of a request body by name.
func ExamplesOf(t testing.TB, body *openapi3.MediaType) map[string]json.RawMessage {
	t.Helper()
	out := map[string]json.RawMessage{}
	for name, example := range body.Examples {
		text, err := json.Marshal(example.Value.Value)
		if err != nil {
			t.Fatal(err)
		}
		out[name] = text
	}
	return out
}

// Example returns the example request of an operation whose name sorts first.
func Example(t testing.TB, tool string) json.RawMessage {
	t.Helper()
	all := Examples(t, tool)
	if len(all) == 0 {
		t.Fatalf("%s has no example: add one to its request in openapi/paths", tool)
	}
	return all[slices.Min(slices.Collect(maps.Keys(all)))]
}

// Address is an address in the contract that is read with GET. One that may be
// cached declares 304 and is a document.
type Address struct {
	Path       string
	MediaTypes []string
	Document   bool

	responses *openapi3.Responses
}

// Declares reports whether the contract has an answer with this status.
func (a *Address) Declares(status int) bool { return a.responses.Status(status) != nil }

// made are the addresses of what is there only after a call.
var made = []string{"/images/{name}", "/pay/{page}", "/previews/{draft}"}

// Addresses returns every address of the contract that anybody reads with GET,
// sorted by path, but for those of what a call has to make first. A parameter in a
// path has its example, but the version of the console is the present one.
func Addresses(t testing.TB) (all []Address) {
	t.Helper()
	version, err := console.Version()
	if err != nil {
		t.Fatal(err)
	}
	for path, item := range servertest.Document().Paths.Map() {
		path = strings.ReplaceAll(path, "{version}", version)
		if item.Get == nil || strings.HasPrefix(path, contract.ToolPath) || NeedsKey(item.Get) || slices.Contains(made, path) {
			continue
		}
		for _, p := range item.Get.Parameters {
			path = strings.ReplaceAll(path, "{"+p.Value.Name+"}", fmt.Sprint(p.Value.Example))
		}
		responses := item.Get.Responses
		all = append(all, Address{
			Path: path, MediaTypes: slices.Sorted(maps.Keys(responses.Status(http.StatusOK).Value.Content)),
			Document: responses.Status(http.StatusNotModified) != nil, responses: responses,
		})
	}
	if len(all) < 17 {
		t.Fatalf("%d addresses", len(all))
	}
	slices.SortFunc(all, func(a, b Address) int { return strings.Compare(a.Path, b.Path) })
	return all
}

// NeedsKey reports whether an address is read with a key only.
func NeedsKey(o *openapi3.Operation) bool {
	return o.Security != nil && !slices.ContainsFunc(*o.Security, func(r openapi3.SecurityRequirement) bool { return len(r) == 0 })
}

// Documents runs fn as a subtest for each document of the contract.
func Documents(t *testing.T, fn func(t *testing.T, d Address)) {
	t.Helper()
	for _, d := range Addresses(t) {
		if d.Document {
			t.Run(d.Path, func(t *testing.T) { fn(t, d) })
		}
	}
}
