package site

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// fact is a name with its value, as people read them.
type fact struct {
	Name, Value         string
	NameLang, ValueLang lang
}

// facts returns the members of a JSON object in their order. Values are texts,
// numbers, booleans or lists of them.
func (w *words) facts(object []byte, shop lang) ([]fact, error) {
	d := json.NewDecoder(bytes.NewReader(object))
	d.UseNumber()
	if _, err := d.Token(); err != nil { // the opening brace
		return nil, err
	}
	var all []fact
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return nil, err
		}
		var value any
		if err := d.Decode(&value); err != nil {
			return nil, err
		}
		f := fact{label(fmt.Sprint(name)), w.value(value), shop, shop}
		if _, yesOrNo := value.(bool); yesOrNo {
			f.ValueLang = ""
		}
		all = append(all, f)
	}
	return all, nil
}

// value is a value as people read it.
func (w *words) value(value any) string {
	switch value := value.(type) {
	case nil:
		return ""
	case bool:
		if value {
			return w.Yes
		}
		return w.No
	case []any:
		texts := make([]string, len(value))
		for i, each := range value {
			texts[i] = w.value(each)
		}
		return strings.Join(texts, ", ")
	}
	return fmt.Sprint(value)
}

// label turns the name of an attribute, such as width_mm, into a label.
func label(name string) string {
	name = strings.ReplaceAll(name, "_", " ")
	first, size := utf8.DecodeRuneInString(name)
	return string(unicode.ToUpper(first)) + name[size:]
}
