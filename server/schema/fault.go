package schema

import (
	"strconv"
	"strings"
)

// fault notes that the value at hand breaks a rule. fix is one imperative
// sentence in which %s stands for the field's name.
func (c *checker) fault(code, detail, fix string) {
	if len(c.faults) >= MaxFaults {
		return
	}
	fix = strings.Replace(fix, "%s", c.field(), 1)
	c.faults = append(c.faults, Fault{Pointer: c.pointer(), Code: code, Detail: detail, Fix: fix})
}

// longestName is how much of an invented name a fault repeats.
const longestName = 200

var pointerEscapes = strings.NewReplacer("~", "~0", "/", "~1")

// pointer returns the JSON Pointer of the value at hand.
func (c *checker) pointer() string {
	var b strings.Builder
	for _, s := range c.path {
		b.WriteByte('/')
		if s.index >= 0 {
			b.WriteString(strconv.Itoa(s.index))
		} else {
			b.WriteString(pointerEscapes.Replace(clipTo(s.name, longestName)))
		}
	}
	return b.String()
}

// field names the value at hand as a person would: "patch.images[2]".
func (c *checker) field() string {
	if len(c.path) == 0 {
		return "the body"
	}
	var b strings.Builder
	for i, s := range c.path {
		switch {
		case s.index >= 0:
			b.WriteString("[" + strconv.Itoa(s.index) + "]")
		case i > 0:
			b.WriteString("." + clip(s.name))
		default:
			b.WriteString(clip(s.name))
		}
	}
	return strconv.Quote(b.String())
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return strconv.Itoa(n) + " " + what + "s"
}

// wanted lists the types that the schema takes, such as "a string or null".
func (s *Schema) wanted() string {
	var list []string
	for k := kindNull; k <= kindObject; k++ {
		if s.types[k] {
			list = append(list, s.article(k))
		}
	}
	return strings.Join(list, " or ")
}

// wantedAny is wanted for a choice of schemas.
func (s *Schema) wantedAny() string {
	var list []string
	for _, choice := range s.anyOf {
		list = append(list, choice.wanted())
	}
	return strings.Join(list, " or ")
}

func (s *Schema) article(k kind) string {
	if k == kindNumber && s.wholeOnly {
		return "a whole number"
	}
	return article(k)
}

func article(k kind) string {
	switch k {
	case kindNull:
		return "null"
	case kindArray, kindObject:
		return "an " + kindNames[k]
	}
	return "a " + kindNames[k]
}
