package contracttest

import (
	"maps"
	"net/http"
	"slices"

	"github.com/storefront/storefront/server/ops/contracttest/internal/bodies"
	"github.com/storefront/storefront/server/ops/contracttest/internal/openapi"
)

// write carries out an operation that changes something, on things of the run.
func (r *run) write(op *openapi.Operation, key string) {
	switch {
	case r.removes(op):
		r.remove(op, key)
	case r.creates(op):
		r.make(op, key)
	case r.namesThing(op) && r.canMake(op):
		r.change(op, key)
	case op.Body().At("properties", "dryRun").Exists():
		r.try(op, key)
	default:
		// A setting of the whole shop would be read here, changed, and put back.
		r.skip(op.Name, "good bodies", "it changes what does not belong to this run")
	}
}

// sortedExamples returns the example bodies of an operation by name.
func sortedExamples(op *openapi.Operation) (all []map[string]any) {
	examples := op.Examples()
	for _, name := range slices.Sorted(maps.Keys(examples)) {
		if body, ok := examples[name].(map[string]any); ok {
			all = append(all, body)
		}
	}
	return all
}

// goodBody is a body to try, with a name for the report.
type goodBody struct {
	name string
	body map[string]any
}

// goodBodiesOf returns the examples of an operation, and the bodies made from its
// schema.
func goodBodiesOf(op *openapi.Operation) (all []goodBody) {
	examples := op.Examples()
	for _, name := range slices.Sorted(maps.Keys(examples)) {
		if body, ok := examples[name].(map[string]any); ok {
			all = append(all, goodBody{"example " + name, body})
		}
	}
	for _, good := range bodies.GoodOf(op) {
		all = append(all, goodBody{"accepts " + good.Name, good.Body})
	}
	return all
}

// accepted returns the statuses of a write whose body is right. The state of the
// shop may refuse it, with a code that is not about the schema.
func (r *run) accepted(op *openapi.Operation) []int {
	statuses := []int{http.StatusOK, http.StatusUnprocessableEntity}
	if op.Declares(http.StatusConflict) {
		statuses = append(statuses, http.StatusConflict)
	}
	if op.Declares(http.StatusNotFound) && r.creates(op) { // what an example refers to need not exist in this shop
		statuses = append(statuses, http.StatusNotFound)
	}
	return statuses
}

// carriesOut sends a body that the schema allows, and reports whether it was
// carried out; also are further statuses that are right.
func (c *check) carriesOut(op *openapi.Operation, key string, body map[string]any, also ...int) bool {
	a, ok := c.send(c.run.call(op, key, bodies.Encode(body)), append(c.run.accepted(op), also...)...)
	if p := a.problem(); ok && a.status == http.StatusUnprocessableEntity && p.Code == "validation_failed" && !p.byRule(op) {
		c.about(a, "the schema allows this body")
	}
	return ok && a.status == http.StatusOK
}

// make creates something with each good body. Sent again, the same body changes
// nothing if the operation is idempotent; otherwise its name is taken.
func (r *run) make(op *openapi.Operation, key string) {
	for _, good := range goodBodiesOf(op) {
		r.check(op.Name, good.name, func(c *check) {
			body := c.renamed(op, good.body)
			if !c.carriesOut(op, key, body) {
				return
			}
			_, _, named := bodies.Names(op, r.groups)
			switch again := r.call(op, key, bodies.Encode(body)); {
			case op.Idempotent:
				c.send(again, r.accepted(op)...)
			case named:
				c.send(again, http.StatusConflict)
			}
		})
	}
}

// change changes a thing of the run with each good body.
func (r *run) change(op *openapi.Operation, key string) {
	_, about, _ := bodies.Names(op, r.groups)
	for _, good := range goodBodiesOf(op) {
		r.check(op.Name, good.name, func(c *check) {
			own := c.ensure(about.Group)
			var also []int
			body := bodies.Pointing(op, r.groups, good.body, func(ref bodies.Reference) (string, bool) {
				if ref.Group == about.Group && own == nil {
					return r.missing(ref)
				}
				other := own
				if ref.Group != about.Group {
					other = c.ensure(ref.Group)
				}
				if ref != about { // the one need not have to do with the other
					also = []int{http.StatusNotFound}
				}
				if other == nil {
					return "", false
				}
				return other.fields[ref.Field], other.fields[ref.Field] != ""
			})
			if own == nil { // no operation makes such things
				c.refused(r.call(op, key, bodies.Encode(body)), http.StatusNotFound)
				return
			}
			c.carriesOut(op, key, body, also...)
		})
	}
}

// try sends each good body as a dry run, to an operation that changes what does not
// belong to the run.
func (r *run) try(op *openapi.Operation, key string) {
	for _, good := range goodBodiesOf(op) {
		r.check(op.Name, good.name+", tried", func(c *check) {
			body := maps.Clone(good.body)
			body["dryRun"] = true
			if !slices.Contains(op.Body().At("required").Texts(), "confirm") {
				delete(body, "confirm")
			}
			c.carriesOut(op, key, body)
		})
	}
}

// remove removes a thing that was made for it, and looks for it afterwards.
func (r *run) remove(op *openapi.Operation, key string) {
	_, about, _ := bodies.Names(op, r.groups)
	r.check(op.Name, "removes what this run made", func(c *check) {
		own := c.create(about.Group)
		if own == nil {
			return
		}
		body := bodies.Encode(removal(r, op, own))
		if _, ok := c.send(r.call(op, key, body), http.StatusOK); !ok {
			return
		}
		c.refused(r.call(op, key, body), http.StatusNotFound)
		for _, reader := range r.doc.Operations() {
			if field, ref, ok := bodies.Names(reader, r.groups); ok && reader.Tool && reader.ReadOnly && ref == about && reader.Declares(http.StatusNotFound) {
				c.refused(r.call(reader, r.Key, bodies.Encode(bodies.Naming(reader, field, own.fields[ref.Field]))), http.StatusNotFound)
			}
		}
	})
}
