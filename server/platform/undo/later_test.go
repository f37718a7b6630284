package undo_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/storefront/storefront/server/platform/undo"
)

// What was changed since is in conflict, whatever its value is now, unless the change was taken back.
func TestLaterWrites(t *testing.T) {
	t.Parallel()
	const first = `{"a":2,"b":{"k":2}}` // what the undone write left of {"a":1,"b":{"k":1}}
	type write struct {
		before, after string
		revertOf      int // the number of another write, from 1
	}
	for name, c := range map[string]struct {
		together bool
		writes   []write
		want     string // paths in conflict
		created  bool   // whether the undone write created the thing
	}{
		"none":                               {false, nil, "", false},
		"another member":                     {false, []write{{`{"c":1}`, `{"c":2}`, 0}}, "", false},
		"there and back":                     {false, []write{{`{"a":2}`, `{"a":3}`, 0}, {`{"a":3}`, `{"a":2}`, 0}}, "/a", false},
		"a member around it":                 {false, []write{{`{"b":{"k":2}}`, `{"b":null}`, 0}, {`{"b":null}`, `{"b":{"k":2}}`, 0}}, "/b/k", false},
		"deleted and restored":               {false, []write{{first, ``, 0}, {``, first, 0}}, "", false},
		"created, deleted and restored":      {false, []write{{first, ``, 0}, {``, first, 0}}, "/a /b", true},
		"created, and that taken back twice": {false, []write{{first, ``, 0}, {``, first, 1}}, "", true},
		"taken back":                         {false, []write{{`{"a":2}`, `{"a":3}`, 0}, {`{"a":3}`, `{"a":2}`, 1}}, "", false},
		"taken back in part":                 {false, []write{{first, `{"a":3,"b":{"k":3}}`, 0}, {`{"a":3}`, `{"a":2}`, 1}}, "/b/k", false},
		"taken back and done again":          {false, []write{{`{"a":2}`, `{"a":3}`, 0}, {`{"a":3}`, `{"a":2}`, 1}, {`{"a":2}`, `{"a":3}`, 2}}, "/a", false},
		"done again and taken back":          {false, []write{{`{"a":2}`, `{"a":3}`, 0}, {`{"a":3}`, `{"a":2}`, 1}, {`{"a":2}`, `{"a":3}`, 2}, {`{"a":3}`, `{"a":2}`, 3}}, "", false},
		"two, in the order of a stack":       {false, []write{{`{"a":2}`, `{"a":3}`, 0}, {`{"a":3}`, `{"a":4}`, 0}, {`{"a":4}`, `{"a":3}`, 2}, {`{"a":3}`, `{"a":2}`, 1}}, "", false},
		"a revert of an earlier write":       {false, []write{{`{"a":3}`, `{"a":2}`, 9}}, "/a", false},
		"about it, and nothing changed":      {true, []write{{`{"a":2}`, `{"a":2}`, 0}}, "/a", false},
		"not about it":                       {true, []write{{`{"c":1}`, `{"c":2}`, 0}}, "", false},
		"a read":                             {true, []write{{``, ``, 0}}, "", false},
	} {
		rules := undo.Rules{Fields: []string{"/a", "/b"}, Together: c.together}
		undone := undo.Write{Before: []byte(`{"a":1,"b":{"k":1}}`), After: []byte(first)}
		if c.created {
			undone.Before = nil
		}
		plan, err := rules.Plan(undone, []byte(first), nil)
		if err != nil {
			t.Fatal(err)
		}
		id := func(n int) uuid.UUID { return uuid.NewSHA1(uuid.Nil, []byte{byte(n)}) }
		later := rules.Later(&plan, undone)
		for i, w := range c.writes {
			var of *uuid.UUID
			if w.revertOf > 0 {
				of = new(id(w.revertOf))
			}
			if err := later.Add(id(i+1), of, undo.Write{Before: []byte(w.before), After: []byte(w.after)}); err != nil {
				t.Fatal(err)
			}
		}
		later.Conflict()
		var paths []string
		for _, conflict := range plan.Conflicts {
			paths = append(paths, conflict.Path)
			if !strings.Contains(fmt.Sprint(conflict.Expected), "2") || !reflect.DeepEqual(conflict.Current, conflict.Expected) {
				t.Errorf("%s: %+v", name, conflict)
			}
		}
		if got := strings.Join(paths, " "); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// What counts what happened to a thing is as a write left it, where that is put back as a whole.
func TestLivedMembers(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		together           bool
		before, after, now string
		want               string
	}{
		"a creation":                     {false, ``, `{"a":1,"uses":0}`, `{"a":1,"uses":0}`, ""},
		"a creation that was used":       {false, ``, `{"a":1,"uses":0}`, `{"a":1,"uses":2}`, "/uses"},
		"a change of what was used":      {false, `{"a":1,"uses":0}`, `{"a":2,"uses":0}`, `{"a":2,"uses":2}`, ""},
		"a whole change":                 {true, `{"a":1,"uses":0}`, `{"a":2,"uses":0}`, `{"a":2,"uses":2}`, "/uses"},
		"a whole change without a count": {true, `{"a":1}`, `{"a":2}`, `{"a":2,"uses":2}`, ""},
	} {
		rules := undo.Rules{Fields: []string{"/a"}, Lived: []string{"/uses"}, Together: c.together}
		plan, err := rules.Plan(undo.Write{Before: []byte(c.before), After: []byte(c.after)}, []byte(c.now), nil)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, conflict := range plan.Conflicts {
			got += conflict.Path
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
