package mcp

import (
	"bytes"
	"encoding/json"
	"slices"

	"github.com/storefront/storefront/server/platform/schema"
	"github.com/storefront/storefront/server/platform/wire"
)

// form is the part of an input schema that says where null has a meaning, and where a
// string has one.
type form struct {
	Type       string            `json:"type"`
	Enum       []json.RawMessage `json:"enum"`
	Properties map[string]*form  `json:"properties"`
	Required   []string          `json:"required"`
	Items      *form             `json:"items"`
	AnyOf      []*form           `json:"anyOf"`
}

// fit returns the arguments of a call as the model meant them. Some hosts send an
// object, a list or a number as JSON text, which counts as what it holds where no
// string is expected. Frameworks in strict mode send null for every optional field
// that the model did not set: a field that is null although it takes no null is left
// out. A required field that is null stays, and is refused like any other fault.
func (f *form) fit(arguments json.RawMessage) json.RawMessage {
	forms := f.choices()
	return fit(forms, held(forms, arguments))
}

// fit does so inside a value that has one of these forms. It returns the value itself
// when there is nothing to change.
func fit(forms []*form, value json.RawMessage) json.RawMessage {
	if len(forms) == 0 {
		return value
	}
	switch value[0] {
	case '{':
		return rewritten(value, func(members map[string]json.RawMessage) bool { return fitMembers(forms, members) })
	case '[':
		return rewritten(value, func(elements []json.RawMessage) bool { return fitElements(forms, elements) })
	}
	return value
}

// fitMembers changes the members of an object, and reports whether it changed any.
func fitMembers(forms []*form, members map[string]json.RawMessage) (changed bool) {
	for name, member := range members {
		var inner []*form
		required := false
		for _, f := range forms {
			inner = append(inner, f.Properties[name].choices()...)
			required = required || slices.Contains(f.Required, name)
		}
		value := held(inner, member)
		if string(value) == "null" && len(inner) > 0 && !required && !slices.ContainsFunc(inner, (*form).takesNull) {
			delete(members, name)
			changed = true
			continue
		}
		value = fit(inner, value)
		changed = changed || !bytes.Equal(value, member)
		members[name] = value
	}
	return changed
}

// fitElements changes the elements of a list, and reports whether it changed any.
func fitElements(forms []*form, elements []json.RawMessage) (changed bool) {
	var inner []*form
	for _, f := range forms {
		inner = append(inner, f.Items.choices()...)
	}
	for i, element := range elements {
		elements[i] = fit(inner, held(inner, element))
		changed = changed || !bytes.Equal(elements[i], element)
	}
	return changed
}

// held returns the value that a string holds as JSON text, if none of the forms takes a
// string; any other value as it is.
func held(forms []*form, value json.RawMessage) json.RawMessage {
	if len(forms) == 0 || value[0] != '"' || slices.ContainsFunc(forms, (*form).takesString) {
		return value
	}
	var text string
	if json.Unmarshal(value, &text) != nil || !schema.Valid([]byte(text)) {
		return value
	}
	return bytes.TrimSpace([]byte(text))
}

// rewritten returns the text of a value after fn has changed it. A text that
// cannot be decoded stays, for the validator to refuse.
func rewritten[T any](text json.RawMessage, fn func(T) bool) json.RawMessage {
	var value T
	if json.Unmarshal(text, &value) != nil || !fn(value) {
		return text
	}
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

// takesString reports whether a string at the place of the form stays one. It does
// where few values are allowed: confirm has to be true itself.
func (f *form) takesString() bool { return f.Type == "string" || f.Type == "" || len(f.Enum) > 0 }
