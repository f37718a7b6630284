package tools

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/storefront/storefront/server/platform/schema"
)

// standalone returns a self-contained copy of a schema of the contract. A
// component that is referred to once replaces its reference; the others become
// $defs. The keywords in without are left out.
func standalone(root any, components map[string]any, without ...string) map[string]any {
	a := &rewriter{components: components, without: without, uses: map[string]int{}, defs: map[string]any{}}
	a.count(root)
	out := asMap(a.schema(root))
	if len(a.defs) > 0 {
		out["$defs"] = a.defs
	}
	return out
}

// The keywords that are left out of the schemas. A sender has to know the limits
// of a request; no reader has to validate a response; the marks are for the schemas for
// models alone. The contract has them all.
var (
	marks  = []string{"x-mcp"}
	extras = []string{"examples", "x-immutable", "x-extensible-enum", "x-unit", "x-text", "x-note", "x-audit", "writeOnly"}
	limits = []string{"pattern", "minLength", "maxLength", "minimum", "maximum", "minItems", "maxItems", "maxProperties", "propertyNames"}
)

type rewriter struct {
	components map[string]any
	without    []string
	uses       map[string]int // of each component
	defs       map[string]any
}

// count counts the references to each component.
func (a *rewriter) count(v any) {
	switch v := v.(type) {
	case map[string]any:
		if name, ok := componentOf(v); ok {
			if a.uses[name]++; a.uses[name] == 1 {
				a.count(a.components[name])
			}
		}
		for _, inner := range v {
			a.count(inner)
		}
	case []any:
		for _, inner := range v {
			a.count(inner)
		}
	}
}

// schema rewrites a schema, or a list of them.
func (a *rewriter) schema(v any) any {
	switch v := v.(type) {
	case map[string]any:
		if name, ok := componentOf(v); ok {
			return a.reference(name, v)
		}
		return a.keywords(v)
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = a.schema(v[i])
		}
		return out
	}
	return v
}

// reference rewrites a reference to a component. Keywords next to the reference
// describe the case more closely, and override those of the component.
func (a *rewriter) reference(name string, v map[string]any) any {
	out := map[string]any{}
	if a.uses[name] == 1 {
		maps.Copy(out, asMap(a.schema(a.components[name])))
	} else {
		if _, known := a.defs[name]; !known {
			a.defs[name] = nil // so that a schema can refer to itself
			a.defs[name] = a.schema(a.components[name])
		}
		out["$ref"] = "#/$defs/" + name
	}
	for keyword, value := range v {
		if keyword != "$ref" && !a.needless(keyword, "") {
			out[keyword] = value
		}
	}
	return out
}

func (a *rewriter) keywords(v map[string]any) map[string]any {
	v = dated(v)
	out := make(map[string]any, len(v))
	for keyword, value := range v {
		switch keyword {
		case "properties":
			fields := map[string]any{}
			for name, field := range asMap(value) {
				fields[name] = a.schema(field)
			}
			out[keyword] = fields
		case "items", "additionalProperties", "propertyNames", "anyOf", "oneOf", "allOf":
			if !a.needless(keyword, "") {
				out[keyword] = a.schema(value)
			}
		case "description":
			out[keyword] = strings.Join(strings.Fields(text(value)), " ")
		default:
			if !a.needless(keyword, text(value)) {
				out[keyword] = value
			}
		}
	}
	if _, described := out["description"]; described && len(out) == 1 {
		out["type"] = anyType
	}
	return out
}

// dated returns the schema of a timestamp with the name of its format in place of its pattern, which costs 150 tokens
// and tells a reader nothing. What has that format, in UTC, matches the pattern.
func dated(v map[string]any) map[string]any {
	if !strings.Contains(text(v["pattern"]), "T([01]") {
		return v
	}
	v = maps.Clone(v)
	delete(v, "pattern")
	delete(v, "maxLength")
	v["format"] = "date-time"
	return v
}

// needless reports whether a keyword can be left out, such as the size of a
// number in memory, and a pattern that requires no more than minLength does.
func (a *rewriter) needless(keyword, value string) bool {
	return slices.Contains(extras, keyword) || slices.Contains(a.without, keyword) ||
		keyword == "format" && (value == "int64" || value == "double") ||
		keyword == "pattern" && schema.AsksForInk(value)
}

// anyType is the type of a value of which the contract says nothing: strict readers of a
// list of tools refuse a schema without a keyword.
var anyType = []any{"string", "number", "boolean", "object", "array", "null"}

func componentOf(v map[string]any) (name string, ok bool) {
	return strings.CutPrefix(text(v["$ref"]), componentPath)
}

const componentPath = "#/components/schemas/"

func asMap(v any) map[string]any {
	m, _ := v.(map[string]any)
	return m
}

func text(v any) string {
	s, _ := v.(string)
	return s
}

// inline returns a copy of a self-contained schema without references. The error
// names a definition that contains itself, which has no such form.
func inline(schema map[string]any) (map[string]any, error) {
	in := &inliner{defs: asMap(schema["$defs"])}
	root := maps.Clone(schema)
	delete(root, "$defs")
	return in.schema(root)
}

// inliner replaces references by the definitions that they refer to.
type inliner struct {
	defs map[string]any
	open []string // the definitions around the current schema
}

func (in *inliner) schema(schema map[string]any) (map[string]any, error) {
	name, isReference := strings.CutPrefix(text(schema["$ref"]), defsPath)
	if !isReference {
		return mapInner(schema, in.schema)
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

const defsPath = "#/$defs/"

// mapInner returns a copy of a schema whose inner schemas are what fn returns for
// them.
func mapInner(schema map[string]any, fn func(map[string]any) (map[string]any, error)) (map[string]any, error) {
	out := maps.Clone(schema)
	for keyword, value := range schema {
		var err error
		switch v := value.(type) {
		case []any:
			if keyword == "anyOf" || keyword == "oneOf" || keyword == "allOf" {
				out[keyword], err = mapList(v, fn)
			}
		case map[string]any:
			switch keyword {
			case "properties", "$defs":
				out[keyword], err = mapFields(v, fn)
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

func mapList(list []any, fn func(map[string]any) (map[string]any, error)) ([]any, error) {
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

func mapFields(fields map[string]any, fn func(map[string]any) (map[string]any, error)) (map[string]any, error) {
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
