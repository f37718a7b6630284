package schema

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"

	"github.com/getkin/kin-openapi/openapi3"
)

// Keywords are those that a request schema may use: what Compile enforces, and
// annotations. A test of the contract holds every request schema to them.
var Keywords = []string{
	"$ref", "type", "enum", "minLength", "maxLength", "pattern", "format", "minimum", "maximum",
	"minItems", "maxItems", "items", "properties", "required", "minProperties", "maxProperties",
	"propertyNames", "additionalProperties", "anyOf", "x-immutable",
	"title", "description", "default", "examples",
}

// Compile prepares a schema of a loaded contract. An error says which keyword
// or value it cannot enforce.
func Compile(s *openapi3.Schema) (*Schema, error) {
	return (&compiler{done: map[*openapi3.Schema]*Schema{}}).compile(s)
}

type compiler struct{ done map[*openapi3.Schema]*Schema }

func (c *compiler) compile(s *openapi3.Schema) (*Schema, error) {
	if out, ok := c.done[s]; ok {
		return out, nil
	}
	out := &Schema{maxLength: -1, minimum: noMinimum, maximum: noMaximum, maxItems: -1, maxProps: -1, format: s.Format}
	c.done[s] = out
	for _, step := range []func(*openapi3.Schema, *Schema) error{c.types, c.scalars, c.arrays, c.objects, c.choices} {
		if err := step(s, out); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (c *compiler) types(s *openapi3.Schema, out *Schema) error {
	if s.Type == nil {
		out.anyType = true
		return nil
	}
	for _, name := range s.Type.Slice() {
		switch name {
		case "integer":
			out.types[kindNumber], out.wholeOnly = true, !s.Type.Includes("number")
			continue
		}
		k := slices.Index(kindNames[:], name)
		if k < 0 {
			return fmt.Errorf("unknown type %q", name)
		}
		out.types[k] = true
	}
	return nil
}

func (c *compiler) scalars(s *openapi3.Schema, out *Schema) error {
	for _, v := range s.Enum {
		text, err := json.Marshal(v)
		if err != nil {
			return err
		}
		out.enum = append(out.enum, string(text))
	}
	out.minLength = int(s.MinLength)
	if s.MaxLength != nil {
		out.maxLength = int(*s.MaxLength)
	}
	if s.Min != nil {
		out.minimum = *s.Min
	}
	if s.Max != nil {
		out.maximum = *s.Max
	}
	if s.Pattern != "" {
		re, err := regexp.Compile(s.Pattern)
		if err != nil {
			return fmt.Errorf("pattern: %w", err)
		}
		out.pattern = re
	}
	if _, known := formats[s.Format]; !known && s.Type != nil && s.Type.Includes("string") && s.Format != "" {
		return fmt.Errorf("format %q is not enforced", s.Format)
	}
	return nil
}

func (c *compiler) arrays(s *openapi3.Schema, out *Schema) (err error) {
	out.minItems = int(s.MinItems)
	if s.MaxItems != nil {
		out.maxItems = int(*s.MaxItems)
	}
	if s.Items != nil {
		out.items, err = c.compile(s.Items.Value)
	}
	return err
}

func (c *compiler) objects(s *openapi3.Schema, out *Schema) (err error) {
	out.minProps, out.properties = int(s.MinProps), map[string]*property{}
	if s.MaxProps != nil {
		out.maxProps = int(*s.MaxProps)
	}
	for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
		p := &property{name: name, required: slices.Contains(s.Required, name)}
		if p.schema, err = c.compile(s.Properties[name].Value); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if d := s.Properties[name].Value.Default; d != nil {
			if p.fill, err = json.Marshal(map[string]any{name: d}); err != nil {
				return err
			}
			p.fill = p.fill[1 : len(p.fill)-1]
		}
		if p.required {
			out.required++
		}
		out.properties[name] = p
		out.ordered = append(out.ordered, p)
	}
	if s.PropertyNames != nil {
		if out.names, err = c.compile(s.PropertyNames.Value); err != nil {
			return err
		}
	}
	if a := s.AdditionalProperties; a.Schema != nil {
		out.additional, err = c.compile(a.Schema.Value)
	} else {
		out.closed = a.Has != nil && !*a.Has
	}
	return err
}

func (c *compiler) choices(s *openapi3.Schema, out *Schema) error {
	for _, ref := range s.AnyOf {
		choice, err := c.compile(ref.Value)
		if err != nil {
			return err
		}
		out.anyOf = append(out.anyOf, choice)
	}
	names, ok := s.Extensions["x-immutable"].([]any)
	if !ok {
		return nil
	}
	out.immutable = map[string]bool{}
	for _, name := range names {
		out.immutable[fmt.Sprint(name)] = true
	}
	return nil
}
