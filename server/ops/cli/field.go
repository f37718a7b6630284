package cli

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/segmentio/encoding/json"
)

// Kind is what a value of a field is in JSON.
type Kind string

// The kinds, as error messages name them.
const (
	Text    Kind = "a text"
	Integer Kind = "an integer"
	Number  Kind = "a number"
	Boolean Kind = "true or false"
	Object  Kind = "a JSON object"
	List    Kind = "a JSON array"
)

// Field is a place in the body of an operation.
type Field struct {
	Path        []string // its names, from the body inwards
	Kind        Kind
	Item        Kind // of the items of a list
	Nullable    bool
	Required    bool     // always: it is required, and so is all that it is in
	Values      []string // all that are allowed, of it or of its items; none: any
	Default     string   // as JSON
	Description string
	inner       []Field // of an object
}

// Name is the name of the flag of a field: patch.price-dkk.
func (f *Field) Name() string { return kebab(f.Exact()) }

// Exact is the name of a field as the contract spells it: patch.priceDkk.
func (f *Field) Exact() string { return strings.Join(f.Path, ".") }

func kebab(name string) string {
	var b strings.Builder
	for _, r := range name {
		if unicode.IsUpper(r) {
			b.WriteByte('-')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

type schema struct {
	Ref         string `json:"$ref"`
	Type        types
	Description string
	Default     json.RawMessage
	Enum        []json.RawMessage
	Items       *schema
	Properties  map[string]*schema
	Required    []string
	Defs        map[string]*schema `json:"$defs"`
}

// types are one type, or several.
type types []string

// UnmarshalJSON implements json.Unmarshaler.
func (t *types) UnmarshalJSON(text []byte) error {
	if len(text) > 0 && text[0] == '"' {
		*t = types{""}
		return json.Unmarshal(text, &(*t)[0])
	}
	return json.Unmarshal(text, (*[]string)(t))
}

// FieldsOf returns the fields of an operation by its self-contained schema, by name; those of an
// object follow it.
func FieldsOf(input []byte) ([]Field, error) {
	var root schema
	if err := json.Unmarshal(input, &root); err != nil {
		return nil, fmt.Errorf("schema of an operation: %w", err)
	}
	return flat(root.fields(root.Defs, nil, true)), nil
}

func flat(fields []Field) (all []Field) {
	for _, f := range fields {
		all = append(append(all, f), flat(f.inner)...)
	}
	return all
}

func (s *schema) fields(defs map[string]*schema, within []string, required bool) []Field {
	var fields []Field
	for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
		path := append(slices.Clone(within), name)
		fields = append(fields, s.Properties[name].field(defs, path, required && slices.Contains(s.Required, name)))
	}
	return fields
}

func (s *schema) field(defs map[string]*schema, path []string, required bool) Field {
	f := Field{Path: path, Required: required, Description: s.Description, Default: string(s.Default)}
	s = s.resolved(defs)
	if f.Description == "" {
		f.Description = s.Description
	}
	f.Kind, f.Nullable = s.kind()
	f.Values = s.values()
	switch f.Kind {
	case List:
		item := s.Items.resolved(defs)
		f.Item, _ = item.kind()
		f.Values = item.values()
	case Object:
		f.inner = s.fields(defs, path, required && !f.Nullable)
	}
	return f
}

func (s *schema) resolved(defs map[string]*schema) *schema {
	if s == nil {
		return &schema{}
	}
	if def := defs[strings.TrimPrefix(s.Ref, "#/$defs/")]; s.Ref != "" && def != nil {
		return def
	}
	return s
}

func (s *schema) kind() (kind Kind, nullable bool) {
	kind = Object // what has no type is written as JSON
	for _, t := range s.Type {
		switch t {
		case "null":
			nullable = true
		case "string":
			kind = Text
		case "integer":
			kind = Integer
		case "number":
			kind = Number
		case "boolean":
			kind = Boolean
		case "array":
			kind = List
		}
	}
	return kind, nullable
}

func (s *schema) values() (values []string) {
	for _, v := range s.Enum {
		var text string
		if json.Unmarshal(v, &text) == nil {
			values = append(values, text)
		}
	}
	return values
}
