package schema

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/mail"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/storefront/storefront/server/platform/text"
	"github.com/storefront/storefront/server/platform/wire"
)

// lines is how the lines and the invisible characters of a text are kept: x-text of the contract.
type lines uint8

// The ways to keep a text. All are trimmed at their ends.
const (
	oneLine   lines = iota // read as one line: a line break becomes a space
	someLines              // x-text: lines, read as it is
	noLine                 // x-text: code, matched rather than read: invisible characters are left out
)

// checkText validates a string against the schema and records its stored form:
// trimmed and in NFC.
func (c *checker) checkText(s *Schema, v value) {
	raw := textOf(c.in, v)
	if v.escaped && bytes.IndexByte(raw, 0) >= 0 {
		c.fault(CodeNUL, "must not hold a NUL character", "Remove the NUL character from %s.", Correction{Do: CutNUL})
		return
	}
	sent, kept := raw, raw
	if s.enum == nil {
		if s.lines == noLine && !v.ascii {
			sent = text.Visible(raw)
		}
		kept = text.Trim(sent)
		if s.lines == oneLine && !v.ascii {
			kept = text.OneLine(kept)
		}
		if !v.ascii && !norm.NFC.IsNormal(kept) {
			kept = norm.NFC.Bytes(kept)
		}
	}
	c.checkString(s, sent, kept)
	if !bytes.Equal(kept, raw) {
		c.edit(v, wire.String(string(kept)))
	}
}

// checkString measures a string in its stored form. Patterns and formats apply
// to the text as it was sent, but for the invisible characters of a code, so that a client's own validator agrees with this
// one; they are tried only on a text of valid length, which limits their cost.
func (c *checker) checkString(s *Schema, text, kept []byte) {
	switch n := characters(kept); {
	case n < s.minLength:
		c.fault(CodeMinLength, "must be at least "+count(s.minLength, "character")+" long", "Set %s to at least "+count(s.minLength, "character")+".",
			Correction{Do: Lengthen, Count: s.minLength})
		return
	case n > s.maxLength:
		c.fault(CodeMaxLength, "must be at most "+count(s.maxLength, "character")+" long", "Shorten %s to at most "+count(s.maxLength, "character")+".",
			Correction{Do: Shorten, Count: s.maxLength})
		return
	}
	if s.pattern != nil && !s.pattern.match(text) {
		if detail, instead := s.pattern.moment(string(text)); instead != "" {
			c.fault(CodePattern, detail, `Set %s to "`+instead+`".`, Correction{Do: Set, Value: strconv.Quote(instead)})
		} else {
			c.fault(CodePattern, s.pattern.detail, s.pattern.fix, s.pattern.correction)
		}
	}
	if s.format != nil && !s.format.valid(string(text)) {
		c.unfit(CodeFormat, s.format.what, s.format.correction)
	}
}

// characters counts the characters of valid UTF-8. utf8.RuneCount copies its
// argument (Go 1.26), which is a lot of memory for a long text.
func characters(text []byte) int {
	n := 0
	for _, c := range text {
		if c&0xC0 != 0x80 { // not a continuation byte
			n++
		}
	}
	return n
}

type pattern struct {
	match       func([]byte) bool
	ofMoments   bool // in UTC
	byCount     bool // without a regular expression
	detail, fix string
	correction  Correction
}

// inkPatterns are the contract's patterns for a minimum number of characters
// from the first that is not white space to the last. A regular expression takes
// 12 ms for a description of 100,000 characters; counting takes a few µs. A test
// proves that both give the same result.
var inkPatterns = map[string]int{
	`^[^\x00]*$`:                                      0,
	`^[^\x00]*[^\s\x00][^\x00]*$`:                     1,
	`^[^\x00]*[^\s\x00][^\x00]*[^\s\x00][^\x00]*$`:    2,
	`^[^\x00]*[^\s\x00][^\x00]+[^\s\x00][^\x00]*$`:    3,
	`^[^\x00]*[^\s\x00][^\x00]{8,}[^\s\x00][^\x00]*$`: 10,
}

// isFree reports whether a pattern admits any characters but NUL.
func isFree(pattern string) bool { return pattern == "" || strings.HasPrefix(pattern, `^[^\x00]`) }

// AsksForInk reports whether a pattern requires only a minimum number of
// characters and no NUL.
func AsksForInk(pattern string) bool {
	_, ok := inkPatterns[pattern]
	return ok
}

// ink matches what the pattern for n characters matches.
func ink(n int) func([]byte) bool {
	const blanks = "\t\n\f\r " // \s
	return func(text []byte) bool {
		return bytes.IndexByte(text, 0) < 0 && (n == 0 || characters(bytes.Trim(text, blanks)) >= n)
	}
}

// newPattern compiles a pattern; the examples show a caller what matches.
func newPattern(text string, examples []any) (*pattern, error) {
	re, err := regexp.Compile(text)
	if err != nil {
		return nil, fmt.Errorf("pattern: %w", err)
	}
	p := &pattern{match: re.Match, ofMoments: strings.HasSuffix(text, `(Z|[+-]00:00)$`)}
	if n, ok := inkPatterns[text]; ok {
		p.match, p.byCount = ink(n), true
	}
	p.detail, p.fix, p.correction = "must match "+text, "Set %s to a text that matches "+text+".", Correction{Do: Match, Value: text}
	var list []string
	for _, example := range examples {
		if literal, err := json.Marshal(example); err == nil {
			list = append(list, string(literal))
		}
	}
	const readable = 60
	if len(list) > 0 && len(text) > readable {
		p.detail, p.fix = "must be written like "+either(list), "Set %s to a text written like "+either(list)+"."
		p.correction = Correction{Do: Set, Value: list[0]}
	}
	return p, nil
}

type format struct {
	what       string // as in "must be …"
	valid      func(string) bool
	correction Correction
}

// formats are the formats of strings that a request schema may use.
var formats = map[string]*format{
	"uri":   {"a URI with a scheme, such as https://shop.example/a.jpg", validURI, Correction{Do: Set, Value: `"https://shop.example/a.jpg"`}},
	"email": {"an e-mail address", validEmail, Correction{Do: Fit, Value: "e-mail address"}},
}

// validURI requires an absolute URI in the characters of RFC 3986.
func validURI(s string) bool {
	for i := range len(s) {
		c := s[i]
		if c <= ' ' || c >= 0x7F || strings.IndexByte("<>\"{}|\\^`", c) >= 0 {
			return false
		}
		if c == '%' && (len(s)-i < 3 || !isHex(s[i+1]) || !isHex(s[i+2])) {
			return false
		}
	}
	u, err := url.Parse(s)
	if err != nil || u.Scheme == "" {
		return false
	}
	if u.Scheme == "http" || u.Scheme == "https" {
		return u.Hostname() != ""
	}
	return len(s) > len(u.Scheme)+1
}

func isHex(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
}

// validEmail requires a plain address, without a display name or quotes, with a
// domain of letters, digits and hyphens, and with parts no longer than mail and
// host names allow.
func validEmail(s string) bool {
	const longestLocal, longestLabel = 64, 63
	a, err := mail.ParseAddress(s)
	if err != nil || a.Name != "" || a.Address != s {
		return false
	}
	local, domain, _ := strings.Cut(s, "@") // there is one @: further ones would be in quotes
	for label := range strings.SplitSeq(domain, ".") {
		if len(label) > longestLabel || strings.Trim(label, "-") != label || strings.ContainsFunc(label, notOfHost) {
			return false
		}
	}
	return len(local) <= longestLocal
}

// notOfHost reports whether a host name cannot contain the character. Names of
// other scripts, which mail programs encode, can contain their letters.
func notOfHost(r rune) bool {
	return r != '-' && !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r)
}
