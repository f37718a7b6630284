package cli

import (
	"bytes"
	"encoding/json"
	"strings"
)

// JSON returns JSON for people: indented, with colours in the style. What is no JSON it returns
// as it is, but for what a terminal would obey.
func (s Style) JSON(text []byte) string {
	var indented bytes.Buffer
	if json.Indent(&indented, bytes.TrimSpace(text), "", "  ") != nil {
		return Safe(string(text))
	}
	var b strings.Builder
	for rest := Safe(indented.String()); rest != ""; {
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
