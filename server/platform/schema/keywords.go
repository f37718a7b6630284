package schema

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
)

// Keywords are those that a request schema may use: what Compile enforces, and
// annotations. Compile refuses any other but extensions.
var Keywords = []string{
	"$ref", "type", "enum", "minLength", "maxLength", "pattern", "format", "minimum", "maximum",
	"minItems", "maxItems", "items", "properties", "required", "minProperties", "maxProperties",
	"propertyNames", "additionalProperties", "anyOf", "x-immutable",
	"title", "description", "default", "examples",
}

// narrowing are the keywords of a choice that stands beside other keywords.
// Those say what the value is; the choice may only ask for less of it, so that
// there is one place which says how a value is kept.
var narrowing = []string{
	"enum", "minLength", "maxLength", "pattern", "minimum", "maximum", "minItems", "maxItems",
	"properties", "required", "minProperties", "maxProperties", "title", "description", "examples",
}

// annotations say nothing about a value; defaults of fields are filled in.
var annotations = []string{"title", "description", "default", "examples"}

// refuse wants a schema to use none but these keywords. A keyword that passed
// in silence would be a hole: the contract would promise a check nobody makes.
func refuse(s *openapi3.Schema, known []string) error {
	fields, err := keywordsOf(s)
	if err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		if !slices.Contains(known, name) && (name == immutable || !strings.HasPrefix(name, "x-")) {
			return fmt.Errorf("%s is not enforced here", name)
		}
	}
	return nil
}

// keywordsOf returns what a schema consists of; what kin-openapi does not know
// comes along as an extension.
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
