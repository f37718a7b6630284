package schema

import "sync"

// Check parses body as one JSON object and validates it against the schema. It
// returns the body in the form that handlers bind (body itself if nothing had to
// be changed) or the faults in the order of the text, at most MaxFaults. The
// error is a *SyntaxError if the bytes are not a JSON object.
func (s *Schema) Check(body []byte) ([]byte, []Fault, error) {
	c := checkers.Get().(*checker)
	defer c.release()
	if err := c.read(body); err != nil {
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

// checker is the state of the validation of one body.
type checker struct {
	parser
	path   []segment
	naming bool // the current path ends at the name of a member, not at its value
	faults []Fault
	edits  []edit
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
		c.fault(CodeType, "must be "+s.wanted(), "Set %s to "+s.wanted()+".")
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
		c.fault(CodeMinItems, "must hold at least "+count(s.minItems, "item"), "Put at least "+count(s.minItems, "item")+" into %s.")
	}
	if n > s.maxItems {
		c.fault(CodeMaxItems, "must hold at most "+count(s.maxItems, "item"), "Put at most "+count(s.maxItems, "item")+" into %s.")
	}
}
