package schema

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
)

type pattern struct {
	match       func([]byte) bool
	counted     bool // without a regular expression
	detail, fix string
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
	p := &pattern{match: re.Match}
	if n, ok := inkPatterns[text]; ok {
		p.match, p.counted = ink(n), true
	}
	p.detail, p.fix = "must match "+text, "Set %s to a text that matches "+text+"."
	var list []string
	for _, example := range examples {
		if literal, err := json.Marshal(example); err == nil {
			list = append(list, string(literal))
		}
	}
	const readable = 60
	if len(list) > 0 && len(text) > readable {
		p.detail, p.fix = "must be written like "+either(list), "Set %s to a text written like "+either(list)+"."
	}
	return p, nil
}
