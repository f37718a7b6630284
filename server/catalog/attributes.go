package catalog

import (
	"encoding/json"
	"strings"
)

// attributeTexts calls fn with the texts and numbers among the values of
// attributes, in the order in which they were written.
func attributeTexts(attributes json.RawMessage, fn func(text string)) {
	dec := json.NewDecoder(strings.NewReader(string(attributes)))
	dec.UseNumber()
	depth, isName := 0, false
	for {
		token, err := dec.Token()
		if err != nil {
			return
		}
		switch t := token.(type) {
		case json.Delim:
			if t == '{' || t == '[' {
				depth++
			} else {
				depth--
			}
			isName = depth == 1 && t != '['
			continue
		case string:
			if !isName {
				fn(t)
			}
		case json.Number:
			fn(t.String())
		}
		isName = depth == 1 && !isName
	}
}
