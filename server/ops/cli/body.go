package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/storefront/storefront/server/platform/text"
	"github.com/storefront/storefront/server/platform/wire"
)

// Given is a field with the texts that were given for it.
type Given struct {
	*Field
	Texts []string
}

// Body returns the body of a call: a JSON object, and the fields that were given besides, which
// win. Without such fields it is the text as it is: the service says what is wrong with it.
func Body(sent []byte, given []Given) ([]byte, error) {
	if len(given) == 0 {
		return sent, nil
	}
	var body map[string]json.RawMessage
	if err := json.Unmarshal(text.WithoutMark(sent), &body); err != nil || body == nil {
		return nil, errors.Join(errors.New("--json must be a JSON object to have fields besides it"), err)
	}
	slices.SortStableFunc(given, func(a, b Given) int { return len(a.Path) - len(b.Path) })
	for _, g := range given {
		value, err := g.value()
		if err == nil {
			err = set(body, g.Path, value)
		}
		if err != nil {
			return nil, fmt.Errorf("--%s: %w", g.Name(), err)
		}
	}
	return wire.Marshal(body)
}

func (g *Given) value() (json.RawMessage, error) {
	if g.Kind != List {
		return g.Parse(g.Texts[len(g.Texts)-1])
	}
	all := []json.RawMessage{}
	for _, text := range g.Texts {
		items, err := g.Items(text)
		if err != nil {
			return nil, err
		}
		all = append(all, items...)
	}
	return wire.Marshal(all)
}

// set sets a value in an object, and makes the objects on the way to it.
func set(object map[string]json.RawMessage, path []string, value json.RawMessage) error {
	if len(path) == 1 {
		object[path[0]] = value
		return nil
	}
	inner := map[string]json.RawMessage{}
	if there := object[path[0]]; len(there) > 0 && string(there) != "null" {
		if err := json.Unmarshal(there, &inner); err != nil {
			return fmt.Errorf("%s in --json is not an object", path[0])
		}
	}
	if err := set(inner, path[1:], value); err != nil {
		return err
	}
	text, err := wire.Marshal(inner)
	object[path[0]] = text
	return err
}

// Arguments returns a body as arguments of a command line.
func Arguments(all []Field, body []byte) ([]string, error) {
	var object map[string]json.RawMessage
	if err := json.Unmarshal(body, &object); err != nil {
		return nil, err
	}
	var args []string
	for i := range all {
		if f := &all[i]; len(f.Path) == 1 && object[f.Path[0]] != nil {
			args = append(args, f.arguments(object[f.Path[0]])...)
		}
	}
	return args, nil
}

func (f *Field) arguments(value json.RawMessage) (args []string) {
	switch {
	case f.Kind == Object && len(f.inner) > 0 && string(value) != "null":
		var object map[string]json.RawMessage
		if json.Unmarshal(value, &object) == nil && len(object) > 0 {
			for i := range f.inner {
				if of := &f.inner[i]; object[of.Path[len(of.Path)-1]] != nil {
					args = append(args, of.arguments(object[of.Path[len(of.Path)-1]])...)
				}
			}
			return args
		}
	case f.Kind == Boolean && string(value) == "true":
		return []string{"--" + f.Name()}
	case f.Kind == Boolean:
		return []string{"--" + f.Name() + "=" + string(value)}
	case f.Kind == List && f.Item == Text:
		var items []string
		if json.Unmarshal(value, &items) == nil && len(items) > 0 && !slices.ContainsFunc(items, f.isSeveral) {
			for _, item := range items {
				args = append(args, f.argument(item)...)
			}
			return args
		}
	}
	var text string
	if f.Kind == Text && json.Unmarshal(value, &text) == nil && string(value) != "null" {
		return f.argument(text)
	}
	var compact bytes.Buffer
	if json.Compact(&compact, value) == nil {
		value = compact.Bytes()
	}
	return f.argument(string(value))
}

// isSeveral reports whether an item of a list would be taken for more than one, if it were given alone.
func (f *Field) isSeveral(item string) bool {
	items, err := f.Items(item)
	return err != nil || len(items) != 1 || strings.HasPrefix(item, "[")
}

func (f *Field) argument(text string) []string {
	if strings.HasPrefix(text, "--") {
		return []string{"--" + f.Name() + "=" + text}
	}
	return []string{"--" + f.Name(), text}
}

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
	if f.Splits() {
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

// Splits reports whether several items of a list may be given with commas between: no item has a comma in it.
func (f *Field) Splits() bool { return f.Item == Integer || len(f.Values) > 0 }

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
