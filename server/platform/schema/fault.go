package schema

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/storefront/storefront/server/platform/text"
)

// Fault is one place in a body that violates its schema.
type Fault struct {
	Pointer string `json:"pointer"` // RFC 6901; a name of over 200 characters is truncated
	Code    string `json:"code"`    // the rule, such as required, type, min_length, unknown_field
	Detail  string `json:"detail"`  // the requirement
	Fix     string `json:"-"`       // one imperative sentence

	Correction Correction `json:"-"` // what Fix says, as data; at the pointer if it names no place
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

// fault records that the current value violates a rule. fix is one imperative
// sentence in which the first %s stands for the name of the field. While a name
// is checked, the name violates the rule. correction is what fix says.
func (c *checker) fault(code, detail, fix string, correction Correction) {
	if c.full() {
		return
	}
	field := c.field()
	if c.naming {
		detail, field = "has a name that "+detail, "the name "+field
	}
	fix = strings.Replace(fix, "%s", field, 1)
	correction.Name = c.naming
	c.faults = append(c.faults, Fault{Pointer: c.pointer(), Code: code, Detail: detail, Fix: fix, Correction: correction})
}

// unfit records that the current value is not what is wanted in its place.
func (c *checker) unfit(code, wanted string, correction Correction) {
	c.fault(code, "must be "+wanted, "Set %s to "+wanted+".", correction)
}

func (c *checker) full() bool { return len(c.faults) == MaxFaults }

// wanted describes what the schema accepts: its values, or its types as in "a
// string or null".
func (s *Schema) wanted() string {
	var list []string
	for _, a := range s.enum {
		list = append(list, a.json)
	}
	if len(list) > 0 {
		return either(list)
	}
	for _, k := range kindsInWords {
		switch {
		case !s.types[k]:
		case k == kindNumber && s.ore:
			list = append(list, "a whole number of ore")
		case k == kindNumber && s.wholeOnly:
			list = append(list, "a whole number")
		default:
			list = append(list, article(k))
		}
	}
	return either(list)
}

// kindsInWords is the order in which types are named.
var kindsInWords = []kind{kindString, kindNumber, kindBool, kindArray, kindObject, kindNull}

func article(k kind) string {
	switch k {
	case kindNull:
		return "null"
	case kindArray, kindObject:
		return "an " + kindNames[k]
	}
	return "a " + kindNames[k]
}

// either joins a list as in "a, b or c".
func either(list []string) string { return text.Joined(list, "or") }

// fields lists the fields of an object that has only a few, as in "1 field (id
// or slug)", or the first of many, as in "1 field (such as body)".
func (s *Schema) fields() string {
	const few = 3
	switch n := len(s.ordered); {
	case n == 0:
		return ""
	case n > few:
		return " (such as " + s.ordered[0].name + ")"
	}
	var names []string
	for _, p := range s.ordered {
		names = append(names, p.name)
	}
	return " (" + either(names) + ")"
}

// firstField returns the name of the first field that the schema names, or "".
func (s *Schema) firstField() string {
	if len(s.ordered) == 0 {
		return ""
	}
	return s.ordered[0].name
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return strconv.Itoa(n) + " " + what + "s"
}

// segment is one step of the path to the current value.
type segment struct {
	missing string // the name of a field that is missing, or else
	place   int32  // the index of a member's name among the values, or an element's index
	element bool
}

func (c *checker) push(s segment) { c.path = append(c.path, s) }
func (c *checker) pop()           { c.path = c.path[:len(c.path)-1] }

// name returns at most the first most characters of a name.
func (c *checker) name(s segment, most int) string {
	if s.missing != "" {
		return clip(s.missing, most)
	}
	v := c.values[s.place]
	raw := c.in[v.start+1 : v.end-1]
	return clip(string(unescaped(raw[:head(raw, 2*(most+1))], v.escaped)), most)
}

// head returns the number of bytes of the first n characters of a string in its
// encoded form; half of a surrogate pair counts as one. A long name is not
// decoded as a whole, because a hundred faults may be below it.
func head(raw []byte, n int) int {
	at := 0
	for ; at < len(raw) && n > 0; n-- {
		switch {
		case raw[at] != '\\':
			_, size := utf8.DecodeRune(raw[at:])
			at += size
		case raw[at+1] == 'u':
			at += len(`\u0000`)
		default:
			at += len(`\n`)
		}
	}
	return at
}

var pointerEscapes = strings.NewReplacer("~", "~0", "/", "~1")

// pointer returns the JSON Pointer of the current value.
func (c *checker) pointer() string {
	const longestName = 200 // names come from the caller, and a fault must not grow with them
	var b strings.Builder
	for _, s := range c.path {
		b.WriteByte('/')
		if s.element {
			b.WriteString(strconv.Itoa(int(s.place)))
		} else {
			b.WriteString(pointerEscapes.Replace(c.name(s, longestName)))
		}
	}
	return b.String()
}

// field returns a readable name of the current value: "patch.images[2]".
func (c *checker) field() string {
	if len(c.path) == 0 {
		return "the body"
	}
	return strconv.Quote(c.dotted(c.path))
}

// sibling returns the readable name of another field of the same object.
func (c *checker) sibling(name string) string {
	if len(c.path) < 2 {
		return name
	}
	return c.dotted(c.path[:len(c.path)-1]) + "." + name
}

func (c *checker) dotted(path []segment) string {
	var b strings.Builder
	for i, s := range path {
		switch {
		case s.element:
			b.WriteString("[" + strconv.Itoa(int(s.place)) + "]")
		case i > 0:
			b.WriteString("." + c.name(s, shortName))
		default:
			b.WriteString(c.name(s, shortName))
		}
	}
	return b.String()
}

// shortName is the maximum number of characters of a caller's name in a
// sentence.
const shortName = 60

// clip returns at most most characters of s, without reading the rest.
func clip(s string, most int) string {
	for at := range s {
		if most--; most < 0 {
			return s[:at] + "…"
		}
	}
	return s
}
