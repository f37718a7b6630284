package walk_test

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/storefront/storefront/server"
	"github.com/storefront/storefront/server/platform/auth"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/undo"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/walk"
)

// untried are members of which no call here changes one: the moves of orders, and their conflicts, are tested beside
// the orders; a campaign has the others from its beginning.
var untried = []string{"order/status", "order/stage", "order/disputedAt", "campaign/announcement", "campaign/startsAt"}

// Whatever field a call changes is taken back, and no rule names a field that no call changes.
func TestEveryFieldIsReverted(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	changed := slices.Clone(untried)
	tools := servertest.Borrow(t, servertest.Demo).Contract.Tools()
	t.Run("calls", func(t *testing.T) {
		for _, op := range tools {
			if op.ReadOnly || op.NotRevertible != "" || strings.HasPrefix(op.Name, "audit.revert") {
				continue
			}
			t.Run(op.Name, func(t *testing.T) {
				t.Parallel()
				s := servertest.Borrow(t, servertest.Demo)
				_, key := s.Grant(t, auth.Grant{Scopes: contract.Scopes})
				example := walk.Example(t, op.Name)
				members := revertOnly(t, s, key, op, example)
				s.Call(t, key, op.Name, example) // so that most calls after it change one field alone
				for _, field := range walk.Fields(op.Name) {
					for _, value := range valuesOf(t, s, op, field) {
						members = append(members, revertOnly(t, s, key, op, field.Replaced(t, example, value))...)
					}
				}
				mu.Lock()
				defer mu.Unlock()
				changed = append(changed, members...)
			})
		}
	})
	for kind, rules := range server.Undoable() {
		for _, field := range rules.Fields {
			if !slices.ContainsFunc(changed, func(member string) bool { return undo.Covers([]string{kind + field}, member) }) {
				t.Errorf("no call changed %s of a %s", field, kind)
			}
		}
	}
}

// revertOnly makes a call, and takes back what it did, if that can be. It returns the members that the call
// changed, as product/name.
func revertOnly(t *testing.T, s *servertest.Server, key string, op *contract.Operation, body []byte) (members []string) {
	t.Helper()
	before := live(t, s)
	reply := s.Call(t, key, op.Name, json.RawMessage(body))
	if reply.Status != 200 || live(t, s) == before {
		return nil
	}
	for _, row := range slices.Backward(rowsAbout(t, s, reply)) {
		u := &undoing{s, key, row}
		if u.lasting(t, op) != "" {
			return nil
		}
		u.revert(t)
		if row.Before == nil || row.After == nil {
			continue
		}
		for _, c := range undo.Diff(readState(t, row.Before), readState(t, row.After)) {
			members = append(members, *row.EntityType+c.Path)
		}
	}
	wantLive(t, s, before)
	if t.Failed() {
		t.Fatalf("%s", body)
	}
	return members
}

// valuesOf returns JSON texts that the field may take: those of the examples of its group of operations, and
// some of its type.
func valuesOf(t *testing.T, s *servertest.Server, op *contract.Operation, field walk.Field) []string {
	t.Helper()
	some := map[string][]string{
		"boolean": {"true", "false"}, "integer": {"0", "3"}, "number": {"7.5"}, "array": {"[]"}, "object": {"{}"}, "null": {"null"},
		"string": {`"Andet"`, `"gavekort"`, `"https://shop.example/andet.png"`, `"2035-01-01T00:00:00Z"`},
	}
	values := map[string]bool{}
	for kind, all := range some {
		for _, value := range all {
			values[value] = values[value] || field.Takes(kind)
		}
	}
	for _, value := range field.Schema.Enum {
		values[string(marshal(t, value))] = true
	}
	name := field.Path[len(field.Path)-1]
	values[`"fromPath,toPath,status\n/om-butikken,/andet,302\n"`] = name == "csv"
	for _, other := range s.Contract.Tools() {
		for _, example := range walk.Examples(t, other.Name) {
			if other.Tag == op.Tag {
				addNamed(t, values, name, readState(t, example))
			}
		}
	}
	maps.DeleteFunc(values, func(_ string, taken bool) bool { return !taken })
	return slices.Sorted(maps.Keys(values))
}

// addNamed adds the values that members with this name have, at any depth.
func addNamed(t *testing.T, values map[string]bool, name string, in any) {
	t.Helper()
	switch v := in.(type) {
	case undo.State:
		addNamed(t, values, name, map[string]any(v))
	case map[string]any:
		for member, value := range v {
			if member == name {
				values[string(marshal(t, value))] = true
			}
			addNamed(t, values, name, value)
		}
	case []any:
		for _, element := range v {
			addNamed(t, values, name, element)
		}
	}
}

// readState returns an object from its JSON.
func readState(t *testing.T, text []byte) undo.State {
	t.Helper()
	s, err := undo.Read(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func marshal(t *testing.T, value any) []byte {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return text
}
