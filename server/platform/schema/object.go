package schema

import (
	"bytes"
	"strconv"
)

// maxProperties is the maximum number of fields in a schema.
const maxProperties = 256

// present is the set of a schema's fields that an object contains.
type present [maxProperties / 64]uint64

func (p *present) add(index int)      { p[index/64] |= 1 << (index % 64) }
func (p *present) has(index int) bool { return p[index/64]&(1<<(index%64)) != 0 }

func (c *checker) checkObject(s *Schema, at int32) {
	if s.also != "" {
		c.renamed = c.another(s, at)
	}
	here, n := c.present(s, at)
	for i := at + 1; i < c.values[at].next && !c.full(); i = c.values[i+1].next {
		c.push(segment{place: i})
		c.checkMember(s, i, &here)
		c.pop()
	}
	for _, p := range s.ordered {
		if p.required && !here.has(p.index) {
			c.push(segment{missing: p.name})
			c.fault(CodeRequired, "is required", "Add %s to the body, as "+p.schema.wanted()+".", p.schema.fitting())
			c.pop()
		}
	}
	if n < s.minProps {
		c.fault(CodeMinProps, "must hold at least "+count(s.minProps, "field"), "Put at least "+count(s.minProps, "field")+s.fields()+" into %s.",
			Correction{Do: Lengthen, Other: s.firstField(), Count: s.minProps})
	}
	if n > s.maxProps {
		c.fault(CodeMaxProps, "must hold at most "+count(s.maxProps, "field"), "Put at most "+count(s.maxProps, "field")+s.fields()+" into %s.",
			Correction{Do: Shorten, Count: s.maxProps})
	}
	c.fillDefaults(s, at, &here, n == 0)
}

// present finds the fields that an object contains, and the number of its
// members.
func (c *checker) present(s *Schema, at int32) (here present, n int) {
	for i := at + 1; i < c.values[at].next; i = c.values[i+1].next {
		n++
		if p := c.property(s, i); p != nil {
			here.add(p.index)
		}
	}
	return here, n
}

// another returns the index of the member that has the other name of a property which is missing, or 0.
func (c *checker) another(s *Schema, at int32) (found int32) {
	for i := at + 1; i < c.values[at].next; i = c.values[i+1].next {
		switch string(textOf(c.in, c.values[i])) {
		case s.alsoFor.name:
			return 0
		case s.also:
			found = i
		}
	}
	return found
}

// property returns the field with the name at index at, or nil.
func (c *checker) property(s *Schema, at int32) *property {
	if at == c.renamed && s.also != "" {
		return s.alsoFor
	}
	return s.properties[string(textOf(c.in, c.values[at]))] // a look-up copies nothing
}

// checkMember validates the member whose name is at index at against s.
func (c *checker) checkMember(s *Schema, at int32, here *present) {
	if s.names != nil {
		c.checkName(s.names, at)
	}
	if p := c.property(s, at); p != nil {
		before := len(c.faults)
		if at == c.renamed {
			c.edit(c.values[at], []byte(strconv.Quote(p.name)))
		}
		c.check(p.schema, at+1)
		if len(c.faults) > before {
			c.refer(s, p, c.values[at+1].kind, here, &c.faults[before])
		}
		return
	}
	name := textOf(c.in, c.values[at])
	switch {
	case s.immutable[string(name)]:
		c.fault(CodeImmutable, "cannot be changed", "Remove %s from the body: it cannot be changed.", Correction{Do: Remove})
	case s.closed:
		c.unknown(s, string(name), at, here)
	case s.additional != nil:
		if s.names == nil {
			c.checkName(anything, at)
		}
		c.check(s.additional, at+1)
	}
}

// checkName validates a name against s. Names are stored as they were sent, so
// their length is measured as it was sent.
func (c *checker) checkName(s *Schema, at int32) {
	c.naming = true
	name := textOf(c.in, c.values[at])
	switch {
	case bytes.IndexByte(name, 0) >= 0:
		c.fault(CodeNUL, "must not hold a NUL character", "Remove the NUL character from %s.", Correction{Do: CutNUL})
	case s.enum != nil && !c.enumerated(s, c.values[at]):
	default:
		c.checkString(s, name, name)
	}
	c.naming = false
}

func (c *checker) unknown(s *Schema, name string, at int32, here *present) {
	if c.full() {
		return
	}
	fix, correction := c.instead(s, name, at, here)
	c.fault(CodeUnknownField, "is not a field of this operation", fix, correction)
}

// fillDefaults adds fields that have a default in the contract and are not in
// the body.
func (c *checker) fillDefaults(s *Schema, at int32, here *present, empty bool) {
	for _, p := range s.ordered {
		if p.fill == nil || here.has(p.index) {
			continue
		}
		text := p.fill
		if empty {
			text, empty = text[1:], false // no comma is needed after the brace
		}
		end := c.values[at].end - 1
		c.insert(end, text)
	}
}
