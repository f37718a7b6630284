package customers

import (
	"regexp"
	"strconv"
	"strings"
)

// What is found in a text here, the function audit_mentions of the database finds
// in the arguments of calls.
var (
	escapedLetter = regexp.MustCompile(`\\+u[0-9a-fA-F]{4}`)
	emailAddress  = regexp.MustCompile(`[^\s"\\<>(),:;]+@[^\s"\\<>(),:;]+`)
	phoneNumber   = regexp.MustCompile(`\+?[0-9][0-9 .()/-]{6,}[0-9]`)
	danishNumber  = regexp.MustCompile(`^(45)?[0-9]{8}$`)
)

// plain returns JSON, or a part of it, in lower case and without escaped letters.
func plain(args string) string {
	return strings.ToLower(escapedLetter.ReplaceAllStringFunc(args, func(s string) string {
		const digits, base, bits = 4, 16, 16
		code, _ := strconv.ParseUint(s[len(s)-digits:], base, bits) // the pattern allows nothing else
		return string(rune(code))
	}))
}

// addresses returns the e-mail addresses in a text in lower case.
func addresses(text string) []string {
	found := emailAddress.FindAllString(text, -1)
	for i := range found {
		found[i] = strings.Trim(found[i], ".!?'`")
	}
	return found
}

// numbers returns the telephone numbers in a text, as phone_key returns them.
func numbers(text string) []string {
	found := phoneNumber.FindAllString(text, -1)
	for i := range found {
		found[i] = phoneKey(found[i])
	}
	return found
}

// phoneKey does what the function phone_key of the database does, but for a text
// without digits, for which it returns "".
func phoneKey(phone string) string {
	digits := strings.Map(func(r rune) rune {
		if r == '+' || r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, phone)
	switch {
	case strings.HasPrefix(digits, "+"):
		return "+" + strings.ReplaceAll(digits, "+", "")
	case strings.HasPrefix(digits, "00"):
		return "+" + digits[2:]
	case danishNumber.MatchString(digits):
		const national = 8
		return "+45" + digits[len(digits)-national:]
	}
	return digits
}
