package schema

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

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
