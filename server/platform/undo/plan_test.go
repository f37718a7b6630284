package undo_test

import (
	"encoding/json"
	"testing"

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
