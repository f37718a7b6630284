package contracttest

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/storefront/storefront/server/ops/contracttest/internal/bodies"
	"github.com/storefront/storefront/server/ops/contracttest/internal/openapi"
)

// thing is something that the run has made.
type thing struct {
	group   string
	fields  map[string]string // what names it: slug, id, code
	removed bool
}

// String names the thing for people.
func (t *thing) String() string {
	for _, field := range []string{"slug", "code", "id"} {
		if t.fields[field] != "" {
			return fmt.Sprintf("%s: %s %s", t.group, field, t.fields[field])
		}
	}
	return t.group
}

// remember keeps account of what an answer says to have made or removed, whether
// it was expected or not.
func (r *run) remember(a answer) {
	if a.op == nil || !a.op.Tool || a.op.ReadOnly || a.status != http.StatusOK {
		return
	}
	sent, _ := openapi.Decode(a.request.body)
	switch {
	case r.removes(a.op):
		field, ref, _ := bodies.Names(a.op, r.groups)
		for _, t := range r.things {
			if t.group == ref.Group && t.fields[ref.Field] == text(sent, field) {
				t.removed = true
			}
		}
	case r.creates(a.op):
		made := &thing{group: a.op.Group, fields: map[string]string{}}
		fields, _ := a.result().(map[string]any)
		for name := range fields {
			if ref, ok := bodies.ReferenceOf(a.op, r.groups, name); ok && ref.Group == made.group {
				made.fields[ref.Field] = text(fields, name)
			}
		}
		if !slices.ContainsFunc(r.things, func(t *thing) bool { return !t.removed && t.String() == made.String() }) {
			r.things = append(r.things, made)
		}
	}
}

// creates reports whether an operation makes something that its result names. An
// operation on something of its own group changes that instead.
func (r *run) creates(op *openapi.Operation) bool {
	_, about, _ := bodies.Names(op, r.groups)
	if op.ReadOnly || r.namesThing(op) && about.Group == op.Group {
		return false
	}
	return slices.ContainsFunc(op.Result().At("properties").Names(), func(name string) bool {
		ref, ok := bodies.ReferenceOf(op, r.groups, name)
		return ok && ref.Group == op.Group
	})
}

// removes reports whether an operation removes what it names: it is destructive,
// asks for nothing else but a confirmation, and answers with no more than what is gone.
func (r *run) removes(op *openapi.Operation) bool {
	name, _, _ := bodies.Names(op, r.groups)
	return op.Tool && op.Destructive && r.namesThing(op) && op.Result().At("properties", "ok").Exists() && !slices.ContainsFunc(op.Body().At("required").Texts(), func(field string) bool {
		return field != name && !slices.Equal(op.Body().At("properties", field).Types(), []string{"boolean"})
	})
}

// remover returns the operation that removes things of a group, or nil.
func (r *run) remover(group string) *openapi.Operation {
	for _, op := range r.doc.Operations() {
		if op.Group == group && r.removes(op) {
			return op
		}
	}
	return nil
}

// removeThings removes what the run made, the newest first because things refer
// to older ones, and reports what is left.
func (r *run) removeThings() {
	for _, t := range slices.Backward(r.things) {
		if op := r.remover(t.group); op != nil && !t.removed {
			r.check(op.Name, "removes "+t.String(), func(c *check) {
				c.send(r.call(op, r.Key, bodies.Encode(removal(r, op, t))), http.StatusOK)
			})
		}
	}
	for _, t := range r.things {
		if !t.removed {
			r.report.Left = append(r.report.Left, t.String())
		}
	}
}

// removal is the body that removes a thing.
func removal(r *run, op *openapi.Operation, t *thing) map[string]any {
	return bodies.Pointing(op, r.groups, bodies.Smallest(op.Body()), func(ref bodies.Reference) (string, bool) {
		return t.fields[ref.Field], true
	})
}

// nextName returns a name that nothing has.
func (r *run) nextName() string {
	r.named++
	return fmt.Sprintf("%s-%d", r.unique, r.named)
}

// renamed returns a body for an operation that creates: what it makes has a name
// of its own, and what it refers to is the run's own.
func (c *check) renamed(op *openapi.Operation, body map[string]any) map[string]any {
	name := c.run.nextName()
	out := bodies.Pointing(op, c.run.groups, body, func(ref bodies.Reference) (string, bool) {
		if ref.Group == op.Group {
			return name, true
		}
		own := c.ensure(ref.Group)
		if own == nil {
			return "", false
		}
		return own.fields[ref.Field], own.fields[ref.Field] != ""
	})
	for _, title := range []string{"title", "name"} {
		if _, ok := out[title].(string); ok {
			out[title] = strings.ReplaceAll(name, "-", " ")
		}
	}
	return out
}

// ensure returns a thing of a group that the run made, and makes one if there is
// none. It returns nil when no operation makes such things.
func (c *check) ensure(group string) *thing {
	for _, t := range c.run.things {
		if t.group == group && !t.removed {
			return t
		}
	}
	return c.create(group)
}

// create makes a new thing of a group, or returns nil.
func (c *check) create(group string) *thing {
	r := c.run
	for _, op := range r.doc.Operations() {
		if op.Group != group || !op.Tool || !r.creates(op) {
			continue
		}
		for _, example := range sortedExamples(op) {
			before := len(r.things)
			c.send(r.call(op, r.Key, bodies.Encode(c.renamed(op, example))), r.accepted(op)...)
			if len(r.things) > before {
				return r.things[len(r.things)-1]
			}
		}
	}
	return nil
}
