package schema

import (
	"net/mail"
	"net/url"
	"strings"
)

type format struct {
	what  string // as in "must be …"
	valid func(string) bool
}

// formats are those that a request schema may name for a string.
var formats = map[string]format{
	"":      {valid: func(string) bool { return true }},
	"uri":   {"a URI with a scheme, such as https://shop.example/a.jpg", validURI},
	"email": {"an e-mail address", validEmail},
}

// validURI wants an absolute URI in the characters of RFC 3986.
func validURI(s string) bool {
	for i := range len(s) {
		if c := s[i]; c <= ' ' || c >= 0x7F || strings.IndexByte("<>\"{}|\\^`", c) >= 0 {
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

// validEmail wants an address alone, without a name or quotes.
func validEmail(s string) bool {
	a, err := mail.ParseAddress(s)
	return err == nil && a.Name == "" && a.Address == s
}
