package customers

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf16"

	"golang.org/x/text/unicode/norm"

	"github.com/storefront/storefront/server/platform/text"
	"github.com/storefront/storefront/server/platform/wire"
)

// rewrite replaces a JSON text by what fn returns for its value, and reports whether that changed it. What is no JSON is
// left out.
func rewrite(text *[]byte, fn func(any) (any, bool)) bool {
	if len(*text) == 0 {
		return false
	}
	decoder := json.NewDecoder(bytes.NewReader(*text))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		*text = nil
		return true
	}
	value, changed := fn(value)
	if !changed {
		return false
	}
	encoded, err := wire.Marshal(value)
	if err != nil { // impossible: it was decoded
		encoded = nil
	}
	*text = encoded
	return true
}

// rewriteEach is rewrite for several texts, and reports whether that changed any.
func rewriteEach(fn func(any) (any, bool), texts ...*[]byte) (changed bool) {
	for _, text := range texts {
		changed = rewrite(text, fn) || changed
	}
	return changed
}

// withoutPerson is without for a whole JSON text.
func (p *person) withoutPerson(value any) (any, bool) { return p.without(value, false) }

// without returns a value of JSON without what is personal, and reports whether
// there was any. Every text in a personal field is.
func (p *person) without(value any, inPersonal bool) (any, bool) {
	changed := false
	switch v := value.(type) {
	case string:
		if v != erasedText && (inPersonal || p.isIdentifiedIn(v)) {
			return erasedText, true
		}
		return p.identity().redact(v)
	case []any:
		for i := range v {
			next, was := p.without(v[i], inPersonal)
			v[i], changed = next, changed || was
		}
	case map[string]any:
		for name := range v {
			if clearedFields[name] {
				changed = changed || v[name] != nil
				v[name] = nil
				continue
			}
			next, was := p.without(v[name], inPersonal || personalFields[name])
			v[name], changed = next, changed || was
		}
	}
	return value, changed
}

// erasedText takes the place of what is personal in a text that cannot be null.
const erasedText = "erased"

// personalFields are the fields of requests and of the states in the audit that are
// about the person, or in which callers write what they like.
var personalFields = map[string]bool{
	"email": true, "phoneNumber": true, "phone": true, "q": true,
	"shippingName": true, "shippingAddress": true, "shippingZip": true, "shippingCity": true,
	"billingName": true, "billingAddress": true, "billingZip": true, "billingCity": true, "billingCountry": true,
	"carrier": true, "trackingNumber": true, "trackingUrl": true, "acpSessionId": true,
	"text": true, "reason": true, "note": true, "returnUrl": true,
	"truncated": true, // store.MaxRefusedArgs
}

// clearedFields are the fields with a time, which the order has no more either.
var clearedFields = map[string]bool{"estDeliveryFrom": true, "estDeliveryTo": true}

// What is found in a text here, the function audit_mentions of the database finds
// in the arguments of calls; TestMentions compares the two.
var (
	escapedLetter = regexp.MustCompile(`\\+u[0-9a-fA-F]{4}`)
	escapedSpace  = regexp.MustCompile(`\\+[nrtbf]`)
	emailAddress  = regexp.MustCompile(`[^\x00- "\\<>(),:;\[\]{}|*\x{2000}-\x{206f}]+@[^\x00- "\\<>(),:;\[\]{}|*\x{2000}-\x{206f}]+`)
	entityID      = regexp.MustCompile(uuidPattern)
	notNumber     = regexp.MustCompile(uuidPattern + "|" + datePattern)
	notPhone      = regexp.MustCompile(uuidPattern + "|" + datePattern + `|":[\x00- ]*-?[0-9][-0-9.e+]*`)
	phoneNumber   = regexp.MustCompile(`\+?[0-9][0-9 .()/-]{6,}[0-9]`)
	danishNumber  = regexp.MustCompile(`^(45)?[0-9]{8}$`)
)

const (
	uuidPattern = `[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}`
	datePattern = `(19|20)[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])`
)

// unescape returns JSON, or a part of it, without escaped letters and white space.
func unescape(args string) string {
	text := escapedLetter.ReplaceAllStringFunc(args, func(s string) string {
		const digits, base, bits = 4, 16, 16
		code, _ := strconv.ParseUint(s[len(s)-digits:], base, bits) // the pattern allows nothing else
		if code == 0 || utf16.IsSurrogate(rune(code)) {
			return s
		}
		return string(rune(code))
	})
	return escapedSpace.ReplaceAllString(text, " ")
}

// plainText returns a decoded text as addresses and numbers are looked for in it: in
// lower case, with accents apart from their letters.
func plainText(text string) string { return strings.ToLower(norm.NFKD.String(text)) }

// emailsIn returns the e-mail addresses in a plain text.
func emailsIn(text string) []string {
	found := emailAddress.FindAllString(text, -1)
	for i := range found {
		found[i] = strings.Trim(found[i], ".!?'`")
	}
	return found
}

// phonesIn returns the telephone numbers in a plain text, as phone_key returns them.
// Ids, dates and the numbers of JSON are none.
func phonesIn(text string) []string {
	found := phoneNumber.FindAllString(notPhone.ReplaceAllString(text, " "), -1)
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

// initialPairs returns what audit_mentions finds of a search for any two of the words,
// or for beginnings of them. The words are those of text.Keys.
func initialPairs(words []string) []string {
	var pairs []string
	for i, one := range words {
		for _, two := range words[i+1:] {
			a, b := initial(one), initial(two)
			pairs = append(pairs, "q:"+string(min(a, b))+string(max(a, b)))
		}
	}
	return pairs
}

// initial returns the first letter of a word; ? is any but a to z.
func initial(word string) byte {
	if first := word[0]; first >= 'a' && first <= 'z' || first >= '0' && first <= '9' {
		return first
	}
	return '?'
}

// parcelKey returns a tracking number, or a search that may have one, as they are
// compared: letters and digits alone.
func parcelKey(text string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, plainText(text))
}

// parcelMentions returns what audit_mentions finds of a search for a tracking number.
func parcelMentions(number string) []string {
	const shortest = 4
	found := []string{"n:" + parcelKey(number)}
	for _, word := range text.Words(number) {
		if word = parcelKey(word); len(word) >= shortest && strings.ContainsAny(word, "0123456789") {
			found = append(found, "n:"+word)
		}
	}
	return found
}
