// Package schema checks request bodies against the schemas of the contract.
//
// A schema is compiled once, when the service starts. Checking works on the
// bytes as they came: it finds all faults at once, each with its JSON Pointer,
// and returns the body in the form that the handlers bind: text trimmed and in
// NFC, whole numbers in digits alone, defaults filled in.
package schema

import "math"

// Schema is a compiled JSON Schema. The fields are the keywords that it
// enforces; Compile refuses any other. It is safe for concurrent use.
type Schema struct {
	types     [kindObject + 1]bool
	wholeOnly bool // integer, and not number
	enum      []allowed

	minLength int
	maxLength int // noLimit where there is none, likewise below
	pattern   *pattern
	format    *format

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
	names      *Schema // what propertyNames asks of every name
	additional *Schema // of the properties that it does not name
	immutable  map[string]bool

	anyOf []*Schema
	bare  bool // nothing but anyOf: the choice that fits decides what is kept
}

// property is a field that an object schema names.
type property struct {
	name     string
	index    int // in Schema.ordered
	schema   *Schema
	required bool
	fill     []byte // the default as a further member, `,"limit":20`; nil where there is none
}

// noLimit stands for a maximum that is not set.
const noLimit = math.MaxInt

func newSchema() *Schema {
	return &Schema{
		maxLength: noLimit, maxItems: noLimit, maxProps: noLimit,
		minimum: math.Inf(-1), maximum: math.Inf(1),
	}
}

// anything is the schema of values that the contract leaves open. It is looked
// into all the same, because no text may hold a NUL, wherever it stands.
var anything = func() *Schema {
	s := newSchema()
	s.types = anyType
	s.items, s.additional = s, s
	return s
}()

var anyType = [kindObject + 1]bool{true, true, true, true, true, true}
