package walk_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/schema"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/walk"
)

func TestEveryFieldRefusesInvalidValues(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	key := s.Key(t, "all")
	before := s.Contents(t)
	for _, op := range s.Contract.Tools() {
		example := walk.Example(t, op.Name)
		for _, field := range walk.Fields(op.Name) {
			for name, value := range field.BadValues() {
				p := s.Raw(t, key, op.Name, field.Replaced(t, example, value)).Problem(t, problem.ValidationFailed)
				if !slices.ContainsFunc(p.Errors, func(f schema.Fault) bool { return strings.HasPrefix(f.Pointer, field.Pointer()) }) {
					t.Errorf("%s %s %s: %+v", op.Name, field.Pointer(), name, p.Errors)
				}
			}
		}
		for _, name := range walk.Schema(op.Name).Required {
			var body object
			if err := json.Unmarshal(example, &body); err != nil {
				t.Fatal(err)
			}
			delete(body, name)
			p := s.Refused(t, key, op.Name, body, problem.ValidationFailed)
			if p.Errors[0].Pointer != "/"+name || p.Errors[0].Code != "required" {
				t.Errorf("%s without %s: %+v", op.Name, name, p.Errors)
			}
		}
	}
	if s.Contents(t) != before {
		t.Error("a refused call changed something")
	}
}
