package schema

import (
	"strconv"
	"strings"
)

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
	for _, k := range []kind{kindString, kindNumber, kindBool, kindArray, kindObject, kindNull} {
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
func either(list []string) string { return joined(list, "or") }

func joined(list []string, conjunction string) string {
	if len(list) < 2 {
		return strings.Join(list, "")
	}
	last := len(list) - 1
	return strings.Join(list[:last], ", ") + " " + conjunction + " " + list[last]
}

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

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return strconv.Itoa(n) + " " + what + "s"
}
