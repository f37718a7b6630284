package auditlog

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/storefront/storefront/gen/api"
)

// changes returns what differs between two states of a thing, sorted by path.
// Objects are compared member by member; anything else, such as an array, is one
// value. A member that is missing is null, and so is every member of a state
// that does not exist. It returns the errors of json.Unmarshal.
func changes(before, after json.RawMessage) ([]api.AuditChange, error) {
	found := []api.AuditChange{}
	err := compare("", before, after, &found)
	return found, err
}

func compare(path string, before, after json.RawMessage, found *[]api.AuditChange) error {
	if path != "" && (!isObject(before) || !isObject(after)) {
		same, err := equal(before, after)
		if err == nil && !same {
			*found = append(*found, api.AuditChange{Path: path, PreviousValue: before, NextValue: after})
		}
		return err
	}
	old, err := members(before)
	if err != nil {
		return err
	}
	now, err := members(after)
	if err != nil {
		return err
	}
	names := maps.Clone(old)
	maps.Copy(names, now)
	for _, name := range slices.Sorted(maps.Keys(names)) {
		if err := compare(path+"/"+escaped.Replace(name), old[name], now[name], found); err != nil {
			return err
		}
	}
	return nil
}

// escaped writes a name as a part of a JSON Pointer.
var escaped = strings.NewReplacer("~", "~0", "/", "~1")

func isObject(text json.RawMessage) bool { return bytes.HasPrefix(bytes.TrimSpace(text), []byte("{")) }

// members returns the members of an object; none of what is not there.
func members(text json.RawMessage) (map[string]json.RawMessage, error) {
	all := map[string]json.RawMessage{}
	if !isObject(text) {
		return all, nil
	}
	return all, json.Unmarshal(text, &all)
}

// equal reports whether two texts are the same value. Absent is null; numbers
// are compared as they are written.
func equal(a, b json.RawMessage) (bool, error) {
	x, err := canonical(a)
	if err != nil {
		return false, err
	}
	y, err := canonical(b)
	return bytes.Equal(x, y), err
}

// canonical returns a value in one spelling.
func canonical(text json.RawMessage) ([]byte, error) {
	if len(text) == 0 {
		return []byte("null"), nil
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var v any
	if err := decoder.Decode(&v); err != nil {
		return nil, err
	}
	return json.Marshal(v)
}
