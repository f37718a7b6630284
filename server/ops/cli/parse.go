package cli

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/storefront/storefront/server/platform/wire"
)

var integer = regexp.MustCompile(`^-?(0|[1-9][0-9]*)$`)

// Parse returns the JSON of a text that was given for the field. It checks the type alone:
// the service validates the value. Where null is allowed, the text null is null.
func (f *Field) Parse(text string) (json.RawMessage, error) {
	if text == "null" && f.Nullable {
		return json.RawMessage(text), nil
	}
	value, ok := parse(f.Kind, text)
	if !ok {
		or := ""
		if f.Nullable {
			or = " or null"
		}
		return nil, fmt.Errorf("expected %s%s, got %.60q", f.Kind, or, text)
	}
	return value, nil
}

// Items returns the JSON of the items that a text stands for, which was given for a list: one,
// those of a JSON array, or, where no item has a comma in it, several with commas between.
func (f *Field) Items(text string) ([]json.RawMessage, error) {
	var items []json.RawMessage
	if json.Unmarshal([]byte(text), &items) == nil && text != "null" {
		return items, nil
	}
	texts := []string{text}
	if f.Item == Integer || len(f.Values) > 0 {
		texts = strings.Split(text, ",")
	}
	for _, text := range texts {
		item, ok := parse(f.Item, text)
		if !ok {
			return nil, fmt.Errorf("expected %s, or a JSON array of such, got %.60q", f.Item, text)
		}
		items = append(items, item)
	}
	return items, nil
}

func parse(kind Kind, text string) (json.RawMessage, bool) {
	raw := json.RawMessage(strings.TrimSpace(text))
	switch kind {
	case Text:
		quoted, err := wire.Marshal(text)
		return quoted, err == nil && utf8.ValidString(text)
	case Integer:
		return raw, integer.Match(raw)
	case Number:
		return raw, json.Valid(raw) && strings.ContainsRune("-0123456789", rune(raw[0]))
	case Boolean:
		return raw, string(raw) == "true" || string(raw) == "false"
	case Object:
		return raw, json.Valid(raw) && raw[0] == '{'
	default:
		return raw, json.Valid(raw) && raw[0] == '['
	}
}
