package tools

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

const defsPath = "#/$defs/"

// inliner replaces references by the definitions that they refer to.
type inliner struct {
	defs map[string]any
	open []string // the definitions around the current schema
}

// inline returns a copy of a self-contained schema without references. The error
// names a definition that contains itself, which has no such form.
func inline(schema map[string]any) (map[string]any, error) {
	in := &inliner{defs: asMap(schema["$defs"])}
	root := maps.Clone(schema)
	delete(root, "$defs")
	return in.schema(root)
}

func (in *inliner) schema(schema map[string]any) (map[string]any, error) {
	name, isReference := strings.CutPrefix(text(schema["$ref"]), defsPath)
	if !isReference {
		return rebuilt(schema, in.schema)
	}
	if slices.Contains(in.open, name) {
		return nil, fmt.Errorf("the schema %s contains itself", name)
	}
	in.open = append(in.open, name)
	out, err := in.schema(asMap(in.defs[name]))
	if err != nil {
		return nil, err
	}
	in.open = in.open[:len(in.open)-1]
	maps.Copy(out, schema) // keywords next to a reference override those of the definition
	delete(out, "$ref")
	return out, nil
}

// rebuilt returns a copy of a schema whose inner schemas are what fn returns for
// them.
func rebuilt(schema map[string]any, fn func(map[string]any) (map[string]any, error)) (map[string]any, error) {
	out := maps.Clone(schema)
	for keyword, value := range schema {
		var err error
		switch v := value.(type) {
		case []any:
			if keyword == "anyOf" || keyword == "oneOf" || keyword == "allOf" {
				out[keyword], err = rebuiltList(v, fn)
			}
		case map[string]any:
			switch keyword {
			case "properties", "$defs":
				out[keyword], err = rebuiltFields(v, fn)
			case "items", "additionalProperties", "propertyNames", "not", "if", "then", "else":
				out[keyword], err = fn(v)
			}
		}
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

func rebuiltList(list []any, fn func(map[string]any) (map[string]any, error)) ([]any, error) {
	out := make([]any, len(list))
	for i, schema := range list {
		inner, err := fn(asMap(schema))
		if err != nil {
			return nil, err
		}
		out[i] = inner
	}
	return out, nil
}

func rebuiltFields(fields map[string]any, fn func(map[string]any) (map[string]any, error)) (map[string]any, error) {
	out := make(map[string]any, len(fields))
	for name, schema := range fields {
		inner, err := fn(asMap(schema))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		out[name] = inner
	}
	return out, nil
}
