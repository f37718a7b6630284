package schema

import "slices"

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
			if !s.bare { // the keywords next to anyOf have recorded the edits already
				c.edits = c.edits[:edits]
			}
			return
		}
		if faults := c.news(s, before); !tried || nearer(faults, best) {
			best, tried = faults, true
		}
		c.faults, c.edits = c.faults[:before], c.edits[:edits]
	}
	c.faults = append(c.faults, best...)
}

// news returns the faults of a choice without those that the keywords next to
// anyOf have found already.
func (c *checker) news(s *Schema, before int) []Fault {
	faults := slices.Clone(c.faults[before:])
	if s.bare {
		return faults
	}
	return slices.DeleteFunc(faults, func(f Fault) bool {
		return slices.ContainsFunc(c.faults[:before], func(known Fault) bool { return known.Pointer == f.Pointer })
	})
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
