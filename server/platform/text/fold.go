// Package text converts text into the forms in which it is compared, sorted and
// searched, and measures how similar names are spelt. The database stores the results with the text, so that matching
// never depends on the locale of the cluster.
package text

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Case returns s as filters compare it: in lower case and without surrounding
// white space.
func Case(s string) string { return strings.ToLower(strings.TrimSpace(s)) }

// CasePtr is Case for a value that may be missing.
func CasePtr(s *string) *string {
	if s == nil {
		return nil
	}
	v := Case(*s)
	return &v
}

// danish sorts æ, ø and å after z in byte order, as the Danish alphabet does.
var danish = strings.NewReplacer("æ", "{", "ä", "{", "ø", "|", "ö", "|", "å", "}")

// longestKey is the maximum length of a sort key in bytes: characters such as ㌀
// are decomposed into many, and an index entry has room for no more than 2.7 kB.
const longestKey = 1000

// Sort returns a key that orders texts by the Danish alphabet when compared byte
// by byte; case and accents are ignored. Aa at the beginning of a word is Å.
func Sort(s string) string {
	return cut(strip(danish.Replace(strings.ToLower(withRings(s)))), longestKey)
}

// withRings replaces Aa and aa at the beginning of words by å, and AA where another letter follows: AA alone is a
// battery, and so is AAA.
func withRings(s string) string {
	if !strings.Contains(strings.ToLower(s), "aa") {
		return s
	}
	var b strings.Builder
	inWord := false // whether s continues a word
	for len(s) > 0 {
		rest := strings.TrimLeft(s, "aA")
		next, _ := utf8.DecodeRuneInString(rest)
		if twice := len(s)-len(rest) == len("aa"); twice && !inWord && (s[1] == 'a' || unicode.IsLetter(next)) {
			b.WriteString("å")
			s = rest
			inWord = true
			continue
		}
		r, size := utf8.DecodeRuneInString(s)
		b.WriteString(s[:size])
		inWord, s = isOfWord(unicode.ToLower(r)), s[size:]
	}
	return b.String()
}

// Slug derives a slug from a title: æ becomes ae, ø oe, å aa, and everything
// that is not a letter or digit a hyphen. It returns "" when nothing is left. Other scripts need Latin before.
func Slug(title string) string {
	const longest = 200
	words := strings.FieldsFunc(strip(long.Replace(strings.ToLower(Visible(title)))), func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9')
	})
	slug := strings.Join(words, "-")
	if len(slug) > longest {
		slug = strings.TrimRight(slug[:longest], "-")
	}
	return slug
}

// strip removes the accents: é becomes e.
func strip(s string) string {
	if isPlain(s) {
		return s
	}
	var b strings.Builder
	for _, r := range norm.NFKD.String(s) {
		if !unicode.Is(unicode.Mn, r) {
			b.WriteRune(r)
		}
	}
	return b.String()
}

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

// Storable returns text that PostgreSQL stores: what is none of UTF-8 is replaced, and NUL.
func Storable(text string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\x00", "\uFFFD")
}
