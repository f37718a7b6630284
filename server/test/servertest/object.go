package servertest

import (
	"encoding/json"
	"maps"
	"testing"
)

// Object is a JSON object.
type Object = map[string]any

// With returns an object with these fields added or replaced.
func With(o, fields Object) Object {
	out := Object{}
	maps.Copy(out, o)
	maps.Copy(out, fields)
	return out
}

// SameJSON reports whether two values have the same JSON encoding.
func SameJSON(a, b any) bool {
	textA, errA := json.Marshal(a)
	textB, errB := json.Marshal(b)
	return errA == nil && errB == nil && string(textA) == string(textB)
}

// WantFields fails the test for each field of want that has another value in
// got, compared as JSON.
func WantFields(t testing.TB, what string, got, want Object) {
	t.Helper()
	for name, value := range want {
		if !SameJSON(got[name], value) {
			t.Errorf("%s: %s is %v, want %v", what, name, got[name], value)
		}
	}
}

// WantList fails the test unless a tool returns a list of things with these
// values of one field, in this order.
func (s *Server) WantList(t testing.TB, key, tool string, body Object, field string, want ...string) {
	t.Helper()
	var list []Object
	s.OK(t, key, tool, body, &list)
	got := make([]string, len(list))
	for i, item := range list {
		got[i], _ = item[field].(string)
	}
	if list == nil || !SameJSON(got, append([]string{}, want...)) {
		t.Errorf("%s %v: got %q, want %q", tool, body, got, want)
	}
}
