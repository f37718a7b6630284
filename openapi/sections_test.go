package openapi_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/storefront/storefront/gen"
	"github.com/storefront/storefront/server/platform/contract"
)

// The schemas of the props of sections are closed, bounded and described as those
// of requests are, and there is one for each key that a request allows.
func TestEverySectionIsBoundedAndDescribed(t *testing.T) {
	t.Parallel()
	var doc map[string]any
	if err := json.Unmarshal(gen.OpenAPIJSON(), &doc); err != nil {
		t.Fatal(err)
	}
	var keys []string
	list, _ := dig(doc, "paths", contract.ToolPath+"pages.section_types", "post").(map[string]any)["x-sections"].([]any)
	for _, entry := range list {
		kind := asMap(entry)
		keys = append(keys, fmt.Sprint(kind["key"]))
		walk(doc, kind["props"], fmt.Sprint(kind["key"]), map[string]bool{}, func(where string, s map[string]any) {
			for _, fault := range unbounded(s) {
				t.Errorf("%s: %s", where, fault)
			}
			if typesOf(s)[0] == "object" && s["additionalProperties"] != false {
				t.Errorf("%s is open", where)
			}
			for name, field := range asMap(s["properties"]) {
				if text, _ := asMap(field)["description"].(string); len(text) < 5 {
					t.Errorf("%s: %s is not described", where, name)
				}
			}
		})
	}
	var allowed []string
	for _, key := range dig(doc, "components", "schemas", "LayoutSectionInput", "properties", "key").(map[string]any)["enum"].([]any) {
		allowed = append(allowed, key.(string))
	}
	if len(keys) != 16 || !slices.Equal(keys, allowed) {
		t.Errorf("x-sections has %s, a layout may have %s", strings.Join(keys, ", "), strings.Join(allowed, ", "))
	}
}
