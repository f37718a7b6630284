package search

import (
	"slices"
	"strconv"
	"strings"

	"github.com/segmentio/encoding/json"

	"github.com/storefront/storefront/server/platform/text"
	"github.com/storefront/storefront/server/shop/search/internal/index"
)

// attributeTexts calls fn with each text and number in attributes, and the name of
// each attribute that is true, in the order in which they are written.
func attributeTexts(attributes []byte, fn func(text string)) {
	name := "" // of the value that comes next; "" inside a list
	for t := json.NewTokenizer(attributes); t.Next(); {
		if t.IsKey {
			name = string(t.String())
			continue
		}
		if t.Delim == ':' {
			continue
		}
		if t.Kind() == json.True && name != "" {
			fn(name)
		}
		name = ""
		switch t.Kind().Class() {
		case json.String:
			fn(string(t.String()))
		case json.Num:
			fn(string(t.Value))
		}
	}
}

// eachAttribute calls begin at the name of each attribute, and add for each of its values, in the order in
// which they are written.
func eachAttribute(attributes []byte, begin func(), add func(key uint64)) {
	name, named := "", false
	value := func(text string) {
		if named { // a value outside an object has no name
			add(index.AttributeKey(name, text))
		}
	}
	for t := json.NewTokenizer(attributes); t.Next(); {
		switch t.Kind().Class() {
		case json.String:
			if t.IsKey {
				name, named = text.Case(string(t.String())), true
				begin()
				continue
			}
			value(text.Case(string(t.String())))
		case json.Num:
			value(plainNumber(string(t.Value)))
		case json.Bool:
			value(string(t.Value))
		}
	}
}

// attributeLists returns the keys of the values of each attribute.
func attributeLists(attributes []byte) (lists [][]uint64) {
	eachAttribute(attributes, func() { lists = append(lists, nil) }, func(key uint64) { lists[len(lists)-1] = append(lists[len(lists)-1], key) })
	return lists
}

// attributeKeys returns the keys of all values.
func attributeKeys(attributes []byte) (keys []uint64) {
	eachAttribute(attributes, func() {}, func(key uint64) { keys = append(keys, key) })
	return keys
}

// wantedAttributes returns the lists of a filter, or nil without one.
func wantedAttributes(filter []byte) [][]uint64 {
	if filter == nil {
		return nil
	}
	return attributeLists(filter)
}

// hasAttributes reports whether attributes contain a key of each list.
func hasAttributes(attributes []byte, wanted [][]uint64) bool {
	keys := attributeKeys(attributes)
	return !slices.ContainsFunc(wanted, func(list []uint64) bool {
		return !slices.ContainsFunc(list, func(key uint64) bool { return slices.Contains(keys, key) })
	})
}

// plainNumber returns the text that all spellings of a JSON number share: 17.0
// and 1.7e1 are 17. Integers keep all their digits.
func plainNumber(text string) string {
	if !strings.ContainsAny(text, ".eE-") {
		return text
	}
	number, err := strconv.ParseFloat(text, 64)
	if err != nil || !strings.ContainsAny(text, ".eE") && number != 0 {
		return text
	}
	const shortest, bits = -1, 64
	return strconv.FormatFloat(number+0, 'f', shortest, bits) // + 0 turns -0 into 0
}
