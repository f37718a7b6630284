package audit

import (
	"encoding/json"
	"testing"
)

func TestChanges(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ before, after, want string }{
		{`{"a":1,"b":2}`, `{"b":2,"a":1}`, `[]`},
		{`{"a":1}`, `{"a":2}`, `[{"nextValue":2,"path":"/a","previousValue":1}]`},
		{`{"a":1}`, `{"a":1.0}`, `[{"nextValue":1.0,"path":"/a","previousValue":1}]`},
		{`{"a":9007199254740993}`, `{"a":9007199254740992}`, `[{"nextValue":9007199254740992,"path":"/a","previousValue":9007199254740993}]`},
		{`{"a":{"b":1,"c":2}}`, `{"a":{"b":1,"c":3}}`, `[{"nextValue":3,"path":"/a/c","previousValue":2}]`},
		{`{"a":[1,2]}`, `{"a":[1,3]}`, `[{"nextValue":[1,3],"path":"/a","previousValue":[1,2]}]`},
		{`{"a":[{"x":1,"y":2}]}`, `{"a":[{"y":2,"x":1}]}`, `[]`},
		{`{"a":null}`, `{}`, `[]`},
		{`{"a":{"b":1}}`, `{"a":null}`, `[{"nextValue":null,"path":"/a","previousValue":{"b":1}}]`},
		{`{"a":"x"}`, `{"a":{"b":1}}`, `[{"nextValue":{"b":1},"path":"/a","previousValue":"x"}]`},
		{`{"a/b":1,"m~n":1}`, `{"a/b":2,"m~n":2}`, `[{"nextValue":2,"path":"/a~1b","previousValue":1},{"nextValue":2,"path":"/m~0n","previousValue":1}]`},
		{``, `{"id":"x","gone":null,"in":{"a":1}}`, `[{"nextValue":"x","path":"/id","previousValue":null},{"nextValue":{"a":1},"path":"/in","previousValue":null}]`},
		{`{"b":2,"a":1}`, ``, `[{"nextValue":null,"path":"/a","previousValue":1},{"nextValue":null,"path":"/b","previousValue":2}]`},
		{``, ``, `[]`},
	} {
		found, err := changes(json.RawMessage(c.before), json.RawMessage(c.after))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := json.Marshal(found); err != nil || string(got) != c.want {
			t.Errorf("%s to %s: %s, %v; want %s", c.before, c.after, got, err, c.want)
		}
	}
	if _, err := changes(json.RawMessage(`{"a":`), nil); err == nil {
		t.Error("a text that is not JSON has no changes")
	}
}
