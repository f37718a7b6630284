package tools

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/storefront/storefront/gen"
)

func TestTheGeneratedSchemasAreThoseOfTheContract(t *testing.T) {
	t.Parallel()
	got, err := JSON(gen.OpenAPIJSON)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, gen.ToolsJSON) {
		t.Error("gen/tools.json is not what openapi/ says: run make generate")
	}
}

func TestAListOfTypesBecomesAChoice(t *testing.T) {
	t.Parallel()
	got, err := rewrite(json.RawMessage(`{"type":"object","anyOf":[{"required":["a"]}],"properties":{
		"a":{"type":["string","null"],"description":"An a.","maxLength":3},"type":{"type":"string"}}}`), inputForModels)
	want := `{"properties":{"a":{"anyOf":[{"maxLength":3,"type":"string"},{"type":"null"}],"description":"An a."},"type":{"type":"string"}},"type":"object"}`
	if err != nil || string(got) != want {
		t.Errorf("%v\n%s\nwant\n%s", err, got, want)
	}
}
