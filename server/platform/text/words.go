package text

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// longestWord is the maximum length of a word in bytes: searches need no more,
// and the length of an index key is limited.
const longestWord = 64

var (
	long  = strings.NewReplacer("æ", "ae", "ø", "oe", "å", "aa", "ß", "ss")
	short = strings.NewReplacer("æ", "ae", "ø", "o", "å", "a", "ß", "ss")
	// spelled replaces the two-letter spellings of ø and å as it does the letters.
	spelled = strings.NewReplacer("oe", "o", "aa", "a")
)

// Words splits text at everything that is not a letter or digit, and converts it
// to lower case. The Danish letters are kept; Variants folds them. What nobody sees, as a soft hyphen, splits no word.
func Words(text string) []string {
	words, lower := []string{}, Visible(strings.ToLower(text))
	begin := -1 // of a word
	for i, r := range lower {
		if isOfWord(r) {
			if begin < 0 {
				begin = i
			}
		} else if begin >= 0 {
			words, begin = appendWord(words, lower[begin:i]), -1
		}
	}
	if begin >= 0 {
		words = appendWord(words, lower[begin:])
	}
	return words
}

// appendWord appends what is a word: accents alone are none.
func appendWord(words []string, part string) []string {
	if word := cut(part, longestWord); strip(word) != "" {
		return append(words, word)
	}
	return words
}

// isOfWord reports whether a character is part of a word, in lower case.
func isOfWord(r rune) bool {
	if r < unicode.MaxASCII {
		return 'a' <= r && r <= 'z' || '0' <= r && r <= '9'
	}
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.Mn, r)
}

// Variants returns the plain spellings under which a word of a document is
// found: æ as ae; ø as oe and as o; å as aa and as a; and a word with oe or aa
// also with o or a, because it may stand for ø or å.
func Variants(word string) []string { return AppendVariants(nil, word) }

// AppendVariants appends the spellings of a word, as Variants returns them.
func AppendVariants(variants []string, word string) []string {
	if isSpelledOnce(word) {
		return append(variants, word)
	}
	plain := strip(long.Replace(word))
	shortened := plain
	if strings.ContainsAny(word, "æøåß") {
		shortened = strip(short.Replace(word))
	}
	return append(variants, distinct(cut(plain, longestWord), cut(shortened, longestWord), cut(respelled(plain), longestWord))...)
}

// Key returns the one plain spelling of a word that all its spellings have in
// common: Nørregård, Noerregaard and Norregard have the same.
func Key(word string) string {
	if isSpelledOnce(word) {
		return cut(word, longestWord)
	}
	return cut(respelled(strip(long.Replace(word))), longestWord)
}

// Keys returns the keys of the words in the texts, sorted and without duplicates.
func Keys(texts ...string) []string {
	keys := []string{}
	for _, text := range texts {
		for _, word := range Words(text) {
			keys = append(keys, Key(word))
		}
	}
	return distinct(keys...)
}

// Starts returns how the keys of the words that begin with a text may begin, at most two
// spellings: a short word keeps oe and aa, which a longer one has not.
func Starts(text string) []string {
	plain := strip(long.Replace(text))
	return distinct(cut(plain, longestWord), cut(spelled.Replace(plain), longestWord))
}

// respelled replaces oe by o and aa by a in a plain word. Short words are kept, and those of nothing
// but a: AA and AAAA are batteries.
func respelled(plain string) string {
	const shortest = 4
	if len(plain) < shortest || strings.Trim(plain, "a") == "" {
		return plain
	}
	return spelled.Replace(plain)
}

func distinct(words ...string) []string {
	slices.Sort(words)
	return slices.Compact(words)
}

// isSpelledOnce reports whether a word is plain and has no other spelling, as most are.
func isSpelledOnce(word string) bool {
	return isPlain(word) && !strings.Contains(word, "oe") && !strings.Contains(word, "aa")
}

func isPlain(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

// cut shortens s to at most longest bytes, and never inside a letter.
func cut(s string, longest int) string {
	if len(s) <= longest {
		return s
	}
	end := longest
	for end > 0 && s[end]&0xC0 == 0x80 {
		end--
	}
	return s[:end]
}

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

// Joined joins a list as in "a, b or c"; the conjunction is "or" or "and".
func Joined(list []string, conjunction string) string {
	if len(list) < 2 {
		return strings.Join(list, "")
	}
	last := len(list) - 1
	return strings.Join(list[:last], ", ") + " " + conjunction + " " + list[last]
}

// Quoted returns the texts between quotes.
func Quoted[S ~string](list []S) []string {
	quoted := make([]string, len(list))
	for i, one := range list {
		quoted[i] = strconv.Quote(string(one))
	}
	return quoted
}
