package schema

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
)

// Keywords are the keywords that a request schema may use: what Compile
// enforces, and annotations. Compile refuses all others except extensions.
var Keywords = []string{
	"$ref", "type", "enum", "minLength", "maxLength", "pattern", "format", "minimum", "maximum",
	"minItems", "maxItems", "items", "properties", "required", "minProperties", "maxProperties",
	"propertyNames", "additionalProperties", "anyOf", "not", "x-immutable", "x-unit", "x-mcp",
	"title", "description", "default", "examples",
}

// annotations do not restrict a value; defaults of fields are filled in.
var annotations = []string{"title", "description", "default", "examples"}

// refuse returns an error for a schema with any other than these keywords. A
// keyword that was silently ignored would be a hole: the contract would promise
// a check that does not happen.
func refuse(s *openapi3.Schema, known []string) error {
	fields, err := keywordsOf(s)
	if err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		if !slices.Contains(known, name) && (name == immutable || name == unit || !strings.HasPrefix(name, "x-")) {
			return fmt.Errorf("%s is not enforced here", name)
		}
	}
	return nil
}

// keywordsOf returns the keywords of a schema; those that kin-openapi does not
// know are included as extensions.
func keywordsOf(s *openapi3.Schema) (map[string]any, error) {
	plain, err := s.MarshalYAML()
	if err != nil {
		return nil, err
	}
	fields, ok := plain.(map[string]any)
	if !ok {
		return nil, fmt.Errorf("the schema %v is not enforced here", plain)
	}
	return fields, nil
}
