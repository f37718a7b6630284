package schema

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/getkin/kin-openapi/openapi3"
)

// Compile compiles a schema of a loaded contract. The error names the keyword or
// value that it cannot enforce.
func Compile(s *openapi3.Schema) (*Schema, error) {
	return (&compiler{done: map[*openapi3.Schema]*Schema{}}).compile(s)
}

type compiler struct{ done map[*openapi3.Schema]*Schema }

func (c *compiler) compile(s *openapi3.Schema) (*Schema, error) {
	if s == nil {
		return nil, errors.New("a reference has no target")
	}
	if out, ok := c.done[s]; ok {
		return out, nil
	}
	if err := refuse(s, Keywords); err != nil {
		return nil, err
	}
	out := newSchema()
	c.done[s] = out
	if err := c.types(s, out); err != nil {
		return nil, err
	}
	if err := c.scalars(s, out); err != nil {
		return nil, err
	}
	if err := c.arrays(s, out); err != nil {
		return nil, err
	}
	if err := c.objects(s, out); err != nil {
		return nil, err
	}
	return out, c.choices(s, out)
}

// types requires that every schema names the types that it accepts: `{maxLength:
// 5}` alone would accept any object. A schema without any keyword accepts
// anything.
func (c *compiler) types(s *openapi3.Schema, out *Schema) error {
	if s.Type.IsEmpty() {
		out.types = anyType
		if s.Enum != nil || s.AnyOf != nil || s.Not != nil {
			return nil
		}
		if err := refuse(s, annotations); err != nil {
			return fmt.Errorf("without a type: %w", err)
		}
		return nil
	}
	for _, name := range s.Type.Slice() {
		if name == "integer" {
			out.types[kindNumber], out.wholeOnly = true, !s.Type.Includes("number")
			continue
		}
		k := slices.Index(kindNames[:], name)
		if k < 0 {
			return fmt.Errorf("type %q is unknown", name)
		}
		out.types[k] = true
	}
	return nil
}

func (c *compiler) scalars(s *openapi3.Schema, out *Schema) (err error) {
	for _, v := range s.Enum {
		a, err := newAllowed(v)
		if err != nil {
			return err
		}
		out.enum = append(out.enum, a)
	}
	if err := exclude(s, out); err != nil {
		return err
	}
	out.minLength, out.maxLength = whole(s.MinLength), atMost(s.MaxLength)
	if s.Pattern != "" {
		if out.pattern, err = newPattern(s.Pattern, s.Examples); err != nil {
			return err
		}
	}
	return errors.Join(bounds(s, out), c.format(s, out))
}

// format accepts the formats of strings that are enforced, and those of numbers
// that require no more than is enforced for every number.
func (c *compiler) format(s *openapi3.Schema, out *Schema) error {
	f, known := formats[s.Format]
	switch {
	case s.Format == "",
		s.Format == "int64" && out.wholeOnly && !out.types[kindString],
		s.Format == "double" && out.types[kindNumber] && !out.wholeOnly && !out.types[kindString]:
		return nil
	case known && out.types[kindString]:
		out.format = f
		return nil
	}
	return fmt.Errorf("format %q is not enforced here", s.Format)
}

func bounds(s *openapi3.Schema, out *Schema) error {
	if s.Min != nil {
		out.minimum = *s.Min
	}
	if s.Max != nil {
		out.maximum = *s.Max
	}
	const exact = 1 << 53 // float64 has gaps above it
	for _, bound := range []*float64{s.Min, s.Max} {
		if bound != nil && math.Abs(*bound) > exact && out.wholeOnly {
			return fmt.Errorf("the bound %g of a whole number is larger than 2^53", *bound)
		}
	}
	return nil
}

func whole(n uint64) int { return int(min(n, noLimit)) }

func atMost(n *uint64) int {
	if n == nil {
		return noLimit
	}
	return whole(*n)
}
