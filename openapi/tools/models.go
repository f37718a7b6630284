package tools

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"

	"github.com/storefront/storefront/server/platform/wire"
)

// inputForModels rewrites the schema of a request for MCP. MCP hosts support
// less of JSON Schema than validators do: some of them reject the whole list of
// tools because of one keyword, others show a reference as an empty object. And
// hosts put the whole list before the model, so what a model does not need costs
// room in its context: the limits that it does not meet, and, of a schema that the
// contract marks with x-mcp: {brief: true}, the descriptions and the lengths, and of
// one with {open: true} the fields, which another operation lists.
// All of that is removed here, and nowhere else. The service still validates every
// call against the contract.
func inputForModels(schema map[string]any) (any, error) { return forModels(schema, opened) }

// wholeForModels does the same and keeps the fields of open objects.
func wholeForModels(schema map[string]any) (any, error) {
	return forModels(schema, func(schema map[string]any) map[string]any { return schema })
}

func forModels(schema map[string]any, open func(map[string]any) map[string]any) (any, error) {
	inlined, err := inline(schema)
	if err != nil {
		return nil, err
	}
	short, err := withoutWideLimits(inlined)
	if err != nil {
		return nil, err
	}
	plain, err := withoutNot(brief(open(short)))
	if err != nil {
		return nil, err
	}
	return firstFields(asMap(oneType(plain)))
}

// outputForModels does the same for the schema of a response, and shortens it.
func outputForModels(schema map[string]any) (any, error) {
	plain, err := withoutNot(brief(schema))
	if err != nil {
		return nil, err
	}
	dropNeedless(plain)
	return oneType(plain), nil
}

// chosenForModels is outputForModels for an answer of which a call can choose members with fields: a host that checks
// answers gets the chosen ones and no others.
func chosenForModels(schema map[string]any) (any, error) {
	object := asMap(asMap(schema["properties"])["result"])
	if items := asMap(object["items"]); items != nil {
		object = items
	}
	delete(object, "required")
	return outputForModels(schema)
}

// brief shortens the schemas with x-mcp: {brief: true}: a model understands such a
// value by its name, or the description of the operation says what it is. Of an object
// the fields are shortened; its own description stays.
func brief(schema map[string]any) map[string]any {
	mark, marked := asMap(schema["x-mcp"])["brief"]
	out, _ := mapInner(schema, infallible(brief))
	if !marked {
		return out
	}
	delete(out, "x-mcp")
	if mark != true {
		return out
	}
	short := named(out)
	if said := out["description"]; said != nil && out["type"] == "object" {
		short["description"] = said
	}
	if out["additionalProperties"] == false {
		short["additionalProperties"] = false
	}
	return short
}

// opened leaves type and description alone of the schemas with x-mcp: {open: true}.
func opened(schema map[string]any) map[string]any {
	if asMap(schema["x-mcp"])["open"] == true {
		return map[string]any{"type": schema["type"], "description": schema["description"]}
	}
	out, _ := mapInner(schema, infallible(opened))
	return out
}

// named returns a schema with the names, types and values that are in it, without descriptions and upper limits of
// length.
func named(schema map[string]any) map[string]any {
	out, _ := mapInner(schema, infallible(named))
	maps.DeleteFunc(out, func(keyword string, _ any) bool { return !slices.Contains(ofNames, keyword) })
	return out
}

// ofNames are the keywords of a brief schema.
var ofNames = []string{
	"$ref", "type", "not", "enum", "format", "pattern", "minLength", "minimum", "maximum", "default",
	"items", "properties", "required", "minProperties",
}

func infallible(fn func(map[string]any) map[string]any) func(map[string]any) (map[string]any, error) {
	return func(schema map[string]any) (map[string]any, error) { return fn(schema), nil }
}

// withoutNot says what "not" says in other words: that a boolean is not one value
// by the other one, and that a value is not of some types by the list of the
// others. The other keywords that models do not support, the contract does not
// use either.
func withoutNot(schema map[string]any) (map[string]any, error) {
	for _, keyword := range []string{"oneOf", "allOf", "if", "then", "else"} {
		if schema[keyword] != nil {
			return nil, fmt.Errorf("%s has no form that models are given", keyword)
		}
	}
	schema = maps.Clone(schema)
	not := asMap(schema["not"])
	values, _ := not["enum"].([]any)
	types, _ := not["type"].([]any)
	switch {
	case schema["not"] == nil:
	case schema["type"] == "boolean" && len(values) == 1:
		schema["enum"] = []any{values[0] != true}
	case schema["type"] == nil && len(types) > 0:
		schema["type"] = slices.DeleteFunc([]any{"string", "number", "boolean", "array", "object", "null"}, func(name any) bool { return slices.Contains(types, name) })
	default:
		return nil, errors.New("not has no form that models are given, unless it excludes types or a value of a boolean")
	}
	delete(schema, "not")
	return mapInner(schema, withoutNot)
}

// withoutWideLimits removes bounds that no model meets.
func withoutWideLimits(schema map[string]any) (map[string]any, error) {
	schema = maps.Clone(schema)
	for keyword, needless := range wideLimits {
		if n, ok := schema[keyword].(float64); ok && needless(n) {
			delete(schema, keyword)
		}
	}
	_, brief := asMap(schema["x-mcp"])["brief"]
	if pattern := text(schema["pattern"]); strings.HasPrefix(pattern, anyText) || brief && len(pattern) > longestBrief {
		delete(schema, "pattern")
	} else if len(pattern) > longestPattern {
		return nil, fmt.Errorf("the pattern %.50s… is too long for a model", pattern)
	}
	return mapInner(schema, withoutWideLimits)
}

// wideLimits say from where on a model never needs to be told a bound.
var wideLimits = map[string]func(float64) bool{
	"minimum":   func(n float64) bool { return math.Abs(n) >= 1<<53-1 },
	"maximum":   func(n float64) bool { return math.Abs(n) >= 1<<53-1 },
	"minLength": func(n float64) bool { return n < 3 },
	"maxLength": func(n float64) bool { return n >= 2000 },
}

// anyText is how the pattern of a text begins that excludes nothing but blanks and NUL.
const anyText = `^[^\x00]`

// The lengths of the longest patterns that models are given, at all and of a brief text.
const longestPattern, longestBrief = 100, 60

// firstFields lets each object with x-mcp: {first: […]} list these fields before the others: a model that reads many
// filters tries the first of them.
func firstFields(schema map[string]any) (map[string]any, error) {
	schema, err := mapInner(schema, firstFields)
	first, found := asMap(schema["x-mcp"])["first"].([]any)
	if err != nil || !found {
		return schema, err
	}
	fields := asMap(schema["properties"])
	for _, name := range first {
		if fields[text(name)] == nil {
			return nil, fmt.Errorf("x-mcp names the field %v, which does not exist", name)
		}
	}
	schema["properties"] = ordered{first, fields}
	delete(schema, "x-mcp")
	return schema, nil
}

// ordered are the fields of an object, some of which come first; the others are sorted by name, as encoding/json does.
type ordered struct {
	first  []any
	fields map[string]any
}

// MarshalJSON returns the object.
func (o ordered) MarshalJSON() ([]byte, error) {
	names := slices.SortedFunc(maps.Keys(o.fields), func(a, b string) int {
		return cmp.Or(cmp.Compare(o.place(a), o.place(b)), cmp.Compare(a, b))
	})
	var out bytes.Buffer
	for _, name := range names {
		key, err := wire.Marshal(name)
		if err != nil {
			return nil, err
		}
		value, err := wire.Marshal(o.fields[name])
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&out, ",%s:%s", key, value)
	}
	return append(append([]byte{'{'}, bytes.TrimPrefix(out.Bytes(), []byte{','})...), '}'), nil
}

// place returns the place of a field among the first ones, or the place after them.
func (o ordered) place(name string) int {
	if i := slices.Index(o.first, any(name)); i >= 0 {
		return i
	}
	return len(o.first)
}

// oneType converts lists of types to anyOf, in a schema and everything in it.
func oneType(value any) any {
	switch v := value.(type) {
	case []any:
		for i := range v {
			v[i] = oneType(v[i])
		}
	case map[string]any:
		for name := range v {
			v[name] = oneType(v[name])
		}
		if types, many := v["type"].([]any); many {
			return choice(v, types)
		}
	}
	return value
}

// annotations are the keywords that describe a value of any type.
var annotations = []string{"title", "description", "default", "examples", "deprecated"}

// choice returns a schema with several types as anyOf. Each type gets the
// keywords that apply to it.
func choice(schema map[string]any, types []any) map[string]any {
	out, rest := map[string]any{}, map[string]any{}
	for name, value := range schema {
		if slices.Contains(annotations, name) {
			out[name] = value
		} else if name != "type" {
			rest[name] = value
		}
	}
	choices := make([]any, 0, len(types))
	for _, name := range types {
		one := map[string]any{"type": name}
		for keyword, value := range rest {
			if applies(keyword, text(name)) {
				one[keyword] = value
			}
		}
		choices = append(choices, one)
	}
	out["anyOf"] = choices
	return out
}

// applies reports whether a keyword says something about values of a type.
func applies(keyword, name string) bool {
	switch keyword {
	case "minLength", "maxLength", "pattern", "format":
		return name == "string"
	case "minimum", "maximum":
		return name == "number" || name == "integer"
	case "items", "minItems", "maxItems":
		return name == "array"
	case "properties", "required", "additionalProperties", "propertyNames", "minProperties", "maxProperties":
		return name == "object"
	}
	return name != "null"
}

// dropNeedless removes from the schema of a response what a model does not need:
// descriptions that say no more than the name of the field, the one value of a
// boolean, "additionalProperties": false, and references to definitions that are shorter
// than their names.
func dropNeedless(schema map[string]any) {
	defs, _ := schema["$defs"].(map[string]any)
	short := map[string]any{}
	for name, def := range defs {
		if d, _ := def.(map[string]any); len(d) == 1 && d["type"] != nil {
			short["#/$defs/"+name] = d["type"]
			delete(defs, name)
		}
	}
	if len(defs) == 0 {
		delete(schema, "$defs")
	}
	dropNeedlessIn(schema, short)
}

// fewWords is the maximum number of words of a description that can be left out.
const fewWords = 4

// unit matches the description of an amount of money, which stays.
var unit = regexp.MustCompile(`\bore\b`)

func dropNeedlessIn(value any, short map[string]any) {
	switch v := value.(type) {
	case []any:
		for _, inner := range v {
			dropNeedlessIn(inner, short)
		}
	case map[string]any:
		if text, ok := v["description"].(string); ok && len(strings.Fields(text)) <= fewWords && !unit.MatchString(text) {
			delete(v, "description")
		}
		if values, _ := v["enum"].([]any); v["type"] == "boolean" && len(values) == 1 {
			delete(v, "enum") // of "ok"
		}
		if v["additionalProperties"] == false {
			delete(v, "additionalProperties")
		}
		if ref, ok := v["$ref"].(string); ok && short[ref] != nil {
			delete(v, "$ref")
			v["type"] = short[ref]
		}
		for _, inner := range v {
			dropNeedlessIn(inner, short)
		}
	}
}
