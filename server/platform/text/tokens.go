package text

import (
	"iter"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Searches read words by one rule, in products and queries alike: a word is also its parts, at a hyphen or
// an apostrophe and between letter and digit, and these parts joined. A decimal is one part.

// MostJoined is how many neighbouring parts of a word are joined at most, besides all of them.
const MostJoined = 3

// part is a part of a word.
type part struct {
	text   string
	signed bool // there is a hyphen or an apostrophe before it
}

// compounds yields the words of a text, each as its parts in lower case. The slice is used again.
func compounds(text string) iter.Seq[[]part] {
	return func(yield func([]part) bool) {
		s := scanner{text: Visible(strings.ToLower(text))}
		for s.at < len(s.text) {
			if s.next(); len(s.parts) > 0 && !yield(s.parts) {
				return
			}
		}
	}
}

// Tokens yields what the words of a text are found by: each part, and neighbouring parts joined. written is true for
// what was written between two signs.
func Tokens(text string) iter.Seq2[string, bool] {
	return func(yield func(token string, written bool) bool) {
		for parts := range compounds(text) {
			for i := range parts {
				for end := i + 1; end <= len(parts); end++ {
					if end > i+MostJoined && (i > 0 || end < len(parts)) {
						continue
					}
					if !yield(join(parts[i:end]), areWritten(parts, i, end)) {
						return
					}
				}
			}
		}
	}
}

// areWritten reports whether some of the parts were written together, between signs.
func areWritten(parts []part, from, to int) bool {
	return (from == 0 || parts[from].signed) && (to == len(parts) || parts[to].signed) &&
		!slices.ContainsFunc(parts[from+1:to], func(p part) bool { return p.signed })
}

// Word is a word of a query or a name.
type Word struct {
	Text  string
	Of    string // the word as it was written, joined: 16gb for 16 and for gb
	Apart string // its parts, with blanks between them: "wi fi" for wifi
}

// JoinedWords returns the words of a text, the same for every way to write them: "Wi-Fi" is wifi, and "16GB" is 16
// gb.
func JoinedWords(text string) []Word {
	words := []Word{}
	for parts := range compounds(text) {
		all := join(parts)
		for i, one := range parts {
			if last := len(words) - 1; i > 0 && !isNumber(parts[i-1].text) && !isNumber(one.text) {
				words[last].Text, words[last].Apart = cut(words[last].Text+one.text, longestWord), words[last].Apart+" "+one.text
			} else {
				words = append(words, Word{one.text, all, one.text})
			}
		}
	}
	return words
}

func join(parts []part) string {
	all := parts[0].text
	for _, one := range parts[1:] {
		all += one.text
	}
	return cut(all, longestWord)
}

// isNumber reports whether a part is a number, rather than letters.
func isNumber(part string) bool {
	first, _ := utf8.DecodeRuneInString(part)
	return unicode.IsDigit(first)
}

// scanner reads the words of a text.
type scanner struct {
	text  string
	at    int
	parts []part // of the word that was read last
}

// next reads the next word: of no parts where none begins.
func (s *scanner) next() {
	s.parts = s.parts[:0]
	signed := false
	for {
		n := s.partLength(s.at)
		if text := cut(strings.Replace(s.text[s.at:s.at+n], ",", ".", 1), longestWord); strip(text) != "" {
			s.parts = append(s.parts, part{text, signed})
		}
		s.at += n
		signed = false
		sign, size := utf8.DecodeRuneInString(s.text[s.at:])
		switch {
		case n > 0 && joins(sign) && s.partLength(s.at+size) > 0 && !isRange(s.text[s.at-n:s.at], s.text[s.at+size:][:s.partLength(s.at+size)]):
			s.at += size
			signed = true
		case n == 0 || s.partLength(s.at) == 0:
			s.at += size
			return
		}
	}
}

// joins reports whether a sign between two parts makes one word of them: a hyphen or an apostrophe, as people and
// programs write them.
func joins(r rune) bool {
	return strings.ContainsRune("-_\u2010\u2011\u2012\u2013\u2212\ufe63\uff0d'’‘`´\u02bc\u2032\u201b\uff07", r)
}

// isRange reports whether two parts are numbers that make no other one: 1,5-2 is not 1,52.
func isRange(a, b string) bool { return isNumber(a) && isNumber(b) && strings.ContainsAny(a+b, ".,") }

// partLength returns the length of the letters, or of the number, that begin at a place.
func (s *scanner) partLength(at int) int {
	if isNumber(s.text[at:]) {
		return s.numberLength(at)
	}
	return lengthOf(s.text[at:], func(r rune) bool { return isOfWord(r) && !joins(r) && !unicode.IsDigit(r) })
}

// numberLength returns the length of the number that begins at a place. Of more numbers than two with points or
// commas between them, such as a date, each is its own.
func (s *scanner) numberLength(at int) int {
	n := s.digits(at)
	if at > 1 && s.digits(at-2) > 0 && s.isPoint(at-1) || !s.isPoint(at+n) {
		return n
	}
	fraction := s.digits(at + n + 1)
	if fraction == 0 || s.isPoint(at+n+1+fraction) && s.digits(at+n+1+fraction+1) > 0 {
		return n
	}
	return n + 1 + fraction
}

func (s *scanner) digits(at int) int { return lengthOf(s.text[min(at, len(s.text)):], unicode.IsDigit) }

func (s *scanner) isPoint(at int) bool {
	return at < len(s.text) && (s.text[at] == '.' || s.text[at] == ',')
}

// lengthOf returns the length of what a text begins with.
func lengthOf(s string, is func(rune) bool) int {
	if n := strings.IndexFunc(s, func(r rune) bool { return !is(r) }); n >= 0 {
		return n
	}
	return len(s)
}
