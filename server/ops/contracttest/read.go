package contracttest

import (
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/storefront/storefront/server/ops/contracttest/internal/bodies"
	"github.com/storefront/storefront/server/ops/contracttest/internal/openapi"
)

// read tests the answers of an operation that only reads, for each caller.
func (r *run) read(op *openapi.Operation, callers []string) {
	for _, key := range callers {
		examples := op.Examples()
		for _, name := range slices.Sorted(maps.Keys(examples)) {
			r.check(op.Name, "example "+name+as(key), func(c *check) {
				c.send(r.call(op, key, bodies.Encode(examples[name])), r.possible(op)...)
			})
		}
		if key == callers[len(callers)-1] {
			r.goodBodies(op, key)
		}
		r.existing(op, key)
		if op.Items().Exists() {
			r.list(op, key)
		}
	}
}

// as ends the name of a check that is run for each caller.
func as(key string) string {
	if key == "" {
		return ", without a key"
	}
	return ", with a key"
}

// possible returns the statuses of a call whose body is right: what it names
// need not exist in this shop.
func (r *run) possible(op *openapi.Operation) []int {
	statuses := []int{http.StatusOK}
	for _, status := range []int{http.StatusNotFound, http.StatusConflict} {
		if op.Declares(status) {
			statuses = append(statuses, status)
		}
	}
	return statuses
}

// goodBodies tests that an operation accepts what its schema allows.
func (r *run) goodBodies(op *openapi.Operation, key string) {
	for _, good := range bodies.GoodOf(op) {
		body := bodies.Pointing(op, r.groups, good.Body, r.missing)
		r.check(op.Name, "accepts "+good.Name, func(c *check) {
			statuses := r.possible(op)
			if good.Loose {
				statuses = append(statuses, http.StatusUnprocessableEntity)
			}
			a, ok := c.send(r.call(op, key, bodies.Encode(body)), statuses...)
			if !ok {
				return
			}
			if a.status == http.StatusUnprocessableEntity && !a.problem().pointsTo("/"+strings.Join(good.Field.Path, "/")) {
				c.about(a, "it is refused for another field")
			}
			wantLimit(c, op, a, body)
			wantFilters(c, op, a, body)
		})
	}
}

// existing tests an operation on things that exist: those that a list of the shop
// names, and with Write one that the run made.
func (r *run) existing(op *openapi.Operation, key string) {
	field, ref, ok := bodies.Names(op, r.groups)
	if !ok {
		return
	}
	if lister := r.lister(op, ref, key); lister != nil {
		r.check(op.Name, "what "+lister.Name+" lists"+as(key), func(c *check) {
			const most = 3
			a, ok := c.send(r.call(lister, key, []byte("{}")), http.StatusOK)
			for i, item := range a.items() {
				fields, _ := item.(map[string]any)
				value, isText := fields[ref.Field].(string)
				if !ok || i >= most || !isText {
					break
				}
				c.send(r.call(op, key, bodies.Encode(bodies.Naming(op, field, value))), http.StatusOK)
			}
		})
	}
	if r.Write && key != "" { // without a key it might be hidden
		r.check(op.Name, "what this run made", func(c *check) {
			if own := c.ensure(ref.Group); own != nil && own.fields[ref.Field] != "" {
				c.send(r.call(op, key, bodies.Encode(bodies.Naming(op, field, own.fields[ref.Field]))), http.StatusOK)
			}
		})
	}
}

// lister returns an operation whose items have the field that an operation refers
// to: one of its own group, or else of the group referred to.
func (r *run) lister(op *openapi.Operation, ref bodies.Reference, key string) *openapi.Operation {
	for _, group := range []string{op.Group, ref.Group} {
		for _, other := range r.doc.Operations() {
			if other.Group == group && other.ReadOnly && other.Items().At("properties", ref.Field).Exists() && (other.Anonymous || key != "") &&
				len(other.Body().At("required").List()) == 0 && (key == "" || other.Scope == op.Scope) {
				return other
			}
		}
	}
	return nil
}

// wantLimit records a fault when a list is longer than the body, or the default,
// allows.
func wantLimit(c *check, op *openapi.Operation, a answer, body map[string]any) {
	limit, ok := body["limit"]
	if !ok {
		limit = op.Body().At("properties", "limit", "default").Value()
	}
	if most, ok := number(limit); ok && float64(len(a.items())) > most {
		c.about(a, "there are %d items, with the limit %v", len(a.items()), limit)
	}
}

// wantFilters records a fault when an item has another value than the body asks
// for, in a field of the same name that has choices.
func wantFilters(c *check, op *openapi.Operation, a answer, body map[string]any) {
	for name, wanted := range body {
		field := op.Items().At("properties", name)
		if !field.At("enum").Exists() && (!field.Exists() || wanted != true) { // false may filter nothing
			continue
		}
		for _, item := range a.items() {
			if fields, _ := item.(map[string]any); !same(fields[name], wanted) {
				c.about(a, "an item has %s %v instead of %v", name, fields[name], wanted)
				break
			}
		}
	}
}
