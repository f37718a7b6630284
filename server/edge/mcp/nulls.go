package mcp

import (
	"bytes"
	"encoding/json"
	"slices"

	"github.com/storefront/storefront/server/platform/wire"
)

// form is the part of an input schema that says where null has a meaning.
type form struct {
	Type       string           `json:"type"`
	Properties map[string]*form `json:"properties"`
	Required   []string         `json:"required"`
	Items      *form            `json:"items"`
	AnyOf      []*form          `json:"anyOf"`
}

// withoutNulls returns the arguments of a call without the fields that are null
// although they take no null: frameworks in strict mode send null for every
// optional field that the model did not set. A required field that is null stays,
// and is refused like any other fault.
func (f *form) withoutNulls(arguments json.RawMessage) json.RawMessage {
	if !bytes.Contains(arguments, []byte("null")) {
		return arguments
	}
	return without(f.choices(), arguments)
}

// without does the same for a value that has one of these forms.
func without(forms []*form, value json.RawMessage) json.RawMessage {
	switch value[0] {
	case '{':
		return rewritten(value, func(members map[string]json.RawMessage) { dropNulls(forms, members) })
	case '[':
		var items []*form
		for _, f := range forms {
			items = append(items, f.Items.choices()...)
		}
		return rewritten(value, func(elements []json.RawMessage) {
			for i := range elements {
				elements[i] = without(items, elements[i])
			}
		})
	}
	return value
}

func dropNulls(forms []*form, members map[string]json.RawMessage) {
	for name, member := range members {
		var inner []*form
		required := false
		for _, f := range forms {
			inner = append(inner, f.Properties[name].choices()...)
			required = required || slices.Contains(f.Required, name)
		}
		if string(member) == "null" && len(inner) > 0 && !required && !slices.ContainsFunc(inner, (*form).takesNull) {
			delete(members, name)
		} else {
			members[name] = without(inner, member)
		}
	}
}

// rewritten returns the text of a value after fn has changed it. A text that
// cannot be decoded stays, for the validator to refuse.
func rewritten[T any](text json.RawMessage, fn func(T)) json.RawMessage {
	var value T
	if json.Unmarshal(text, &value) != nil {
		return text
	}
	fn(value)
	out, err := wire.Marshal(value)
	if err != nil {
		return text
	}
	return out
}

// choices returns the forms that a value may have: f itself, or those of its
// anyOf; none if f is nil.
func (f *form) choices() (all []*form) {
	if f == nil {
		return nil
	}
	if len(f.AnyOf) == 0 {
		return []*form{f}
	}
	for _, choice := range f.AnyOf {
		all = append(all, choice.choices()...)
	}
	return all
}

// takesNull reports whether null is a value of the form. A form without a type
// takes every value.
func (f *form) takesNull() bool { return f.Type == "null" || f.Type == "" }
