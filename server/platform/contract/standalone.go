package contract

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/storefront/storefront/server/platform/plainjson"
	"github.com/storefront/storefront/server/platform/schema"
)

const componentPath = "#/components/schemas/"

// What a schema does without when it stands alone. Who sends a request has to
// know its limits; nobody has to check an answer. The rest is in the document.
var (
	annotations = []string{"examples", "x-immutable", "x-extensible-enum"}
	limits      = []string{"pattern", "minLength", "maxLength", "minimum", "maximum", "minItems", "maxItems", "maxProperties", "propertyNames"}
)

// standalone returns a schema of the document that needs nothing beside it. A
// component that it refers to once stands in its place, the others under $defs.
func standalone(root any, components map[string]any, without ...string) (json.RawMessage, error) {
	a := &alone{components: components, without: without, uses: map[string]int{}, defs: map[string]any{}}
	a.count(root)
	out, _ := a.schema(root).(map[string]any)
	if len(a.defs) > 0 {
		out["$defs"] = a.defs
	}
	return plainjson.Marshal(out)
}

type alone struct {
	components map[string]any
	without    []string
	uses       map[string]int // of each component
	defs       map[string]any
}

// count finds out how often each component is referred to.
func (a *alone) count(v any) {
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
func (a *alone) schema(v any) any {
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

// reference rewrites what refers to a component; the words beside the reference
// are nearer to the case than the component's own.
func (a *alone) reference(name string, v map[string]any) any {
	out := map[string]any{}
	if a.uses[name] == 1 {
		maps.Copy(out, asMap(a.schema(a.components[name])))
	} else {
		if _, known := a.defs[name]; !known {
			a.defs[name] = nil // so that a schema may refer to itself
			a.defs[name] = a.schema(a.components[name])
		}
		out["$ref"] = "#/$defs/" + name
	}
	for keyword, value := range v {
		if keyword != "$ref" {
			out[keyword] = value
		}
	}
	return out
}

func (a *alone) keywords(v map[string]any) map[string]any {
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
	return out
}

// needless tells whether a reader can do without a keyword: also the size of a
// number in memory, and that a text is not blank where minLength says the same.
func (a *alone) needless(keyword, value string) bool {
	return slices.Contains(annotations, keyword) || slices.Contains(a.without, keyword) ||
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
