package schema

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

// Counting accepts the same texts as the regular expression: all of up to six
// pieces, and longer ones around the limit of eight.
func TestInkPatterns(t *testing.T) {
	pieces := []string{"a", " ", "\n", "\v", "\u00a0", "æ", "\x00"}
	texts := []string{""}
	for from := 0; len(texts) < 100000; {
		upTo := len(texts)
		for _, text := range texts[from:upTo] {
			for _, piece := range pieces {
				texts = append(texts, text+piece)
			}
		}
		from = upTo
	}
	for n := range 14 {
		for _, blank := range []string{"", " ", "\t\r", "\u2003"} {
			for _, between := range []string{"a", " ", "æ", "😀", "\u00a0"} {
				texts = append(texts, blank+"a"+strings.Repeat(between, n)+"b"+blank, blank+"a"+strings.Repeat(between, n)+blank)
			}
		}
	}
	for text, n := range inkPatterns {
		re, match := regexp.MustCompile(text), ink(n)
		for _, s := range texts {
			if got, want := match([]byte(s)), re.MatchString(s); got != want {
				t.Fatalf("%s of %q: %v, want %v", text, s, got, want)
			}
		}
	}
}

func FuzzInkPatterns(f *testing.F) {
	f.Add(" ab\u00a0 ")
	f.Fuzz(func(t *testing.T, s string) {
		if !utf8.ValidString(s) {
			return // the parser refuses it
		}
		for text, n := range inkPatterns {
			if got, want := ink(n)([]byte(s)), regexp.MustCompile(text).MatchString(s); got != want {
				t.Errorf("%s of %q: %v, want %v", text, s, got, want)
			}
		}
	})
}

// All long texts of the contract are matched by counting: with a regular
// expression on them a caller could keep the service busy.
func TestLongTextsAreCounted(t *testing.T) {
	seen := map[*Schema]bool{}
	var walk func(at string, s *Schema)
	walk = func(at string, s *Schema) {
		if s == nil || seen[s] {
			return
		}
		seen[s] = true
		if s.types[kindString] && s.pattern != nil && s.maxLength > 2000 && !s.pattern.byCount {
			t.Errorf("%s: %s is tried on up to %d characters", at, s.pattern.detail, s.maxLength)
		}
		if s.types != anyType && s.types[kindString] && s.anyOf == nil && s.enum == nil && s.maxLength == noLimit {
			t.Errorf("%s has no maxLength", at)
		}
		for _, p := range s.ordered {
			walk(at+"."+p.name, p.schema)
		}
		for i, choice := range s.anyOf {
			walk(fmt.Sprintf("%s|%d", at, i), choice)
		}
		walk(at+"[]", s.items)
		walk(at+"{}", s.additional)
		walk(at+" names", s.names)
	}
	for _, op := range contract(t) {
		walk(op.name, op.compiled)
	}
}
