package schema

import "strings"

// nearest returns the property whose name is spelt most like the given one, or
// "" when none is near: an agent that invents a field learns the real one.
func (s *Schema) nearest(name string) string {
	const longest = 64
	if len(name) > longest {
		return ""
	}
	best, least := "", 1+len(name)/3
	for _, p := range s.ordered {
		if d := distance(strings.ToLower(name), strings.ToLower(p.name)); d < least {
			best, least = p.name, d
		}
	}
	return best
}

// distance is the Levenshtein distance of two short ASCII names.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
