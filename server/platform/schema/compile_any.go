package schema

import (
	"fmt"

	"github.com/getkin/kin-openapi/openapi3"
)

// choices compiles anyOf. Alone, it decides what the value is; next to other
// keywords, it narrows them.
func (c *compiler) choices(s *openapi3.Schema, out *Schema) error {
	if s.AnyOf == nil {
		return nil
	}
	out.bare = s.Type.IsEmpty()
	if out.bare {
		if err := refuse(s, append([]string{"anyOf"}, annotations...)); err != nil {
			return fmt.Errorf("next to anyOf and without a type: %w", err)
		}
		out.types, out.wholeOnly = [kindObject + 1]bool{}, true
	}
	for _, ref := range s.AnyOf {
		choice, err := c.compile(ref.Value, !out.bare)
		if err != nil {
			return fmt.Errorf("anyOf: %w", err)
		}
		out.anyOf = append(out.anyOf, choice)
		if out.bare {
			out.take(choice)
		} else if err := choice.within(out); err != nil {
			return fmt.Errorf("anyOf: %w", err)
		}
	}
	return nil
}

// take adds the types of a choice to those that its schema accepts.
func (s *Schema) take(choice *Schema) {
	for k, taken := range choice.types {
		s.types[k] = s.types[k] || taken
	}
	if choice.types[kindNumber] && !choice.wholeOnly {
		s.wholeOnly = false
	}
}

// within requires that a choice names only fields of the schema that contains
// it, which says how they are stored.
func (s *Schema) within(parent *Schema) error {
	for _, p := range s.ordered {
		known := parent.properties[p.name]
		if known == nil {
			return fmt.Errorf("%s is not declared next to anyOf", p.name)
		}
		if err := p.schema.within(known.schema); err != nil {
			return err
		}
	}
	return nil
}
