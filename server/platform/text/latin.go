package text

import (
	"strings"
	"unicode"

	anyascii "github.com/anyascii/go"
	"golang.org/x/text/unicode/norm"
)

// Latin returns a text for Slug, with the letters and digits of other scripts as Latin ones: Ремонт becomes Remont, and 眼镜
// Yan Jing. A text without any letter or digit becomes the names of its pictures: 👓 eyeglasses. Readings are those of
// no language in particular: Han is read as Mandarin, and Arabic and Hebrew have few vowels.
func Latin(s string) string {
	if isPlain(s) {
		return s
	}
	s = norm.NFC.String(Visible(s))
	letters := latin(s, func(r rune) bool { return unicode.In(r, unicode.L, unicode.M, unicode.N) })
	if Slug(letters) != "" {
		return letters
	}
	return latin(s, func(rune) bool { return true })
}

// latin replaces the characters that Slug does not fold, and that are taken. It drops the others.
func latin(s string, taken func(rune) bool) string {
	var b strings.Builder
	for _, r := range s {
		switch folded := strip(string(r)); {
		case strings.ContainsRune("æøåßÆØÅẞ", r), folded != "" && isPlain(folded):
			b.WriteRune(r)
		case unicode.Is(unicode.Inherited, r): // an accent
		case !taken(r):
			b.WriteByte(' ')
		case unicode.Is(unicode.Han, r): // each is a word
			b.WriteString(" " + anyascii.TransliterateRune(r) + " ")
		default:
			b.WriteString(soft.Replace(anyascii.TransliterateRune(r)))
		}
	}
	return b.String()
}

// soft removes the signs of soft and hard letters: they split no word.
var soft = strings.NewReplacer("'", "", "`", "")
