// Package spelling measures how similar the spellings of two names are.
package spelling

import "slices"

// Nearest returns the name in among whose spelling is most similar; the first if
// several are, and "" if there is none.
func Nearest(name string, among []string) string {
	if len(among) == 0 {
		return ""
	}
	return slices.MinFunc(among, func(a, b string) int { return Distance(name, a) - Distance(name, b) })
}

// Distance is the Levenshtein distance of two short names, in bytes.
func Distance(a, b string) int {
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
