package fold

import "strings"

// Forms returns other forms that a noun may have for a folded word: the singular
// of a plural and the other way round, by the rules of English and Danish that a
// suffix tells. What is no word at all does no harm: nothing holds it.
func Forms(word string) []string {
	const (
		shortest     = 4
		shortestStem = 2
	)
	if len(word) < shortest {
		return nil
	}
	for _, rule := range forms {
		if stem, ok := strings.CutSuffix(word, rule.suffix); ok && len(stem) >= shortestStem {
			out := make([]string, len(rule.instead))
			for i, ending := range rule.instead {
				out[i] = stem + ending
			}
			return out
		}
	}
	return nil
}

// forms are tried in this order.
var forms = []struct {
	suffix  string
	instead []string
}{
	{"ss", nil},
	{"ies", []string{"y"}},            // batteries
	{"es", []string{"e", ""}},         // cables, boxes
	{"s", []string{""}},               // books
	{"y", []string{"ies"}},            // battery
	{"erne", []string{"e", "er", ""}}, // solbrillerne
	{"er", []string{"e"}},             // solbriller
}
