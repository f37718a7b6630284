package schema

import (
	"slices"
	"sync"

	"github.com/storefront/storefront/server/platform/text"
)

// Check parses body as one JSON object and validates it against the schema. It
// returns the body in the form that handlers bind (body itself if nothing had to
// be changed) or the faults in the order of the text, at most MaxFaults. The
// error is a *SyntaxError if the bytes are not a JSON object.
func (s *Schema) Check(body []byte) ([]byte, []Fault, error) {
	c := checkers.Get().(*checker)
	defer c.release()
	if err := c.read(text.WithoutMark(body)); err != nil {
		return nil, nil, err
	}
	if root := c.values[0]; root.kind != kindObject {
		return nil, nil, &SyntaxError{int(root.start), "the body is " + article(root.kind) + " where an object is expected"}
	}
	c.check(s, 0)
	if len(c.faults) > 0 {
		return nil, c.faults, nil
	}
	return c.rewritten(), nil, nil
}

// Valid reports whether text is one JSON value, by the rules by which Check parses a body.
func Valid(text []byte) bool {
	c := checkers.Get().(*checker)
	defer c.release()
	return c.read(text) == nil
}

// checker is the state of the validation of one body.
type checker struct {
	parser
	path    []segment
	naming  bool  // the current path ends at the name of a member, not at its value
	renamed int32 // the index of the member of the body that is taken for a property with another name; 0: none
	faults  []Fault
	edits   []edit
}

var checkers = sync.Pool{New: func() any { return new(checker) }}

// release returns the checker to the pool, unless a huge body has enlarged it.
func (c *checker) release() {
	const most = 4096
	if cap(c.values) > most || cap(c.edits) > most {
		return
	}
	clear(c.edits) // they refer to the text
	*c = checker{parser: parser{values: c.values[:0]}, path: c.path[:0], edits: c.edits[:0]}
	checkers.Put(c)
}

// check validates the value at index at of the values against s. It stops when
// there is no room for further faults, so that a body of nothing but faults
// costs no more than a valid one.
func (c *checker) check(s *Schema, at int32) {
	v := c.values[at]
	switch {
	case c.full():
		return
	case !s.types[v.kind]:
		c.unfit(CodeType, c.wantedFor(s, v), s.fitting())
		return
	case s.anyOf != nil:
		c.checkAny(s, at)
		return
	case s.enum != nil && !c.enumerated(s, v):
		return
	}
	switch v.kind {
	case kindString:
		c.checkText(s, v)
	case kindNumber:
		c.checkNumber(s, v)
	case kindArray:
		c.checkArray(s, at)
	case kindObject:
		c.checkObject(s, at)
	}
}

func (c *checker) checkArray(s *Schema, at int32) {
	n := 0
	for i := at + 1; i < c.values[at].next && !c.full(); i = c.values[i].next {
		if s.items != nil {
			c.push(segment{element: true, place: int32(n)})
			c.check(s.items, i)
			c.pop()
		}
		n++
	}
	if n < s.minItems {
		c.fault(CodeMinItems, "must hold at least "+count(s.minItems, "item"), "Put at least "+count(s.minItems, "item")+" into %s.", Correction{Do: Lengthen, Count: s.minItems})
	}
	if n > s.maxItems {
		c.fault(CodeMaxItems, "must hold at most "+count(s.maxItems, "item"), "Put at most "+count(s.maxItems, "item")+" into %s.", Correction{Do: Shorten, Count: s.maxItems})
	}
}

// checkAny accepts a value that fits one choice. If it fits none, the faults of
// the nearest choice are reported.
func (c *checker) checkAny(s *Schema, at int32) {
	before, edits := len(c.faults), len(c.edits)
	var best []Fault
	tried := false
	for _, choice := range s.anyOf {
		if !choice.types[c.values[at].kind] {
			continue // a choice of that type exists: s.types is the union of theirs
		}
		c.check(choice, at)
		if len(c.faults) == before {
			return
		}
		if faults := c.faults[before:]; !tried || nearer(faults, best) {
			best, tried = slices.Clone(faults), true
		}
		c.faults, c.edits = c.faults[:before], c.edits[:edits]
	}
	c.faults = append(c.faults, best...)
}

// nearer reports whether a choice with faults a is more probably meant than one
// with faults b: enumerations such as `type: percent` decide first, then the
// number of faults.
func nearer(a, b []Fault) bool {
	if x, y := missesEnum(a), missesEnum(b); x != y {
		return y
	}
	return len(a) < len(b)
}

func missesEnum(faults []Fault) bool {
	return slices.ContainsFunc(faults, func(f Fault) bool { return f.Code == CodeEnum })
}

// enumerated requires one of the values exactly as it was sent.
func (c *checker) enumerated(s *Schema, v value) bool {
	text := c.in[v.start:v.end]
	if v.kind == kindString {
		text = textOf(c.in, v)
	}
	for _, a := range s.enum {
		if a.kind == v.kind && a.text == string(text) {
			return true
		}
	}
	if near := s.slipOf(string(text)); v.kind == kindString && near != nil {
		c.fault(CodeEnum, "must be "+s.wanted(), "Set %s to "+near.json+".", Correction{Do: Set, Value: near.json})
		return false
	}
	c.unfit(CodeEnum, s.wanted(), s.fitting())
	return false
}

// edit replaces a part of the body by text.
type edit struct {
	start, end int32
	text       []byte
}

// edit records that v is stored in another form. Edits are recorded in the order
// of the text; those of a refused body are not used.
func (c *checker) edit(v value, text []byte) {
	if len(c.faults) == 0 {
		c.edits = append(c.edits, edit{v.start, v.end, text})
	}
}

func (c *checker) insert(at int32, text []byte) { c.edit(value{start: at, end: at}, text) }

// rewritten returns the body with the edits applied, or the body itself when
// there are none.
func (c *checker) rewritten() []byte {
	if len(c.edits) == 0 {
		return c.in
	}
	size := len(c.in)
	for _, e := range c.edits {
		size += len(e.text)
	}
	out, at := make([]byte, 0, size), int32(0)
	for _, e := range c.edits {
		out = append(out, c.in[at:e.start]...)
		out = append(out, e.text...)
		at = e.end
	}
	return append(out, c.in[at:]...)
}
