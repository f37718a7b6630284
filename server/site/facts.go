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
		f := fact{labelled(fmt.Sprint(name)), w.value(value), shop, shop}
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

// labelled turns the name of an attribute, such as width_mm, into a label.
func labelled(name string) string {
	name = strings.ReplaceAll(name, "_", " ")
	first, size := utf8.DecodeRuneInString(name)
	return string(unicode.ToUpper(first)) + name[size:]
}

// paragraphs splits a text at its blank lines.
func paragraphs(text string) (all []string) {
	for part := range strings.SplitSeq(strings.ReplaceAll(text, "\r\n", "\n"), "\n\n") {
		if part = strings.TrimSpace(part); part != "" {
			all = append(all, part)
		}
	}
	return all
}

// brief returns the first of these texts that is not empty, cut to about a line
// and a half at the end of a word, for search engines.
func brief(texts ...string) string {
	const longest = 160 // characters
	for _, text := range texts {
		if text = strings.Join(strings.Fields(text), " "); text != "" {
			return shorten(text, longest)
		}
	}
	return ""
}

// cutAtWord cuts off a word that is not whole at the end of a text.
func cutAtWord(text string) string {
	if end := strings.LastIndexByte(text, ' '); end > 0 {
		text = text[:end]
	}
	return strings.TrimRight(text, " ,.;:–-")
}

// filled puts a value into a text that has a place for it.
func filled(text string, values ...any) string { return fmt.Sprintf(text, values...) }
