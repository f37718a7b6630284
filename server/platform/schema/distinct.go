package schema

import (
	"bytes"
	"fmt"
)

// distinct refuses an object with a duplicate key: readers differ in which of
// the two they use. The first few keys are compared one by one, which needs no
// memory; a map holds the others.
func (p *parser) distinct(self int) error {
	const few = 12
	var first [few][]byte
	var others map[string]struct{}
	n := 0
	for i := int32(self + 1); i < p.values[self].next; i = p.values[i+1].next {
		name := textOf(p.in, p.values[i])
		_, twice := others[string(name)]
		for j := 0; j < min(n, few) && !twice; j++ {
			twice = bytes.Equal(first[j], name)
		}
		if twice {
			return &SyntaxError{int(p.values[i].start), fmt.Sprintf("duplicate key %q", clip(string(name), shortName))}
		}
		switch {
		case n < few:
			first[n] = name
		case others == nil:
			others = map[string]struct{}{}
			fallthrough
		default:
			others[string(name)] = struct{}{}
		}
		n++
	}
	return nil
}
