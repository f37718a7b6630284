package undo_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/storefront/storefront/server/platform/undo"
	"github.com/storefront/storefront/server/test/servertest"
)

func state(t *testing.T, text string) undo.State {
	t.Helper()
	s, err := undo.Read([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestDiff(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ from, to, want string }{
		{``, ``, `null`},
		{`{"a":1,"b":{"c":[1,2]}}`, `{"b":{"c":[1,2]},"a":1}`, `null`},
		{``, `{"a":1,"b":{"c":2}}`, `[{"Path":"/a","From":null,"To":1},{"Path":"/b","From":null,"To":{"c":2}}]`},
		{`{"a":9007199254740993}`, `{"a":9007199254740992}`, `[{"Path":"/a","From":9007199254740993,"To":9007199254740992}]`},
		{`{"b":{"c":1,"d":2,"x/y~z":0}}`, `{"b":{"c":[],"e":2}}`,
			`[{"Path":"/b/c","From":1,"To":[]},{"Path":"/b/d","From":2,"To":null},{"Path":"/b/e","From":null,"To":2},{"Path":"/b/x~1y~0z","From":0,"To":null}]`},
		{`{"b":{"c":1}}`, `{"b":null}`, `[{"Path":"/b","From":{"c":1},"To":null}]`},
	} {
		if got := undo.Diff(state(t, c.from), state(t, c.to)); !servertest.SameJSON(got, json.RawMessage(c.want)) {
			t.Errorf("from %s to %s: %+v, want %s", c.from, c.to, got, c.want)
		}
	}
}

func TestPlan(t *testing.T) {
	t.Parallel()
	rules := undo.Rules{Fields: []string{"/a", "/b", "/c/x"}}
	for name, c := range map[string]struct {
		before, after, now string
		fields             []string
		want               string // Changes, Conflicts, Target
	}{
		"a change": {
			`{"a":1,"b":{"k":1},"at":1}`, `{"a":2,"b":{"l":{"m":1}},"at":2}`, `{"a":2,"b":{"l":{"m":1}},"at":3,"d":4}`, nil,
			`{"Changes":[{"Path":"/a","From":2,"To":1},{"Path":"/b/k","From":null,"To":1},{"Path":"/b/l","From":{"m":1},"To":null}],
				"Conflicts":null,"Target":{"a":1,"at":3,"b":{"k":1},"d":4}}`,
		},
		"a part of an object": {
			`{"c":{"x":1,"y":1}}`, `{"c":{"x":2,"y":2}}`, `{"c":{"x":2,"y":3}}`, nil,
			`{"Changes":[{"Path":"/c/x","From":2,"To":1}],"Conflicts":null,"Target":{"c":{"x":1,"y":3}}}`,
		},
		"changed since": {
			`{"a":1,"b":1}`, `{"a":2,"b":2}`, `{"a":2,"b":3}`, nil,
			`{"Changes":[{"Path":"/a","From":2,"To":1},{"Path":"/b","From":2,"To":1}],"Conflicts":[{"Path":"/b","Expected":2,"Current":3}],"Target":{"a":1,"b":1}}`,
		},
		"some fields": {
			`{"a":1,"b":1}`, `{"a":2,"b":2}`, `{"a":2,"b":3}`, []string{"/a"},
			`{"Changes":[{"Path":"/a","From":2,"To":1}],"Conflicts":null,"Target":{"a":1,"b":3}}`,
		},
		"the text of what was": {
			`{"a":1,"b":{"z":1,"y":{"x":2,"w":3}}}`, `{"a":1,"b":{}}`, `{"a":1,"b":{}}`, nil,
			`{"Changes":[{"Path":"/b/y","From":null,"To":{"w":3,"x":2}},{"Path":"/b/z","From":null,"To":1}],"Conflicts":null,"Target":{"a":1,"b":{"z":1,"y":{"x":2,"w":3}}}}`,
		},
		"the text of what is": {
			`{"a":1,"b":{"z":1,"y":2}}`, `{"a":2,"b":{"z":1,"y":2}}`, `{"a":2,"b":{"z":1,"y":3}}`, nil,
			`{"Changes":[{"Path":"/a","From":2,"To":1}],"Conflicts":null,"Target":{"a":1,"b":{"z":1,"y":3}}}`,
		},
		"a creation":                {``, `{"a":1,"at":1}`, `{"a":1,"at":2}`, nil, `{"Changes":[{"Path":"/a","From":1,"To":null}],"Conflicts":null,"Target":null}`},
		"a creation, changed since": {``, `{"a":1}`, `{"a":1,"b":2}`, nil, `{"Changes":[{"Path":"/a","From":1,"To":null}],"Conflicts":[{"Path":"/b","Expected":null,"Current":2}],"Target":null}`},
		"a creation, deleted since": {``, `{"a":1}`, ``, nil, `{"Changes":[{"Path":"/a","From":1,"To":null}],"Conflicts":[{"Path":"","Expected":{"a":1},"Current":null}],"Target":null}`},
		"a deletion":                {`{"a":1}`, ``, ``, nil, `{"Changes":[{"Path":"/a","From":null,"To":1}],"Conflicts":null,"Target":{"a":1}}`},
		"a deletion, restored since": {
			`{"a":1}`, ``, `{"a":1}`, nil, `{"Changes":[{"Path":"/a","From":null,"To":1}],"Conflicts":[{"Path":"","Expected":null,"Current":{"a":1}}],"Target":{"a":1}}`,
		},
	} {
		got, err := rules.Plan(undo.Write{Before: []byte(c.before), After: []byte(c.after)}, []byte(c.now), c.fields)
		if err != nil {
			t.Fatal(err)
		}
		if len(got.Target) == 0 {
			got.Target = nil
		}
		if !servertest.SameJSON(got, json.RawMessage(c.want)) {
			t.Errorf("%s: %+v, want %s", name, got, c.want)
		}
	}
}

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
			if !strings.Contains(fmt.Sprint(conflict.Expected), "2") || !reflect.DeepEqual(conflict.Current, conflict.Expected) || conflict.By == nil {
				t.Errorf("%s: %+v", name, conflict)
			}
		}
		if got := strings.Join(paths, " "); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// A conflict says which of the later writes that stand did it.
func TestWhoChangedAField(t *testing.T) {
	t.Parallel()
	rules := undo.Rules{Fields: []string{"/a", "/b"}}
	undone := undo.Write{Before: []byte(`{"a":1,"b":1}`), After: []byte(`{"a":2,"b":2}`)}
	for now, want := range map[string]string{
		`{"a":2,"b":2}`: "/a 3", `{"a":5,"b":2}`: "/a 3", `{"a":2,"b":4}`: "/b none, /a 3", `null`: " 5",
	} {
		plan, err := rules.Plan(undone, []byte(now), nil)
		if err != nil {
			t.Fatal(err)
		}
		id := func(n int) uuid.UUID { return uuid.NewSHA1(uuid.Nil, []byte{byte(n)}) }
		later := rules.Later(&plan, undone)
		add := func(n int, of *uuid.UUID, before, after string) {
			if err := later.Add(id(n), of, undo.Write{Before: []byte(before), After: []byte(after)}); err != nil {
				t.Fatal(err)
			}
		}
		add(1, nil, `{"a":2}`, `{"a":3}`)
		add(2, nil, `{"b":2}`, `{"b":3}`)
		add(3, nil, `{"a":3}`, `{"a":2}`)
		add(4, new(id(2)), `{"b":3}`, `{"b":2}`)
		if now == `null` {
			add(5, nil, `{"a":2}`, ``)
		}
		later.Conflict()
		var got []string
		for _, c := range plan.Conflicts {
			who := "none"
			for n := range 6 {
				if c.By != nil && *c.By == id(n) {
					who = fmt.Sprint(n)
				}
			}
			got = append(got, c.Path+" "+who)
		}
		if got := strings.Join(got, ", "); got != want {
			t.Errorf("%s: %q, want %q", now, got, want)
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
