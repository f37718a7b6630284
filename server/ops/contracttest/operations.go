package contracttest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/storefront/storefront/server/ops/contracttest/internal/openapi"
)

const (
	badKey       = "sfk_00000000000000000000000000000000000000" // has the form of a key and the checksum of none
	unknownField = "noSuchField"                                // is the name of a field that no operation has
	// unknownBody is the body of the calls that have to be refused. It has no field of any operation,
	// so that a deployment that accepts what it should refuse is asked to change nothing.
	unknownBody = `{"` + unknownField + `":true}`
)

// refusals tests what an operation of the shop refuses, and returns the keys that it can be called with; "" is none.
func (r *run) refusals(op *openapi.Operation) (callers []string) {
	r.refusesMethod(op, http.MethodGet, r.BaseURL+op.Path)
	r.refusesCallers(op, r.call(op, "", []byte(unknownBody)))
	if r.NarrowKey == "" {
		r.skip(op.Name, "scopes", "there is no --narrow-key")
	} else {
		r.check(op.Name, "asks for its scope", func(c *check) { c.wantScope(op, r.NarrowKey, []string{NarrowScope}) })
	}
	if op.Anonymous {
		callers = []string{""}
	}
	if r.Key != "" {
		r.check(op.Name, "accepts the key, or names the scope that it lacks", func(c *check) {
			if c.wantScope(op, r.Key, r.scopes) {
				callers = append(callers, r.Key)
			} else if len(c.result.Faults) == 0 {
				r.skip(op.Name, "calls with a key", "the key lacks the scope "+op.Scope)
			}
		})
	} else if !op.Anonymous {
		r.skip(op.Name, "calls with a key", "there is no --key")
	}
	if len(callers) > 0 {
		r.refusesBodies(op, callers[len(callers)-1])
	}
	return callers
}

// refusesMethod tests that a method is refused, and that the answer names that of the operation.
func (r *run) refusesMethod(op *openapi.Operation, method, url string) {
	r.check(op.Name, "refuses "+method, func(c *check) {
		a, _, ok := c.refused(request{op: op, method: method, url: url}, http.StatusMethodNotAllowed, "")
		if ok && !strings.Contains(a.header.Get("Allow"), op.Method) {
			c.about(a, "Allow is %q", a.header.Get("Allow"))
		}
	})
}

// refusesCallers tests a call without a key, and with one that does not exist.
func (r *run) refusesCallers(op *openapi.Operation, q request) {
	if !op.Anonymous {
		r.check(op.Name, "refuses a call without a key", func(c *check) { c.refused(q, http.StatusUnauthorized, "authentication_required") })
	}
	r.check(op.Name, "refuses a key that does not exist", func(c *check) {
		q.key = badKey
		a, _, ok := c.refused(q, http.StatusUnauthorized, "invalid_key")
		if got := a.header.Get("WWW-Authenticate"); ok && !strings.Contains(got, `error="invalid_token"`) {
			c.about(a, "WWW-Authenticate is %q, without error=\"invalid_token\"", got)
		}
	})
}

// wantScope reports whether an operation accepts a key. It records a fault if it does so without
// its scope, refuses a key that has it, or does not name it. Without scopes they are not known.
func (c *check) wantScope(op *openapi.Operation, key string, scopes []string) (accepted bool) {
	statuses := []int{http.StatusUnprocessableEntity, http.StatusForbidden}
	if len(scopes) > 0 && !slices.Contains(scopes, op.Scope) {
		statuses = statuses[1:]
	}
	a, ok := c.send(c.run.call(op, key, []byte(unknownBody)), statuses...)
	switch p := a.problem(); {
	case !ok || a.status == http.StatusUnprocessableEntity:
	case slices.Contains(scopes, op.Scope):
		c.about(a, "the key has the scope %s", op.Scope)
	case p.Code != "insufficient_scope" || p.RequiredScope != op.Scope:
		c.about(a, "this should be insufficient_scope with the requiredScope %s", op.Scope)
	}
	return ok && a.status == http.StatusUnprocessableEntity
}

// refusesBodies tests that an operation refuses bodies, and points to what is wrong with them.
func (r *run) refusesBodies(op *openapi.Operation, key string) {
	refuses := func(what, body string, header http.Header, status int, code string) {
		r.check(op.Name, "refuses "+what, func(c *check) {
			q := r.call(op, key, []byte(body))
			maps.Copy(q.header, header)
			c.refused(q, status, code)
		})
	}
	refuses("another media type", unknownBody, http.Header{"Content-Type": {"text/plain"}}, http.StatusUnsupportedMediaType, "unsupported_media_type")
	refuses("what is not JSON", unknownBody+"}", nil, http.StatusBadRequest, "invalid_json")
	if op.ReadOnly { // taken for {}, it could write
		refuses("an empty body", "", nil, http.StatusBadRequest, "body_required")
	}
	// With Expect the refusal is read before the body is sent.
	refuses("a body over 1 MiB", unknownBody+strings.Repeat(" ", 1<<20), http.Header{"Expect": {"100-continue"}}, http.StatusRequestEntityTooLarge, "body_too_large")
	r.check(op.Name, "refuses an unknown field, and a body without the required ones", func(c *check) {
		c.wantPointers(r.call(op, key, []byte(unknownBody)), append([]string{unknownField}, op.Body().Required...)...)
	})
}

// wantPointers sends a request that has to be refused, with a pointer to each of the fields.
func (c *check) wantPointers(q request, fields ...string) {
	a, p, ok := c.refused(q, http.StatusUnprocessableEntity, "validation_failed")
	for _, field := range fields {
		points := slices.ContainsFunc(p.Errors, func(fault struct{ Pointer string }) bool { return fault.Pointer == "/"+field })
		if ok && !points {
			c.about(a, "errors has no pointer to /%s", field)
		}
	}
}

// object is a JSON object.
type object = map[string]any

// encode returns a body, which consists of decoded JSON.
func encode(value any) []byte {
	text, _ := json.Marshal(value)
	return text
}

// read tests the answers of an operation that only reads, for each caller.
func (r *run) read(op *openapi.Operation, callers []string) {
	for _, key := range callers {
		as := ", " + with(key)
		examples, least := op.Examples(), object{}
		for _, name := range slices.Sorted(maps.Keys(examples)) {
			r.check(op.Name, "example "+name+as, func(c *check) { c.send(r.call(op, key, encode(examples[name])), possible(op)...) })
			for _, field := range op.Body().Required {
				least[field] = examples[name][field]
			}
		}
		if uint64(len(least)) >= op.Body().MinProps {
			r.check(op.Name, "the required fields alone"+as, func(c *check) { c.send(r.call(op, key, encode(least)), possible(op)...) })
		}
		if len(op.Body().Required) == 1 && op.Declares(http.StatusNotFound) {
			r.named(op, key, as, op.Body().Required[0])
		}
		if op.Body().Properties["limit"] != nil && op.Body().Properties["offset"] != nil {
			r.check(op.Name, "pages continue each other"+as, func(c *check) { c.wantPages(op, key) })
		}
	}
}

// possible returns the statuses of a call whose body is right: what it names need not exist in this shop.
func possible(op *openapi.Operation) []int {
	return declared(op, http.StatusOK, http.StatusNotFound, http.StatusConflict)
}

func declared(op *openapi.Operation, statuses ...int) []int {
	return slices.DeleteFunc(statuses, func(status int) bool { return !op.Declares(status) })
}

// items returns the items of a result that is a list or has one.
func (a answer) items() []any {
	var fields struct{ Result any }
	_ = json.Unmarshal(a.body, &fields) // what is no JSON was reported
	if result, ok := fields.Result.(object); ok {
		fields.Result = result["items"]
	}
	items, _ := fields.Result.([]any)
	return items
}

// named tests an operation on one thing: it finds what the lists of its group name, and nothing else.
func (r *run) named(op *openapi.Operation, key, as, field string) {
	lists, named := field, "no-such-name"
	if strings.HasSuffix(field, "Id") || field == "id" {
		lists, named = "id", uuid.Max.String()
	} else if field != "slug" {
		return
	}
	r.check(op.Name, "what does not exist is not found"+as, func(c *check) {
		c.refused(r.call(op, key, encode(object{field: named})), http.StatusNotFound, "")
	})
	group, _, _ := strings.Cut(op.Name, ".")
	if strings.HasSuffix(field, "Id") && !strings.HasPrefix(field, strings.TrimSuffix(group, "s")) { // as a deliveryId: no id of a webhook
		return
	}
	for _, lister := range r.doc.Operations {
		listing := strings.HasPrefix(lister.Name, group+".list") || strings.HasPrefix(lister.Name, group+".search")
		if !listing || !lister.ReadOnly || lister.Scope != op.Scope || key == "" && !lister.Anonymous {
			continue
		}
		r.check(op.Name, "what "+lister.Name+" lists"+as, func(c *check) {
			a, _ := c.send(r.call(lister, key, []byte("{}")), http.StatusOK)
			for _, item := range a.items()[:min(len(a.items()), 3)] {
				if fields, _ := item.(object); fields[lists] != nil {
					c.send(r.call(op, key, encode(object{field: fields[lists]})), http.StatusOK)
				}
			}
		})
	}
}

// wantPages records a fault when the second of two items is another, asked for alone. A shop may
// change while it is tested, so a difference counts when it is seen twice.
func (c *check) wantPages(op *openapi.Operation, key string) {
	page := func(limit, offset int) (answer, []any) {
		a, _ := c.send(c.run.call(op, key, fmt.Appendf(nil, `{"limit":%d,"offset":%d}`, limit, offset)), http.StatusOK)
		if len(a.items()) > limit {
			c.about(a, "there are %d items, with the limit %d", len(a.items()), limit)
		}
		return a, a.items()
	}
	for again := range 2 {
		_, both := page(2, 0)
		a, second := page(1, 1)
		if len(both) < 2 || len(second) == 1 && bytes.Equal(encode(second[0]), encode(both[1])) {
			return
		}
		if again == 1 {
			c.about(a, "the second item is another, asked for alone with offset")
		}
	}
}

// write carries out the examples of an operation that writes. What it wrote stays.
func (r *run) write(op *openapi.Operation) {
	examples := op.Examples()
	for _, name := range slices.Sorted(maps.Keys(examples)) {
		r.check(op.Name, "example "+name, func(c *check) {
			q := r.call(op, r.Key, encode(examples[name]))
			if !c.carriedOut(q) {
				return
			}
			r.report.Written = append(r.report.Written, op.Name+": example "+name)
			switch required := op.Body().Required; {
			case op.Idempotent:
				c.carriedOut(q)
			case strings.HasSuffix(op.Name, ".delete"):
				c.refused(q, http.StatusNotFound, "")
			case !op.Declares(http.StatusNotFound) && (slices.Contains(required, "slug") || slices.Contains(required, "code")): // it creates
				c.refused(q, http.StatusConflict, "")
			}
		})
	}
}

// carriedOut sends an example and reports whether it was carried out. The state of the shop may
// refuse it: with a status of its own, or with a code that is not about the schema.
func (c *check) carriedOut(q request) bool {
	a, ok := c.send(q, append(possible(q.op), http.StatusUnprocessableEntity)...)
	if ok && a.status == http.StatusUnprocessableEntity && a.problem().Code == "validation_failed" {
		c.about(a, "the contract has this body as an example")
	}
	return ok && a.status == http.StatusOK
}
