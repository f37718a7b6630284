package resolutions_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/schema"
	"github.com/storefront/storefront/server/platform/text"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/walk"
)

// read is what a step has read for the next one: the values of a field.
type read struct {
	field  string
	values []any
}

// obey does what the resolution of a refusal says.
func (a *agent) obey(p *refusal, r *request) {
	a.t.Helper()
	if len(p.next) == 0 {
		a.t.Fatalf("%s: no step says what %q does: give it to problem.Error.Then", p.Code, p.Resolution)
	}
	var known read
	for _, step := range p.next {
		switch step := step.(type) {
		case problem.Call:
			known = a.callFirst(&step, r, known)
		case problem.Correct:
			a.correct(schema.Correction(step), r, known)
		case problem.Send:
			a.change(step, p, r)
		case problem.Read:
			a.choose(string(step), r)
		case problem.Hold:
			r.header.Del("Authorization")
			a.ask(string(step))
		case problem.Configure:
			a.s = a.s.Beside(a.t, servertest.Options{})
		case problem.Wait:
			a.waitAsTold(p)
		case problem.Leave:
			a.leave(&step, r)
			return
		case problem.Or: // would do, too
		}
	}
}

// callFirst calls another operation for each value that is known, or once, and
// returns what it reads. When the refused call is of that operation, it changes.
func (a *agent) callFirst(step *problem.Call, r *request, known read) read {
	a.t.Helper()
	if r.path == contract.ToolPath+step.Op {
		maps.Copy(r.args, step.Args)
		return known
	}
	if known.values == nil {
		known.values = []any{nil}
	}
	var found []any
	for _, value := range known.values {
		result := a.call(step.Op, a.arguments(step, r, object{known.field: value}))
		found = append(found, fieldsOf(having(result, step.Where), step.Take)...)
	}
	if step.Take == "" {
		return read{}
	}
	if !step.All {
		if len(found) == 0 {
			a.t.Fatalf("%s finds no %s", step.Op, step.Take)
		}
		found = found[:1]
	}
	return read{step.Take[strings.LastIndexByte(step.Take, '.')+1:], found}
}

// arguments returns what a call is sent: what its step says, and what else the
// operation requires, of what was read, of the refused call, or of its example.
func (a *agent) arguments(step *problem.Call, r *request, known object) object {
	a.t.Helper()
	var input struct{ Required []string }
	var example object
	if err := json.Unmarshal(a.s.Contract.Tool(step.Op).InputSchema, &input); err != nil {
		a.t.Fatal(err)
	}
	if err := json.Unmarshal(walk.Example(a.t, step.Op), &example); err != nil {
		a.t.Fatal(err)
	}
	args := object{}
	for _, name := range input.Required {
		for _, from := range []object{known, r.args, {"confirm": true}, example} {
			if args[name] == nil {
				args[name] = from[name]
			}
		}
	}
	maps.Copy(args, step.Args)
	return args
}

// having returns a result without the things of its list that do not have these fields.
func having(result any, fields map[string]any) any {
	list, ok := result.([]any)
	if !ok {
		return result
	}
	return slices.DeleteFunc(list, func(thing any) bool {
		for name, value := range fields {
			if asObject(thing)[name] != value {
				return true
			}
		}
		return false
	})
}

// fieldsOf returns the values of a field, such as items.id, of a result or of each
// thing that it lists.
func fieldsOf(result any, field string) (found []any) {
	things := []any{result}
	page := asObject(result)
	if _, continues := page["nextCursor"]; continues {
		things, _ = page["items"].([]any)
	} else if list, ok := result.([]any); ok {
		things = list
	}
	name, inner, deeper := strings.Cut(field, ".")
	for _, thing := range things {
		switch value := asObject(thing)[name]; {
		case value == nil:
		case deeper:
			found = append(found, fieldsOf(value, inner)...)
		default:
			found = append(found, value)
		}
	}
	return found
}

// change sends the call as it was meant, but for what a step names.
func (a *agent) change(step problem.Send, p *refusal, r *request) {
	r.body = nil
	if step.Path != "" {
		r.path = step.Path
	}
	switch {
	case step.Method == problem.Allowed:
		for method := range strings.SplitSeq(p.allow, ",") {
			if method = strings.TrimSpace(method); method == http.MethodGet || method == http.MethodPost {
				r.method, r.args = method, nil
			}
		}
	case step.Method != "":
		r.method = step.Method
	}
	switch {
	case step.Value != "":
		r.header.Set(step.Header, step.Value)
	case step.Header != "":
		r.header.Del(step.Header)
	}
}

// choose calls what a document of the service lists: the path, or the operation
// that is open to all, that is most similar to what was tried.
func (a *agent) choose(address string, r *request) {
	a.t.Helper()
	document, tried, best := a.get(address), r.path, ""
	better := func(path string) bool {
		return best == "" || text.Distance(path, tried) < text.Distance(best, tried)
	}
	paths := asObject(document["paths"])
	for path := range paths {
		if better(path) {
			best = path
		}
	}
	for method := range asObject(paths[best]) {
		r.method = strings.ToUpper(method)
	}
	tools, _ := document["tools"].([]any)
	for _, tool := range tools {
		if path := textOf(asObject(tool)["path"]); asObject(tool)["anonymous"] == true && better(path) {
			best = path
		}
		if len(tools) == 1 && asObject(tool)["inputSchema"] == nil {
			a.t.Fatalf("%s does not describe the body", address)
		}
	}
	r.path = best
}

func (a *agent) waitAsTold(p *refusal) {
	a.t.Helper()
	if p.Status == http.StatusTooManyRequests && !strings.Contains(p.Resolution, fmt.Sprintf(" %d s ", p.RetryAfter)) {
		a.t.Errorf("%q is not about %d s", p.Resolution, p.RetryAfter)
	}
	if p.RetryAfter == 0 {
		a.wait(time.Minute)
		return
	}
	a.wait(time.Duration(p.RetryAfter) * time.Second)
}

// leave accepts that the call cannot be carried out, if it is as the step says.
func (a *agent) leave(step *problem.Leave, r *request) {
	a.t.Helper()
	r.done = true
	if step.Op != "" {
		args := a.arguments(&problem.Call{Op: step.Op}, r, nil)
		servertest.WantFields(a.t, step.Op, asObject(a.call(step.Op, args)), step.Because)
	}
}
