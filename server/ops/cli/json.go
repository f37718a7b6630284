package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/wire"
)

// JSON returns JSON for people: indented, with colours in the style. What is no JSON it returns
// as it is, but for what a terminal would obey.
func (s Style) JSON(text []byte) string {
	var indented bytes.Buffer
	if json.Indent(&indented, bytes.TrimSpace(text), "", "  ") != nil {
		return wire.Safe(string(text))
	}
	var b strings.Builder
	for rest := wire.Safe(indented.String()); rest != ""; {
		token := next(rest)
		rest = rest[len(token):]
		b.WriteString(s.token(token, strings.HasPrefix(rest, ":")))
	}
	return b.String() + "\n"
}

// next returns the first token of JSON: a string, a word or number, or one other character.
func next(text string) string {
	end := 1
	switch {
	case text[0] == '"':
		for end < len(text) && text[end] != '"' {
			if text[end] == '\\' {
				end++
			}
			end++
		}
		end++
	case isWord(text[0]):
		for end < len(text) && isWord(text[end]) {
			end++
		}
	}
	return text[:min(end, len(text))]
}

func isWord(c byte) bool { return !strings.ContainsRune("{}[],: \n\"", rune(c)) }

func (s Style) token(token string, name bool) string {
	switch {
	case token[0] == '"' && name:
		return s.paint(blue, token)
	case token[0] == '"':
		return s.paint(green, token)
	case token == "null":
		return s.paint(grey, token)
	case isWord(token[0]):
		return s.paint(magenta, token)
	}
	return token
}

// Problem returns a problem document as sentences: what happened, where, and what to do. What is
// no problem document it returns as it is, but for what a terminal would obey.
func (s Style) Problem(text []byte) string {
	var p problem.Document
	if json.Unmarshal(text, &p) != nil || p.Code == "" {
		return wire.Safe(string(text)) + "\n"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s\n  %s\n", s.paint(red, wire.Safe(p.Title)), s.paint(grey, fmt.Sprintf("(%d %s)", p.Status, wire.Safe(string(p.Code)))), wire.Safe(p.Detail))
	for _, fault := range p.Errors {
		fmt.Fprintf(&b, "  %s  %s\n", s.paint(blue, wire.Safe(place(fault.Pointer))), wire.Safe(fault.Detail))
	}
	for _, conflict := range p.Conflicts {
		fmt.Fprintf(&b, "  %s  expected %s, is %s\n", s.paint(blue, wire.Safe(conflict.Path)), inline(conflict.Expected), inline(conflict.Current))
	}
	if p.Allowed != nil && len(*p.Allowed) > 0 {
		fmt.Fprintf(&b, "  allowed: %s\n", wire.Safe(strings.Join(*p.Allowed, ", ")))
	}
	for _, id := range p.OrderIDs {
		fmt.Fprintf(&b, "  order %s\n", wire.Safe(id))
	}
	fmt.Fprintf(&b, "  %s\n", s.paint(bold, wire.Safe(p.Resolution)))
	fmt.Fprintf(&b, "  %s\n", s.paint(grey, wire.Safe(p.Instance)))
	return b.String()
}

func place(pointer string) string {
	if pointer == "" {
		return "the body"
	}
	return pointer
}

func inline(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		return "?"
	}
	return wire.Safe(string(text))
}
