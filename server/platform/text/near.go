package text

import (
	"cmp"
	"slices"
	"strings"
)

// Near returns those of some texts, at most most, that are like one of the wanted, the most similar first: the same
// but for case, accents, separators and number; then those that have all its words, or of whose words all are in it; then
// those with a similar spelling. Texts that are equally near stay in their order.
func Near(among []string, most int, wanted ...string) []string {
	type near struct {
		text  string
		class int
		apart int
	}
	var all []near
	keys := make([][]string, len(wanted))
	for i, one := range wanted {
		keys[i] = keysOf(one)
	}
	for _, one := range among {
		has := keysOf(one)
		best := near{one, notNear, 0}
		for i := range wanted {
			if class, apart := nearness(keys[i], has); class < best.class || class == best.class && apart < best.apart {
				best.class, best.apart = class, apart
			}
		}
		if best.class < notNear {
			all = append(all, best)
		}
	}
	slices.SortStableFunc(all, func(a, b near) int { return cmp.Or(cmp.Compare(a.class, b.class), cmp.Compare(a.apart, b.apart)) })
	var texts []string
	for _, one := range all[:min(len(all), most)] {
		texts = append(texts, one.text)
	}
	return texts
}

// How near two texts are, the nearest first.
const (
	same = iota
	withWords
	alike
	notNear
)

const longestNear = 200 // bytes of what is compared letter by letter

// keysOf returns the words of a text, folded.
func keysOf(text string) (keys []string) {
	for _, word := range JoinedWords(strings.NewReplacer("-", " ", "_", " ").Replace(text)) {
		keys = append(keys, Key(word.Text))
	}
	return keys
}

// nearness compares the words of two texts. Of those that are equally near, the less apart is the nearer.
func nearness(wanted, has []string) (class, apart int) {
	if len(wanted) == 0 || len(has) == 0 {
		return notNear, 0
	}
	a, b := strings.Join(wanted, ""), strings.Join(has, "")
	if a == b || isForm(a, b) {
		return same, 0
	}
	apart = max(len(a)-len(b), len(b)-len(a))
	if contains(has, wanted) || contains(wanted, has) {
		return withWords, apart
	}
	const begins = 4 // letters that a longer word begins or ends with
	if min(len(a), len(b)) >= begins && (hasEnd(a, b) || hasEnd(b, a)) {
		return alike, apart
	}
	if most := max(len(a), len(b)) / 3; apart <= most && len(a) <= longestNear {
		if apart = Distance(a, b); apart <= most {
			return alike, apart
		}
	}
	return notNear, 0
}

// hasEnd reports whether a text begins or ends with another.
func hasEnd(text, end string) bool {
	return strings.HasPrefix(text, end) || strings.HasSuffix(text, end)
}

// contains reports whether a list has each of some words, in some form.
func contains(list, some []string) bool {
	return !slices.ContainsFunc(some, func(word string) bool {
		return !slices.ContainsFunc(list, func(other string) bool { return word == other || isForm(word, other) })
	})
}

// isForm reports whether one word is the singular or plural of the other.
func isForm(a, b string) bool { return slices.Contains(Forms(a), b) || slices.Contains(Forms(b), a) }
