package schema

import (
	"errors"
	"slices"
	"strconv"

	"github.com/getkin/kin-openapi/openapi3"
)

// exclude compiles `not`, which has two forms: generators of clients have no
// type for what they say in other words. Next to `type: boolean` it excludes one
// of the two values, and in place of `type` it excludes types.
func exclude(s *openapi3.Schema, out *Schema) error {
	if s.Not == nil {
		return nil
	}
	excluded := s.Not.Value
	switch {
	case s.Type.Is("boolean") && s.Enum == nil && refuse(excluded, []string{"enum"}) == nil && len(excluded.Enum) == 1:
		if value, ok := excluded.Enum[0].(bool); ok {
			literal := strconv.FormatBool(!value)
			out.enum = []allowed{{kindBool, literal, literal}}
			return nil
		}
	case s.Type.IsEmpty() && s.Enum == nil && s.AnyOf == nil && refuse(excluded, []string{"type"}) == nil:
		return out.excludeTypes(excluded.Type.Slice())
	}
	return errors.New("not: only one value of a boolean, as not: {enum: [false]}, or types can be excluded, as not: {type: [object]}")
}

func (s *Schema) excludeTypes(names []string) error {
	for _, name := range names {
		k := slices.Index(kindNames[:], name)
		if k < 0 {
			return errors.New("not: type " + name + " cannot be excluded")
		}
		s.types[k] = false
	}
	return nil
}
