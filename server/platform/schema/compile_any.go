package schema

import (
	"fmt"

	"github.com/getkin/kin-openapi/openapi3"
)

// choices compiles anyOf, which stands alone: the first choice that fits decides
// how the value is stored.
func (c *compiler) choices(s *openapi3.Schema, out *Schema) error {
	if s.AnyOf == nil {
		return nil
	}
	if err := refuse(s, append([]string{"anyOf"}, annotations...)); err != nil {
		return fmt.Errorf("next to anyOf: %w", err)
	}
	out.types, out.wholeOnly = [kindObject + 1]bool{}, true
	for _, ref := range s.AnyOf {
		choice, err := c.compile(ref.Value)
		if err != nil {
			return fmt.Errorf("anyOf: %w", err)
		}
		out.anyOf = append(out.anyOf, choice)
		out.take(choice)
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
