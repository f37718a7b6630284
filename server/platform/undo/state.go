package undo

import (
	"bytes"
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"
)

// State is a thing as the audit shows it: a JSON object, whose numbers are json.Number.
type State map[string]any

// Read returns a state from its JSON, nil from none.
func Read(text []byte) (s State, err error) {
	if len(text) > 0 {
		d := json.NewDecoder(bytes.NewReader(text))
		d.UseNumber()
		err = d.Decode(&s)
	}
	return s, err
}

// Change is a member that has two values; null stands for none.
type Change struct {
	Path     string // a JSON Pointer, RFC 6901
	From, To any
}

// Diff returns the members that differ, by their paths: of objects their members, while a
// list is one value. nil has no members.
func Diff(from, to State) []Change { return diff(nil, "", from, to) }

func diff(all []Change, at string, from, to map[string]any) []Change {
	names := slices.Collect(maps.Keys(from))
	for name := range to {
		if _, both := from[name]; !both {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for _, name := range names {
		path := at + "/" + escape.Replace(name)
		inFrom, inTo := from[name], to[name]
		before, object := inFrom.(map[string]any)
		after, both := inTo.(map[string]any)
		if object && both {
			all = diff(all, path, before, after)
		} else if !reflect.DeepEqual(inFrom, inTo) {
			all = append(all, Change{path, inFrom, inTo})
		}
	}
	return all
}

var (
	escape   = strings.NewReplacer("~", "~0", "/", "~1")
	unescape = strings.NewReplacer("~1", "/", "~0", "~")
)

// Covers reports whether one of the pointers is that of path, or of an object around it.
func Covers(pointers []string, path string) bool {
	return slices.ContainsFunc(pointers, func(p string) bool { return path == p || strings.HasPrefix(path, p+"/") })
}

// at returns the value of a member, and whether there is one.
func (s State) at(path string) (value any, found bool) {
	value = map[string]any(s)
	for _, name := range names(path) {
		object, _ := value.(map[string]any)
		if value, found = object[name]; !found {
			return nil, false
		}
	}
	return value, found
}

// with returns a copy in which a member has a value, or is missing.
func (s State) with(path string, value any, found bool) State {
	object := map[string]any(maps.Clone(s))
	all := object
	members := names(path)
	for _, name := range members[:len(members)-1] {
		inner, _ := object[name].(map[string]any)
		inner = maps.Clone(inner)
		if inner == nil {
			inner = map[string]any{}
		}
		object[name], object = inner, inner
	}
	if last := members[len(members)-1]; found {
		object[last] = value
	} else {
		delete(object, last)
	}
	return all
}

func names(path string) []string {
	parts := strings.Split(path, "/")[1:]
	for i, part := range parts {
		parts[i] = unescape.Replace(part)
	}
	return parts
}
