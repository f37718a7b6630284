package tools

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/storefront/storefront/server/platform/wire"
)

// firstFields lets each object with x-mcp: {first: […]} list these fields before the others: a model that reads many
// filters tries the first of them.
func firstFields(schema map[string]any) (map[string]any, error) {
	schema, err := rebuilt(schema, firstFields)
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
