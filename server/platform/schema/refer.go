package schema

import (
	"strconv"
	"strings"
)

// The two ways to the next page of a list. An offset has a maximum, beyond which
// the list goes on by cursor.
const offset, cursor = "offset", "cursor"

// refer has the fix of a fault of a field name another field of the same object
// if that takes what the caller sent: a cursor goes beyond the largest offset, and
// statuses takes the list that was sent as status.
func (c *checker) refer(s *Schema, p *property, sent kind, here *present, f *Fault) {
	switch {
	case p.name == offset && s.properties[cursor] != nil && f.Code == CodeMaximum:
		f.Fix = strings.TrimSuffix(f.Fix, ".") + `, or leave it out and set "cursor" to page.nextCursor.`
	case f.Code == CodeType && sent == kindArray:
		if list := s.listOf(p.name); list != nil && !here.has(list.index) {
			f.Fix = "Replace " + c.field() + " by " + strconv.Quote(c.sibling(list.name)) + "."
		}
	}
}

// listOf returns the field that takes several values of a field, or nil.
func (s *Schema) listOf(name string) *property {
	for _, plural := range []string{name + "s", name + "es"} {
		if list := s.properties[plural]; list != nil && list.schema.types[kindArray] {
			return list
		}
	}
	return nil
}
