package tools

import (
	"maps"
	"slices"
	"strings"

	"github.com/storefront/storefront/server/platform/schema"
)

const componentPath = "#/components/schemas/"

// The keywords that are left out of the schemas. A sender has to know the limits
// of a request; no reader has to validate a response. The contract has them all.
var (
	extras = []string{"examples", "x-immutable", "x-extensible-enum", "x-unit"}
	limits = []string{"pattern", "minLength", "maxLength", "minimum", "maximum", "minItems", "maxItems", "maxProperties", "propertyNames"}
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

// anyType is the type of a value of which the contract says nothing: strict readers of a
// list of tools refuse a schema without a keyword.
var anyType = []any{"string", "number", "boolean", "object", "array", "null"}

// needless reports whether a keyword can be left out, such as the size of a
// number in memory, and a pattern that requires no more than minLength does.
func (a *rewriter) needless(keyword, value string) bool {
	return slices.Contains(extras, keyword) || slices.Contains(a.without, keyword) ||
		keyword == "format" && (value == "int64" || value == "double") ||
		keyword == "pattern" && schema.AsksForInk(value)
}

func componentOf(v map[string]any) (name string, ok bool) {
	return strings.CutPrefix(text(v["$ref"]), componentPath)
}

func asMap(v any) map[string]any {
	m, _ := v.(map[string]any)
	return m
}

func text(v any) string {
	s, _ := v.(string)
	return s
}
