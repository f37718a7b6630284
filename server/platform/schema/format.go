package schema

import (
	"net/mail"
	"net/url"
	"strings"
	"unicode"
)

type format struct {
	what  string // as in "must be …"
	valid func(string) bool
}

// formats are the formats of strings that a request schema may use.
var formats = map[string]*format{
	"uri":   {"a URI with a scheme, such as https://shop.example/a.jpg", validURI},
	"email": {"an e-mail address", validEmail},
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
