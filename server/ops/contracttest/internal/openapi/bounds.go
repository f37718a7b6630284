package openapi

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// What a document may have at most. Validation goes through it with every reference in the place of what it refers to,
// and remembers nothing: that of this program is 0.9 MB, which are 280,000 values of 29 levels.
const (
	maxText   = 8 << 20 // bytes
	maxValues = 1_000_000
	maxLevels = 100
)

// extent is how large a value is with its references resolved.
type extent struct{ values, levels int }

// bounds measures a document.
type bounds struct {
	root     any
	measured map[string]extent
	within   map[string]bool // references that are being measured: a schema may have itself as a part
}

// checkBounds refuses a document that takes long to validate.
func checkBounds(text []byte) error {
	if len(text) > maxText {
		return fmt.Errorf("it is larger than %d bytes", maxText)
	}
	b := bounds{measured: map[string]extent{}, within: map[string]bool{}}
	if err := json.Unmarshal(text, &b.root); err != nil {
		return err
	}
	_, err := b.measure(b.root, 0)
	return err
}

var errTooLarge = fmt.Errorf("with its references resolved it has more than %d values or %d levels", maxValues, maxLevels)

func (b *bounds) measure(value any, level int) (extent, error) {
	if level > maxLevels {
		return extent{}, errTooLarge
	}
	all := extent{values: 1}
	add := func(name string, part any) (err error) {
		var e extent
		if ref, ok := part.(string); ok && name == "$ref" {
			e, err = b.resolve(ref, level)
		} else {
			e, err = b.measure(part, level+1)
		}
		all.values += e.values
		all.levels = max(all.levels, e.levels+1)
		if err == nil && (all.values > maxValues || level+all.levels > maxLevels) {
			err = errTooLarge
		}
		return err
	}
	switch value := value.(type) {
	case map[string]any:
		for name, part := range value {
			if err := add(name, part); err != nil {
				return all, err
			}
		}
	case []any:
		for _, part := range value {
			if err := add("", part); err != nil {
				return all, err
			}
		}
	}
	return all, nil
}

// resolve measures what a reference refers to, once.
func (b *bounds) resolve(ref string, level int) (extent, error) {
	if b.within[ref] {
		return extent{values: 1}, nil
	}
	known, ok := b.measured[ref]
	if !ok {
		target, err := at(b.root, ref)
		if err != nil {
			return extent{}, err
		}
		b.within[ref] = true
		known, err = b.measure(target, level+1)
		delete(b.within, ref)
		if err != nil {
			return extent{}, err
		}
		b.measured[ref] = known
	}
	return extent{known.values + 1, known.levels + 1}, nil
}

// at returns the value that a reference inside the document refers to.
func at(value any, ref string) (any, error) {
	pointer, inside := strings.CutPrefix(ref, "#")
	if !inside {
		return nil, errors.New("a reference leads out of the document")
	}
	for name := range strings.SplitSeq(strings.TrimPrefix(pointer, "/"), "/") {
		name = strings.NewReplacer("~1", "/", "~0", "~").Replace(name)
		switch within := value.(type) {
		case map[string]any:
			value = within[name]
		case []any:
			i, err := strconv.Atoi(name)
			if err != nil || i < 0 || i >= len(within) {
				return nil, fmt.Errorf("nothing is at %.200q", ref)
			}
			value = within[i]
		default:
			return nil, fmt.Errorf("nothing is at %.200q", ref)
		}
	}
	return value, nil
}
