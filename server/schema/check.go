package schema

import (
	"math"
	"strconv"
	"sync"
)

var (
	noMinimum = math.Inf(-1)
	noMaximum = math.Inf(1)
)

// Check reads body as one JSON object and holds it against the schema. It
// returns the body as handlers bind it (body itself when nothing had to be
// changed) or the faults, in the order of the text, at most MaxFaults.
// The error is a *SyntaxError when the bytes are not a JSON object.
func (s *Schema) Check(body []byte) ([]byte, []Fault, error) {
	c := checkers.Get().(*checker)
	defer c.release()
	c.in = body
	if err := c.parse(); err != nil {
		return nil, nil, err
	}
	if c.values[0].kind != kindObject {
		return nil, nil, &SyntaxError{int(c.values[0].start), "the body is " + article(c.values[0].kind) + " where an object is expected"}
	}
	c.check(s, 0)
	if len(c.faults) > 0 {
		return nil, c.faults, nil
	}
	return c.rewritten(), nil, nil
}

// checker holds one body while it is checked.
type checker struct {
	parser
	path   []segment
	faults []Fault
	edits  []edit
}

// segment is one step of the path to the value at hand: a name, or an index
// where index is not negative.
type segment struct {
	name  string
	index int
}

func named(name string) segment { return segment{name, -1} }

var checkers = sync.Pool{New: func() any { return &checker{parser: parser{values: make([]value, 0, 64)}} }}

// release gives the checker back, but never one that a huge body has bloated.
func (c *checker) release() {
	if cap(c.values) > 4096 {
		return
	}
	*c = checker{parser: parser{values: c.values[:0]}, path: c.path[:0], edits: c.edits[:0]}
	checkers.Put(c)
}

func (c *checker) check(s *Schema, at int32) {
	v := c.values[at]
	if !s.anyType && !s.types[v.kind] {
		c.fault(CodeType, "must be "+s.wanted(), "Set %s to "+s.wanted()+".")
		return
	}
	if len(s.enum) > 0 && !c.enumerated(s, v) {
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
	if len(s.anyOf) > 0 {
		c.checkAny(s, at)
	}
}

// checkAny accepts what fits one choice. When none fits, the faults of the
// choice that the value comes nearest to are reported: one whose type is right
// rather than one whose type is wrong.
func (c *checker) checkAny(s *Schema, at int32) {
	before, edits := len(c.faults), len(c.edits)
	if before == MaxFaults {
		return
	}
	var best []Fault
	for _, choice := range s.anyOf {
		c.check(choice, at)
		if len(c.faults) == before {
			if !s.anyType { // the keywords beside anyOf have noted the edits already
				c.edits = c.edits[:edits]
			}
			return
		}
		faults := append([]Fault(nil), c.faults[before:]...)
		c.faults, c.edits = c.faults[:before], c.edits[:edits]
		if choice.anyType || choice.types[c.values[at].kind] {
			best = faults
		}
	}
	if best != nil {
		c.faults = append(c.faults, best...)
		return
	}
	c.fault(CodeAnyOf, "must be "+s.wantedAny(), "Set %s to "+s.wantedAny()+".")
}

func (c *checker) checkNumber(s *Schema, v value) {
	text := string(c.in[v.start:v.end])
	var n float64
	if s.wholeOnly {
		i, whole, plain := integer(text)
		if !whole {
			c.fault(CodeType, "must be a whole number", "Set %s to a whole number.")
			return
		}
		if !plain {
			c.edit(v, strconv.AppendInt(nil, i, 10))
		}
		n = float64(i)
	} else {
		n, _ = strconv.ParseFloat(text, 64) // out of range is ±Inf, which every bound refuses
	}
	if n < s.minimum {
		c.fault(CodeMinimum, "must be at least "+decimal(s.minimum), "Set %s to at least "+decimal(s.minimum)+".")
	}
	if n > s.maximum {
		c.fault(CodeMaximum, "must be at most "+decimal(s.maximum), "Set %s to at most "+decimal(s.maximum)+".")
	}
}

func decimal(f float64) string {
	if f == math.Trunc(f) && math.Abs(f) < 1e18 {
		return strconv.FormatInt(int64(f), 10)
	}
	return strconv.FormatFloat(f, 'g', -1, 64)
}

func (c *checker) checkArray(s *Schema, at int32) {
	n := 0
	for i := at + 1; i < c.values[at].next; i = c.values[i].next {
		if s.items != nil {
			c.path = append(c.path, segment{index: n})
			c.check(s.items, i)
			c.path = c.path[:len(c.path)-1]
		}
		n++
	}
	if n < s.minItems {
		c.fault(CodeMinItems, "must hold at least "+count(s.minItems, "item"), "Put at least "+count(s.minItems, "item")+" into %s.")
	}
	if s.maxItems >= 0 && n > s.maxItems {
		c.fault(CodeMaxItems, "must hold at most "+count(s.maxItems, "item"), "Put at most "+count(s.maxItems, "item")+" into %s.")
	}
}
