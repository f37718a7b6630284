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
