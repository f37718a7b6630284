package main

import (
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// contractOf is a contract of one tool, with the given fields in its request's
// patch and in its response, and with the given components, in YAML's flow
// style.
func contractOf(t *testing.T, patch, answer, components string) *yaml.Node {
	t.Helper()
	var doc yaml.Node
	if err := yaml.Unmarshal([]byte(`
paths:
  /api/v1/tools/hats.update:
    post:
      operationId: hats.update
      requestBody: {schema: {$ref: '#/components/schemas/Request'}}
      responses: {'200': {schema: {properties: {`+answer+`}}}}
components:
  schemas:
    Request: {properties: {patch: {required: [must], properties: {`+patch+`}}}}
    `+components), &doc); err != nil {
		t.Fatal(err)
	}
	return doc.Content[0]
}

func TestANullableFieldOfARequestIsNullable(t *testing.T) {
	t.Parallel()
	doc := contractOf(t, `limit: {type: [integer, 'null']}, plain: {type: string}, must: {type: [string, 'null']}, label: {$ref: '#/components/schemas/Label'},
		big: {type: [number, 'null']}`, `limit: {type: [integer, 'null']}`, `Label: {type: [string, 'null']}`)
	if err := distinguishNull(doc); err != nil {
		t.Fatal(err)
	}
	components := at(at(doc, "components"), "schemas")
	patch := at(at(at(at(components, "Request"), "properties"), "patch"), "properties")
	for name, want := range map[string]string{
		"limit": "nullable.Nullable[int64]", "big": "nullable.Nullable[float64]", "label": "", "plain": "", "must": "",
	} {
		wantGoType(t, name, at(patch, name), want)
	}
	wantGoType(t, "Label", at(components, "Label"), "nullable.Nullable[string]")
	operation := at(at(at(doc, "paths"), "/api/v1/tools/hats.update"), "post")
	answer := at(at(at(at(operation, "responses"), "200"), "schema"), "properties")
	wantGoType(t, "limit of the answer", at(answer, "limit"), "")
}

func wantGoType(t *testing.T, name string, schema *yaml.Node, want string) {
	t.Helper()
	got := ""
	if extension := at(schema, "x-go-type"); extension != nil {
		got = extension.Value
	}
	if got != want {
		t.Errorf("%s has the Go type %q, want %q", name, got, want)
	}
}

func TestFieldsThatCannotBeNullableAreRefused(t *testing.T) {
	t.Parallel()
	for want, doc := range map[string]*yaml.Node{
		"the same schema as an answer": contractOf(t, `label: {$ref: '#/components/schemas/Label'}`, `label: {$ref: '#/components/schemas/Label'}`,
			`Label: {type: [string, 'null']}`),
		"hats.update: sizes: a nullable field of this kind has no Go type": contractOf(t, `sizes: {type: [array, 'null']}`, ``, ``),
	} {
		if err := distinguishNull(doc); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}
