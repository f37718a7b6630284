// Package schema checks request bodies against the schemas of the contract.
//
// A schema is compiled once, when the service starts. Checking works on the
// bytes as they came: it finds all faults at once, each with its JSON Pointer,
// and returns the body in the form that the handlers bind: text trimmed and in
// NFC, whole numbers in digits alone, defaults filled in.
package schema

import (
	"regexp"
)

// Schema is a compiled JSON Schema. The fields are the keywords that it
// enforces; compile refuses any other. It is safe for concurrent use.
type Schema struct {
	types      [kindObject + 1]bool
	anyType    bool
	wholeOnly  bool // integer, and not number
	enum       []string
	minLength  int
	maxLength  int // -1 where there is none, likewise below
	pattern    *regexp.Regexp
	format     string
	minimum    float64
	maximum    float64
	minItems   int
	maxItems   int
	items      *Schema
	properties map[string]*property
	ordered    []*property // by name
	required   int
	minProps   int
	maxProps   int
	names      *Schema
	additional *Schema // of properties without a schema of their own; nil refuses them when closed
	closed     bool
	anyOf      []*Schema
	immutable  map[string]bool
}

type property struct {
	name     string
	schema   *Schema
	required bool
	fill     []byte // the default as a member, `"limit":20`; nil where there is none
}

// Fault is one place where a body breaks its schema.
type Fault struct {
	Pointer string `json:"pointer"` // RFC 6901
	Code    string `json:"code"`    // the rule, such as required, type, min_length, unknown_field
	Detail  string `json:"detail"`  // what the rule asks for
	Fix     string `json:"-"`       // one imperative sentence
}

// The codes of faults.
const (
	CodeRequired     = "required"
	CodeType         = "type"
	CodeEnum         = "enum"
	CodeMinLength    = "min_length"
	CodeMaxLength    = "max_length"
	CodePattern      = "pattern"
	CodeFormat       = "format"
	CodeMinimum      = "minimum"
	CodeMaximum      = "maximum"
	CodeMinItems     = "min_items"
	CodeMaxItems     = "max_items"
	CodeMinProps     = "min_properties"
	CodeMaxProps     = "max_properties"
	CodeUnknownField = "unknown_field"
	CodeImmutable    = "immutable"
	CodeNUL          = "nul"
	CodeAnyOf        = "any_of"
)

// MaxFaults is how many faults of one body are reported.
const MaxFaults = 100
