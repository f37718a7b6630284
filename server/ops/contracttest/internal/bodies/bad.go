package bodies

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/storefront/storefront/server/ops/contracttest/internal/openapi"
)

// Bad is a body that its schema does not allow.
type Bad struct {
	Name    string // what is wrong with it
	Body    map[string]any
	Pointer string // JSON Pointer to the fault
}

// UnknownField is the name of a field that no operation has.
const UnknownField = "noSuchField"

// BadOf returns bodies with one fault each: base with an unknown field, without
// a required one, and with values of a wrong type or beyond a limit. Fields for
// which keep is true stay as they are.
func BadOf(op *openapi.Operation, base map[string]any, keep func(Field) bool) []Bad {
	schema := op.Body()
	all := []Bad{{"an unknown field", with(base, []string{UnknownField}, true), "/" + UnknownField}}
	for _, f := range Fields(schema) {
		if keep(f) {
			continue
		}
		pointer := "/" + strings.Join(f.Path, "/")
		name := strings.Join(f.Path, ".")
		if f.Required {
			all = append(all, Bad{"without " + name, without(base, f.Path), pointer})
		}
		if f.Schema.At("additionalProperties").Value() == false {
			path := append(slices.Clone(f.Path), UnknownField)
			all = append(all, Bad{"an unknown field in " + name, with(base, path, true), pointer + "/" + UnknownField})
		}
		for _, value := range wrongFor(f.Schema.Follow()) {
			all = append(all, Bad{fmt.Sprintf("%s is %s", name, brief(value)), vary(schema, base, f.Path, value), pointer})
		}
	}
	// A value that only looks wrong is not one.
	return slices.DeleteFunc(all, func(b Bad) bool { return schema.Validate(any(b.Body)) == nil })
}

// wrongFor returns values that a schema probably does not allow.
func wrongFor(schema openapi.Node) []any {
	values := []any{nil, true, json.Number("12.5"), "a text", []any{[]any{}}, object{UnknownField: true}}
	if least, ok := schema.At("minimum").Number(); ok {
		values = append(values, json.Number(fmt.Sprintf("%.0f", least-1)))
	}
	if most, ok := schema.At("maximum").Number(); ok {
		values = append(values, json.Number(fmt.Sprintf("%.0f", most+1)))
	}
	if most, ok := schema.At("maxLength").Number(); ok {
		values = append(values, strings.Repeat("x", int(most)+1))
	}
	if schema.At("minLength").Exists() {
		values = append(values, "", " ")
	}
	if slices.Contains(schema.Types(), "string") {
		values = append(values, "\x00")
	}
	if most, ok := schema.At("maxItems").Number(); ok {
		values = append(values, slices.Repeat([]any{sample(schema.At("items"))}, int(most)+1))
	}
	return values
}

// Encode returns a body as JSON.
func Encode(value any) []byte {
	text, err := json.Marshal(value)
	if err != nil {
		return []byte("null") // impossible: it consists of decoded JSON
	}
	return text
}

// brief returns a value in a few characters.
func brief(value any) string {
	const most = 40
	text := string(Encode(value))
	if len(text) > most {
		return fmt.Sprintf("%.20s… (%d bytes)", text, len(text))
	}
	return text
}
