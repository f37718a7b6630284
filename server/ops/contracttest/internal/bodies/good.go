package bodies

import (
	"fmt"
	"slices"
	"strings"

	"github.com/storefront/storefront/server/ops/contracttest/internal/openapi"
)

// Good is a body that its schema allows.
type Good struct {
	Name  string // what is special about it
	Body  map[string]any
	Field *Field // the field that it is about, or nil
	Loose bool   // whether the value of the field is free text, of which a deployment may know more than the schema says
}

// GoodOf returns the smallest body of an operation, and one for each value worth
// trying of each field: every choice, both limits, null.
func GoodOf(op *openapi.Operation) []Good {
	schema := op.Body()
	base := Smallest(schema)
	all := []Good{{Name: "the smallest body", Body: base}}
	for _, f := range Fields(schema) {
		for _, value := range valuesOf(f) {
			all = append(all, Good{
				Name: fmt.Sprintf("%s is %s", strings.Join(f.Path, "."), brief(value)),
				Body: vary(schema, base, f.Path, value), Field: &f, Loose: isText(value) && !f.Schema.At("enum").Exists(),
			})
		}
	}
	return slices.DeleteFunc(all, func(g Good) bool {
		return schema.Validate(any(g.Body)) != nil || g.Field != nil && sameAs(base, g.Body)
	})
}

// valuesOf returns the values worth trying of a field.
func valuesOf(f Field) []any {
	schema := f.Schema.Follow()
	if enum := schema.At("enum").List(); len(enum) > 0 {
		return enum
	}
	if f.Required {
		return nil // rules between two required fields are not in a schema
	}
	var values []any
	switch kind := firstType(schema); kind {
	case "boolean":
		values = []any{true, false}
	case "integer", "number":
		for _, keyword := range []string{"minimum", "maximum"} {
			if limit := schema.At(keyword); limit.Exists() {
				values = append(values, limit.Value())
			}
		}
	default:
		values = []any{sample(f.Schema)}
	}
	if slices.Contains(schema.Types(), "null") {
		values = append(values, nil)
	}
	return values
}

func isText(value any) bool {
	_, ok := value.(string)
	return ok
}

func sameAs(a, b object) bool { return string(Encode(a)) == string(Encode(b)) }
