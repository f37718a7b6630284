package schema

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/storefront/storefront/server/platform/wire"
)

// Compile compiles a schema of a loaded contract. The error names the keyword or
// value that it cannot enforce.
func Compile(s *openapi3.Schema) (*Schema, error) { return Compiler{}.Compile(s) }

// Compiler compiles schemas; the zero value works.
type Compiler struct {
	// Synonyms are names that callers invent for fields, in small letters without
	// separators, with the fields that they mean, the likeliest first.
	Synonyms map[string][]string
}

// Compile is the function Compile, for schemas whose faults suggest synonyms.
func (c Compiler) Compile(s *openapi3.Schema) (*Schema, error) {
	return (&compilation{synonyms: c.Synonyms, done: map[*openapi3.Schema]*Schema{}}).compile(s)
}

// Keywords are the keywords that a request schema may use: what Compile
// enforces, and annotations. Compile refuses all others except extensions.
var Keywords = []string{
	"$ref", "type", "enum", "minLength", "maxLength", "pattern", "format", "minimum", "maximum",
	"minItems", "maxItems", "items", "properties", "required", "minProperties", "maxProperties",
	"propertyNames", "additionalProperties", "anyOf", "not", "x-immutable", "x-unit", "x-text", "x-note", "x-audit", "x-mcp",
	"title", "description", "default", "examples", "writeOnly",
}

// annotations do not restrict a value; defaults of fields are filled in.
var annotations = []string{"title", "description", "default", "examples", "writeOnly"}

// compilation is the state of the compilation of one schema with those in it.
type compilation struct {
	synonyms map[string][]string
	done     map[*openapi3.Schema]*Schema
}

func (c *compilation) compile(s *openapi3.Schema) (*Schema, error) {
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
	out.synonyms = c.synonyms
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

// refuse returns an error for a schema with any other than these keywords. A
// keyword that was silently ignored would be a hole: the contract would promise
// a check that does not happen.
func refuse(s *openapi3.Schema, known []string) error {
	fields, err := keywordsOf(s)
	if err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		if !slices.Contains(known, name) && (name == immutable || name == unit || name == xText || !strings.HasPrefix(name, "x-")) {
			return fmt.Errorf("%s is not enforced here", name)
		}
	}
	return nil
}

// keywordsOf returns the keywords of a schema; those that kin-openapi does not
// know are included as extensions.
func keywordsOf(s *openapi3.Schema) (map[string]any, error) {
	plain, err := s.MarshalYAML()
	if err != nil {
		return nil, err
	}
	fields, ok := plain.(map[string]any)
	if !ok {
		return nil, fmt.Errorf("the schema %v is not enforced here", plain)
	}
	return fields, nil
}

// types requires that every schema names the types that it accepts: `{maxLength:
// 5}` alone would accept any object. A schema without any keyword accepts
// anything.
func (c *compilation) types(s *openapi3.Schema, out *Schema) error {
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

// choices compiles anyOf, which stands alone: the first choice that fits decides
// how the value is stored.
func (c *compilation) choices(s *openapi3.Schema, out *Schema) error {
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

// exclude compiles `not`, which has two forms: generators of clients have no
// type for what they say in other words. Next to `type: boolean` it excludes one
// of the two values, and in place of `type` it excludes types; arrays of any items,
// since linters want "items" beside an array.
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
	case s.Type.IsEmpty() && s.Enum == nil && s.AnyOf == nil && refuse(excluded, []string{"type", "items"}) == nil && (excluded.Items == nil || refuse(excluded.Items.Value, nil) == nil):
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

func (c *compilation) scalars(s *openapi3.Schema, out *Schema) (err error) {
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
	return errors.Join(bounds(s, out), c.format(s, out), c.lines(s, out))
}

// lines compiles x-text. What has a format, or a pattern of few characters, is a code.
func (c *compilation) lines(s *openapi3.Schema, out *Schema) error {
	ways := map[any]lines{"lines": someLines, "code": noLine}
	said, found := s.Extensions[xText]
	way, known := ways[said]
	switch {
	case found && (!known || !out.types[kindString]):
		return fmt.Errorf("x-text: %v is not how a text is kept here", said)
	case out.format != nil || !isFree(s.Pattern):
		out.lines = noLine
	default:
		out.lines = way
	}
	return nil
}

func newAllowed(v any) (allowed, error) {
	switch v := v.(type) {
	case string:
		return allowed{kindString, v, string(wire.String(v))}, nil
	case bool, nil:
		literal, err := json.Marshal(v)
		k := kindBool
		if v == nil {
			k = kindNull
		}
		return allowed{k, string(literal), string(literal)}, err
	}
	return allowed{}, fmt.Errorf("enum: %v is neither a string nor a boolean nor null", v)
}

// format accepts the formats of strings that are enforced, and those of numbers
// that require no more than is enforced for every number.
func (c *compilation) format(s *openapi3.Schema, out *Schema) error {
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
	if u, ok := s.Extensions[unit]; ok {
		if out.ore = u == "ore" && out.wholeOnly; !out.ore {
			return fmt.Errorf("x-unit: %v is not the unit of a whole number here", u)
		}
	}
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

func (c *compilation) arrays(s *openapi3.Schema, out *Schema) (err error) {
	out.minItems, out.maxItems = whole(s.MinItems), atMost(s.MaxItems)
	out.items = anything
	if s.Items != nil {
		out.items, err = c.compile(s.Items.Value)
	}
	return err
}

// xText is the keyword for how the lines of a text are kept.
const xText = "x-text"
