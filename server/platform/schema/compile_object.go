package schema

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/storefront/storefront/server/platform/wire"
)

func (c *compilation) objects(s *openapi3.Schema, out *Schema) (err error) {
	out.minProps, out.maxProps = whole(s.MinProps), atMost(s.MaxProps)
	if s.PropertyNames != nil {
		if out.names, err = c.compile(s.PropertyNames.Value); err != nil {
			return fmt.Errorf("propertyNames: %w", err)
		}
		if !out.names.types[kindString] || out.names.anyOf != nil {
			return errors.New("propertyNames: a name is a string, without a choice")
		}
	}
	switch a := s.AdditionalProperties; {
	case a.Schema != nil:
		if out.additional, err = c.compile(a.Schema.Value); err != nil {
			return fmt.Errorf("additionalProperties: %w", err)
		}
	case a.Has != nil && !*a.Has:
		out.closed = true
	default:
		out.additional = anything
	}
	if err := c.fields(s, out); err != nil {
		return err
	}
	return c.immutable(s, out)
}

func (c *compilation) fields(s *openapi3.Schema, out *Schema) error {
	names := slices.AppendSeq(slices.Clone(s.Required), maps.Keys(s.Properties))
	slices.Sort(names)
	names = slices.Compact(names)
	if len(names) > maxProperties {
		return fmt.Errorf("properties are more than %d", maxProperties)
	}
	out.properties = make(map[string]*property, len(names))
	for i, name := range names {
		p := &property{name: name, index: i, required: slices.Contains(s.Required, name)}
		if err := c.field(s, out, p); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		out.properties[name] = p
		out.ordered = append(out.ordered, p)
	}
	return nil
}

func (c *compilation) field(s *openapi3.Schema, out *Schema, p *property) (err error) {
	ref := s.Properties[p.name]
	switch {
	case ref != nil:
		if p.schema, err = c.compile(ref.Value); err == nil && ref.Value.Default != nil {
			p.fill, err = filling(p, ref.Value.Default)
		}
		return err
	case out.closed:
		return errors.New("is required but not among the properties")
	default:
		p.schema = out.additional
	}
	return nil
}

// filling encodes a default as a member. The default must fit its own schema,
// because it is not validated when it is filled in.
func filling(p *property, value any) ([]byte, error) {
	text, err := json.Marshal(value)
	if err != nil {
		return nil, err
	}
	c := new(checker)
	if err := c.read(text); err != nil {
		return nil, fmt.Errorf("default: %w", err)
	}
	if c.check(p.schema, 0); len(c.faults) > 0 {
		return nil, fmt.Errorf("default: %s", c.faults[0].Detail)
	}
	return slices.Concat([]byte{','}, wire.String(p.name), []byte{':'}, c.rewritten()), nil
}

func (c *compilation) immutable(s *openapi3.Schema, out *Schema) error {
	value, ok := s.Extensions[immutable]
	if !ok {
		return nil
	}
	names, ok := value.([]any)
	if !ok || !out.closed {
		return errors.New("x-immutable requires a list of names and additionalProperties: false next to it")
	}
	out.immutable = map[string]bool{}
	for _, v := range names {
		name, ok := v.(string)
		if !ok || out.properties[name] != nil {
			return fmt.Errorf("x-immutable: %v is not the name of a field that the schema leaves out", v)
		}
		out.immutable[name] = true
	}
	return nil
}

// immutable is the keyword that lists fields which callers may expect in an
// operation of this kind and which it does not have: they get a fault of their
// own.
const immutable = "x-immutable"
