package schema

import "strings"

// Fault is one place in a body that violates its schema.
type Fault struct {
	Pointer string `json:"pointer"` // RFC 6901; a name of over 200 characters is truncated
	Code    string `json:"code"`    // the rule, such as required, type, min_length, unknown_field
	Detail  string `json:"detail"`  // the requirement
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
)

// MaxFaults is the maximum number of faults that are reported for one body.
const MaxFaults = 100

func (c *checker) full() bool { return len(c.faults) == MaxFaults }

// fault records that the current value violates a rule. fix is one imperative
// sentence in which the first %s stands for the name of the field. While a name
// is checked, the name violates the rule.
func (c *checker) fault(code, detail, fix string) {
	if c.full() {
		return
	}
	field := c.field()
	if c.naming {
		detail, field = "has a name that "+detail, "the name "+field
	}
	fix = strings.Replace(fix, "%s", field, 1)
	c.faults = append(c.faults, Fault{Pointer: c.pointer(), Code: code, Detail: detail, Fix: fix})
}
