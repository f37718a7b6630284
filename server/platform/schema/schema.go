// Package schema validates request bodies against the schemas of the contract.
//
// A schema is compiled once, when the service starts. Validation works on the
// bytes as they were sent: it finds all faults at once, each with its JSON
// Pointer, and returns the body in the form that the handlers bind: text trimmed, without invisible characters at its ends,
// and in NFC, whole numbers in plain digits, defaults filled in.
package schema

import "math"

// Schema is a compiled JSON Schema. Its fields are the keywords that it
// enforces; Compile refuses all others. It is safe for concurrent use.
type Schema struct {
	types     [kindObject + 1]bool
	wholeOnly bool // integer, and not number
	enum      []allowed

	minLength int
	maxLength int // noLimit if there is none; the same for the maximums below
	pattern   *pattern
	format    *format
	lines     lines

	ore     bool // an amount of money
	minimum float64
	maximum float64

	minItems int
	maxItems int
	items    *Schema

	properties map[string]*property
	ordered    []*property // by name
	minProps   int
	maxProps   int
	closed     bool    // refuses properties that it does not name
	names      *Schema // the schema of every name, from propertyNames
	additional *Schema // of the properties that it does not name
	immutable  map[string]bool
	synonyms   map[string][]string // as those of the Compiler
	also       string              // another name of a property, taken where that is missing
	alsoFor    *property

	anyOf []*Schema // the first that fits decides the stored form
}

// Also has Check take another name for a property of the schema: what handlers bind has the name of the property. It is
// called before the first Check.
func (s *Schema) Also(name, property string) {
	s.also, s.alsoFor = name, s.properties[property]
}

// property is a field in an object schema.
type property struct {
	name     string
	index    int // in Schema.ordered
	schema   *Schema
	required bool
	fill     []byte // the default encoded as a further member, `,"limit":20`; nil if there is none
}

// allowed is one value of an enumeration: a string, a boolean or null.
type allowed struct {
	kind kind
	text string // the value of a string, or the literal
	json string
}

// noLimit stands for a maximum that is not set.
const noLimit = math.MaxInt

func newSchema() *Schema {
	return &Schema{
		maxLength: noLimit, maxItems: noLimit, maxProps: noLimit,
		minimum: math.Inf(-1), maximum: math.Inf(1),
	}
}

// anything is the schema of values that the contract leaves open. They are still
// validated, because no text may contain a NUL.
var anything = func() *Schema {
	s := newSchema()
	s.types, s.lines = anyType, someLines
	s.items, s.additional = s, s
	return s
}()

var anyType = [kindObject + 1]bool{true, true, true, true, true, true}

// Items returns the schema of the elements of a list, which is a member of an object with this schema; nil
// if there is no such list.
func (s *Schema) Items(member string) *Schema {
	p := s.properties[member]
	if p == nil {
		return nil
	}
	return p.schema.items
}
