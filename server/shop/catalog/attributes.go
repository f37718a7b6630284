package catalog

import "github.com/segmentio/encoding/json"

// attributeTexts calls fn with each text and number in attributes, in the order
// in which they are written.
func attributeTexts(attributes []byte, fn func(text string)) {
	for t := json.NewTokenizer(attributes); t.Next(); {
		if t.IsKey {
			continue
		}
		switch t.Kind().Class() {
		case json.String:
			fn(string(t.String()))
		case json.Num:
			fn(string(t.Value))
		}
	}
}
