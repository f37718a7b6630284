package fold

import "strings"

// Forms returns other forms that a noun may have for a folded word: the singular
// of a plural and vice versa, by the English and Danish rules that depend on a
// suffix alone. A result that is not a word does no harm: no text contains it.
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

// Plurals returns the plurals and definite forms that an English or Danish noun,
// folded, may have. A result that is not a word does no harm.
func Plurals(word string) []string {
	endings := []string{"s", "es", "e", "er", "r", "en", "et"}
	out := make([]string, len(endings))
	for i, ending := range endings {
		out[i] = word + ending
	}
	return out
}
