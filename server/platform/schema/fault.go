package schema

import "strings"

// Fault is one place where a body breaks its schema.
type Fault struct {
	Pointer string `json:"pointer"` // RFC 6901; a name of over 200 characters is cut short
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
)

// MaxFaults is how many faults of one body are reported.
const MaxFaults = 100

func (c *checker) full() bool { return len(c.faults) == MaxFaults }

// fault notes that the value at hand breaks a rule. fix is one imperative
// sentence in which the first %s stands for the field's name. While a name is
// checked, it is the name that breaks the rule.
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
