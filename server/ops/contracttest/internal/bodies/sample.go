// Package bodies makes request bodies from the schemas of a contract: good ones,
// which a deployment has to accept, and bad ones, which it has to refuse.
package bodies

import (
	"encoding/json"
	"slices"

	"github.com/storefront/storefront/server/ops/contracttest/internal/openapi"
)

// object is a JSON object.
type object = map[string]any

// sample returns a value that a schema most likely allows. Whether it does is
// checked where it is used.
func sample(schema openapi.Node) any {
	if examples := schema.At("examples").List(); len(examples) > 0 {
		return clone(examples[0])
	}
	target := schema.Follow()
	if enum := target.At("enum").List(); len(enum) > 0 {
		return enum[0]
	}
	for _, keyword := range []string{"example", "default"} {
		if value := target.At(keyword); value.Exists() {
			return clone(value.Value())
		}
	}
	switch firstType(target) {
	case "boolean":
		return target.Validate(true) == nil
	case "integer", "number":
		if least := target.At("minimum"); least.Exists() {
			return least.Value()
		}
		return json.Number("1")
	case "array":
		if least, _ := target.At("minItems").Number(); least > 0 {
			return []any{sample(target.At("items"))}
		}
		return []any{}
	case "object":
		return Smallest(target)
	}
	return sampleText(target)
}

// firstType returns the first type that a schema allows besides null.
func firstType(schema openapi.Node) string {
	for _, kind := range schema.Types() {
		if kind != "null" {
			return kind
		}
	}
	return "any"
}

func sampleText(schema openapi.Node) string {
	for _, text := range []string{"contract test", "https://images.example/contract-test.jpg", "contract-test@example.com", "2026-11-01T09:30Z"} {
		if schema.Validate(text) == nil {
			return text
		}
	}
	return ""
}

// Smallest returns the least body that a schema allows: its required fields, and
// as many more as it demands.
func Smallest(schema openapi.Node) object {
	body, properties := object{}, schema.At("properties")
	for _, name := range schema.At("required").Texts() {
		body[name] = sample(properties.At(name))
	}
	least, _ := schema.At("minProperties").Number()
	for _, name := range properties.Names() {
		if float64(len(body)) >= least {
			break
		}
		body[name] = sample(properties.At(name))
	}
	return body
}

// clone returns a copy that shares nothing that could be changed.
func clone(value any) any {
	switch value := value.(type) {
	case object:
		return cloneObject(value)
	case []any:
		out := make([]any, len(value))
		for i := range value {
			out[i] = clone(value[i])
		}
		return out
	}
	return value
}

func cloneObject(from object) object {
	out := make(object, len(from))
	for name, value := range from {
		out[name] = clone(value)
	}
	return out
}

// Field is a field of a request.
type Field struct {
	Path     []string // such as patch, price
	Schema   openapi.Node
	Required bool
}

// Name is the last step of its path.
func (f Field) Name() string { return f.Path[len(f.Path)-1] }

// Fields returns every field of a schema, including those of objects in it.
func Fields(schema openapi.Node) []Field { return fieldsBelow(schema, nil) }

func fieldsBelow(schema openapi.Node, path []string) (all []Field) {
	required := schema.At("required").Texts()
	for _, name := range schema.At("properties").Names() {
		f := Field{append(slices.Clone(path), name), schema.At("properties", name), slices.Contains(required, name)}
		all = append(append(all, f), fieldsBelow(f.Schema, f.Path)...)
	}
	return all
}

// with returns a copy of the body in which the field has a value.
func with(body object, path []string, value any) object {
	out := cloneObject(body)
	parent(out, path)[path[len(path)-1]] = value
	return out
}

// vary is with for a body that must stay within the number of fields that its
// schema allows: if there is no place for another one, the field stands alone.
func vary(schema openapi.Node, body object, path []string, value any) object {
	most, limited := schema.At("maxProperties").Number()
	if _, present := body[path[0]]; limited && !present && float64(len(body)) >= most {
		body = nil
	}
	return with(body, path, value)
}

// without returns a copy of the body without the field.
func without(body object, path []string) object {
	out := cloneObject(body)
	delete(parent(out, path), path[len(path)-1])
	return out
}

// parent returns the object that has the field, which it makes if there is none.
func parent(body object, path []string) object {
	for _, step := range path[:len(path)-1] {
		inner, ok := body[step].(object)
		if !ok {
			inner = object{}
			body[step] = inner
		}
		body = inner
	}
	return body
}
