package resolutions_test

import (
	"encoding/json"
	"regexp"
	"regexp/syntax"
	"strconv"
	"strings"
	"testing"
)

// values are the ways in which a resolution describes a value, each with an
// example that fits; old is the present value.
var values = []struct {
	form *regexp.Regexp
	make func(old any, words []string) any
}{
	{phrase(`another value(?:, or .*)?`), func(old any, _ []string) any { return textOf(old) + "-2" }},
	{phrase(`another word, or .*`), func(old any, _ []string) any { return textOf(old) + "s" }},
	{phrase(`one word, or .*`), func(any, []string) any { return "word" }},
	{phrase(`at least (\d+) characters?`), func(_ any, words []string) any { return strings.Repeat("x", atoi(words[1])) }},
	{phrase(`at (?:least|most) (-?[\d.e+]+)(?:, or .*)?`), func(_ any, words []string) any { return json.Number(words[1]) }},
	{phrase(`a text that matches (.+)`), func(_ any, words []string) any { return matching(words[1]) }},
	{phrase(`a text written like ` + aField + `.*`), func(_ any, words []string) any { return literal(words[1]) }},
	{phrase(`a URI with a scheme, such as (\S+)`), func(_ any, words []string) any { return words[1] }},
	{phrase(`a public address such as (\S+)`), func(_ any, words []string) any { return words[1] }},
	{phrase(`an e-mail address`), func(any, []string) any { return "freja@example.com" }},
	{phrase(`(` + aField + `|true|false|null)(?:(?:,| or) .*)?`), func(_ any, words []string) any { return literal(words[1]) }},
	{phrase(`(\[` + aField + `(?:,` + aField + `)*\])`), func(_ any, words []string) any { return literal(words[1]) }},
	{phrase(`a whole number.*`), func(any, []string) any { return 1 }},
	{phrase(`a number.*`), func(any, []string) any { return 1.5 }},
	{phrase(`a string.*`), func(any, []string) any { return "text" }},
	{phrase(`a boolean.*`), func(any, []string) any { return true }},
	{phrase(`an array.*`), func(any, []string) any { return []any{} }},
	{phrase(`an object.*`), func(any, []string) any { return object{} }},
}

func phrase(text string) *regexp.Regexp { return regexp.MustCompile("^" + text + "$") }

// suggested returns a value that fits the description in words.
func (a *agent) suggested(words string, old any) any {
	a.t.Helper()
	for _, v := range values {
		if found := v.form.FindStringSubmatch(words); found != nil {
			return v.make(old, found)
		}
	}
	a.t.Fatalf("%q describes no value", words)
	return nil
}

func atoi(s string) int {
	n, _ := strconv.Atoi(s)
	return n
}

func literal(text string) (v any) {
	_ = json.Unmarshal([]byte(text), &v) // the forms match only valid JSON
	return v
}

// matching returns a short text that matches a pattern.
func matching(pattern string) string {
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return ""
	}
	return shortest(re)
}

func shortest(re *syntax.Regexp) string {
	times := 1
	switch re.Op {
	case syntax.OpLiteral:
		return string(re.Rune)
	case syntax.OpCharClass:
		for i := 0; i < len(re.Rune); i += 2 {
			if re.Rune[i] <= 'a' && 'a' <= re.Rune[i+1] {
				return "a"
			}
		}
		return string(re.Rune[0])
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return "a"
	case syntax.OpStar, syntax.OpQuest:
		return ""
	case syntax.OpAlternate:
		return shortest(re.Sub[0])
	case syntax.OpRepeat:
		times = re.Min
	}
	text := ""
	for _, part := range re.Sub {
		text += shortest(part)
	}
	return strings.Repeat(text, times)
}

func encoded(t testing.TB, v any) []byte {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return text
}
