package schema

import "strconv"

func (c *checker) checkObject(s *Schema, at int32) {
	n, seen := 0, 0
	for i := at + 1; i < c.values[at].next; i = c.values[i+1].next {
		n++
		name, known := c.member(s, c.values[i])
		c.path = append(c.path, named(name))
		switch {
		case known != nil:
			if known.required {
				seen++
			}
			c.check(known.schema, i+1)
		case s.immutable[name]:
			c.fault(CodeImmutable, "cannot be changed", "Remove %s from the body: it cannot be changed.")
		case s.closed:
			c.unknown(s, name)
		default:
			if s.names != nil {
				edits := len(c.edits)
				c.check(s.names, i)
				c.edits = c.edits[:edits] // names are kept as they came
			}
			if s.additional != nil {
				c.check(s.additional, i+1)
			}
		}
		c.path = c.path[:len(c.path)-1]
	}
	if seen < s.required {
		c.missing(s, at)
	}
	if n < s.minProps {
		c.fault(CodeMinProps, "must hold at least "+count(s.minProps, "field"), "Put at least "+count(s.minProps, "field")+" into %s.")
	}
	if s.maxProps >= 0 && n > s.maxProps {
		c.fault(CodeMaxProps, "must hold at most "+count(s.maxProps, "field"), "Put at most "+count(s.maxProps, "field")+" into %s.")
	}
	c.fillDefaults(s, at, n)
}

// member finds the property that a name means. A name without escapes is
// looked up by its bytes, which allocates nothing.
func (c *checker) member(s *Schema, v value) (string, *property) {
	if !v.escaped {
		if p := s.properties[string(c.in[v.start+1:v.end-1])]; p != nil {
			return p.name, p
		}
	}
	name := textOf(c.in, v)
	return name, s.properties[name]
}

func (c *checker) has(at int32, name string) bool {
	for i := at + 1; i < c.values[at].next; i = c.values[i+1].next {
		if textOf(c.in, c.values[i]) == name {
			return true
		}
	}
	return false
}

func (c *checker) missing(s *Schema, at int32) {
	for _, p := range s.ordered {
		if !p.required || c.has(at, p.name) {
			continue
		}
		c.path = append(c.path, named(p.name))
		c.fault(CodeRequired, "is required", "Add %s to the body.")
		c.path = c.path[:len(c.path)-1]
	}
}

func (c *checker) unknown(s *Schema, name string) {
	fix := "Remove %s from the body."
	if near := s.nearest(name); near != "" {
		fix = "Replace %s by " + strconv.Quote(near) + "."
	}
	c.fault(CodeUnknownField, "is not a field of this operation", fix)
}

// fillDefaults adds what the contract gives a default and the body left out.
func (c *checker) fillDefaults(s *Schema, at int32, members int) {
	for _, p := range s.ordered {
		if p.fill == nil || c.has(at, p.name) {
			continue
		}
		text := p.fill
		if members > 0 {
			text = append([]byte{','}, p.fill...)
		}
		end := c.values[at].end - 1
		c.edits = append(c.edits, edit{end, end, text})
		members++
	}
}
