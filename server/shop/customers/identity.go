package customers

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// identity is how a text that somebody wrote names a person: by the e-mail address, a telephone number in any spelling,
// or a full name. A word alone is the name of many.
type identity struct {
	email   string   // folded
	phones  []string // as phone_key returns them
	names   []string // the words of each, folded and joined by blanks
	written []*regexp.Regexp
	turned  []*regexp.Regexp // names with the last word first
}

// manyTerms is how many names and numbers one pattern or query has at most: a till may order for everybody.
const manyTerms = 500

func newIdentity(email string, phones, names []string) *identity {
	names = slices.SortedFunc(slices.Values(names), func(a, b string) int { return len(b) - len(a) }) // one may begin with another
	const between, turning, genitive = `[^\p{L}\p{N}]{1,3}`, `(?:,[ \t]?|[ \t])`, `(?:['’]?s)?`
	written, turned := []string{regexp.QuoteMeta(email)}, []string{}
	for _, name := range names {
		words := strings.Fields(name)
		last := len(words) - 1
		written = append(written, strings.Join(words, between)+genitive)
		turned = append(turned, words[last]+turning+strings.Join(words[:last], between)+genitive)
	}
	return &identity{email, phones, names, patterns(written), patterns(turned)}
}

// patterns returns patterns that match any of these.
func patterns(all []string) (out []*regexp.Regexp) {
	for some := range slices.Chunk(all, manyTerms) {
		out = append(out, regexp.MustCompile(strings.Join(some, "|")))
	}
	return out
}

// fullNames returns the names that have two words or more.
func fullNames(all ...*string) (full []string) {
	const few = 2
	for _, name := range all {
		if name != nil && len(foldedWords(fold(*name).text)) >= few {
			full = append(full, *name)
		}
	}
	return full
}

// foldedNames returns the words of names, folded and joined by blanks.
func foldedNames(names []string) []string {
	out := make([]string, len(names))
	for i, name := range names {
		out[i] = strings.Join(foldedWords(fold(name).text), " ")
	}
	return out
}

// unlike returns the identity without what somebody with an order has too, whom notes on that order mean.
func (i *identity) unlike(shippingName, billingName *string, phone string) *identity {
	others := foldedNames(fullNames(shippingName, billingName))
	isOthers := func(name string) bool { return slices.Contains(others, name) }
	if !slices.ContainsFunc(i.names, isOthers) && !slices.Contains(i.phones, phone) {
		return i
	}
	return newIdentity(i.email, slices.DeleteFunc(slices.Clone(i.phones), func(p string) bool { return p == phone }),
		slices.DeleteFunc(slices.Clone(i.names), isOthers))
}

// isIn reports whether a text names the person.
func (i *identity) isIn(text string) bool { return len(i.find(fold(text).text)) > 0 }

// redactAll is redact for each text of a JSON value.
func (i *identity) redactAll(value any) (any, bool) {
	changed := false
	switch v := value.(type) {
	case string:
		return i.redact(v)
	case []any:
		for n := range v {
			next, was := i.redactAll(v[n])
			v[n], changed = next, changed || was
		}
	case map[string]any:
		for name := range v {
			next, was := i.redactAll(v[name])
			v[name], changed = next, changed || was
		}
	}
	return value, changed
}

// redact returns a text with erasedText wherever it names the person, and reports whether it does.
func (i *identity) redact(text string) (string, bool) {
	const fewest = 300 // characters that any note may have
	f := fold(text)
	found := i.find(f.text)
	if len(found) == 0 {
		return text, false
	}
	var out strings.Builder
	end := 0
	for _, s := range found {
		if s = f.source(s); s.from < end { // a name in an address
			end = max(end, s.to)
			continue
		}
		out.WriteString(text[end:s.from] + erasedText)
		end = s.to
	}
	out.WriteString(text[end:])
	if out.Len() > len(text) && utf8.RuneCountInString(out.String()) > fewest {
		return erasedText, true
	}
	return out.String(), true
}

// find returns the parts of a folded text that name the person, in their order. The address of somebody else may have the
// name in it, and of two people in a row, as Anna Holm, Freja Berg, neither is Freja Holm.
func (i *identity) find(text string) []span {
	addresses := emailAddress.FindAllStringIndex(text, -1)
	isName := func(s span) bool {
		return isWhole(text[:s.from], text[s.to:]) && !slices.ContainsFunc(addresses, func(a []int) bool { return a[0] <= s.from && s.to <= a[1] })
	}
	found := slices.Concat(i.findPhones(text), each(i.written, text, func(s span) bool {
		if text[s.from:s.to] == i.email {
			return isWholeAddress(text, s)
		}
		return isName(s)
	}), each(i.turned, text, func(s span) bool { return isName(s) && isWhole(strings.TrimRight(text[:s.from], " \t"), "") }))
	slices.SortFunc(found, func(a, b span) int { return a.from - b.from })
	return found
}

// each returns the matches of patterns that are accepted; what is in one that is not is looked at too.
func each(patterns []*regexp.Regexp, text string, accepts func(span) bool) (found []span) {
	for _, pattern := range patterns {
		for from := 0; from < len(text); {
			m := pattern.FindStringIndex(text[from:])
			if m == nil {
				break
			}
			if s := (span{from + m[0], from + m[1]}); accepts(s) {
				found, from = append(found, s), s.to
			} else {
				from = s.from + 1
			}
		}
	}
	return found
}

// isWhole reports whether no letter or digit is next to a part of a text, given what is before and after it.
func isWhole(before, after string) bool {
	last, _ := utf8.DecodeLastRuneInString(before)
	first, _ := utf8.DecodeRuneInString(after)
	isOfWord := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	return !isOfWord(last) && !isOfWord(first)
}

// isWholeAddress reports whether an e-mail address is not the end, or the beginning, of another one.
func isWholeAddress(text string, s span) bool {
	after := text[s.to:]
	if strings.HasPrefix(after, ".") || strings.HasPrefix(after, "-") {
		after = after[1:]
	}
	return isWhole(strings.TrimRight(text[:s.from], "._%+-'*"), after)
}

// queries returns tsqueries, one of which matches what note_words finds in a text that names the person, and in some others.
func (i *identity) queries() (out []string) {
	all := []string{lexemes(foldedWords(i.email), "")}
	for _, name := range i.names {
		all = append(all, lexemes(strings.Fields(name), "s")) // a genitive, perhaps
	}
	for _, phone := range i.phones {
		if digits := lastDigits(phone); digits != "" {
			all = append(all, "'+"+digits+"'")
		}
	}
	for some := range slices.Chunk(all, manyTerms) {
		out = append(out, strings.Join(some, " | "))
	}
	return out
}

// lexemes returns a tsquery of words, none of which has a quote, and which may have an ending.
func lexemes(words []string, ending string) string {
	const longest = 64 // letters, of note_words
	all := make([]string, len(words))
	for i, word := range words {
		letters := []rune(word)
		all[i] = "'" + string(letters[:min(len(letters), longest)]) + "'"
		if ending != "" && len(letters) < longest {
			all[i] = "(" + all[i] + " | '" + word + ending + "')"
		}
	}
	return "(" + strings.Join(all, " & ") + ")"
}
