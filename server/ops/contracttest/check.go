package contracttest

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
)

// check is one check of an operation while it runs.
type check struct {
	run    *run
	result Result
}

// check runs a check and adds its result to the report. It does nothing once the
// run cannot go on.
func (r *run) check(operation, name string, fn func(c *check)) {
	if r.err != nil {
		return
	}
	c := &check{run: r, result: Result{Operation: operation, Name: name}}
	fn(c)
	if r.err == nil || len(c.result.Faults) > 0 {
		r.report.Results = append(r.report.Results, c.result)
	}
}

// skip adds a check that was not run, with the reason.
func (r *run) skip(operation, name, reason string) {
	if r.err == nil {
		r.report.Results = append(r.report.Results, Result{Operation: operation, Name: name, Skipped: reason})
	}
}

// faultf records a fault, unless the check has recorded it already.
func (c *check) faultf(format string, args ...any) {
	if fault := fmt.Sprintf(format, args...); !slices.Contains(c.result.Faults, fault) {
		c.result.Faults = append(c.result.Faults, fault)
	}
}

// about records a fault of an answer.
func (c *check) about(a answer, format string, args ...any) {
	c.faultf("%s\n%s\n→ %d %s", fmt.Sprintf(format, args...), a.request, a.status, a.brief())
}

// brief returns the beginning of the body, for people. A report may be public, so
// it has no personal data.
func (a answer) brief() string {
	const most = 300
	if a.op != nil && a.op.At("x-personal-data").True() && a.status == http.StatusOK {
		return "(personal data)"
	}
	return strings.ToValidUTF8(string(a.body[:min(len(a.body), most)]), "")
}

// send sends a request and records what of the answer the contract does not
// describe. It reports whether there is an answer with one of these statuses.
func (c *check) send(q request, statuses ...int) (answer, bool) {
	r := c.run
	if r.err != nil {
		return answer{}, false
	}
	a, err := r.client.do(r.ctx, q)
	if stop := (unreachable{}); errors.As(err, &stop) {
		r.err = stop.error
		return a, false
	}
	if err != nil {
		c.faultf("there is no answer: %v\n%s", err, q)
		return a, false
	}
	r.remember(a)
	for _, fault := range r.nonconformities(a) {
		c.about(a, "%s", fault)
	}
	if !slices.Contains(statuses, a.status) {
		c.about(a, "the status is %d instead of %s", a.status, either(statuses))
		return a, false
	}
	return a, true
}

func either(statuses []int) string {
	return strings.ReplaceAll(strings.Trim(fmt.Sprint(statuses), "[]"), " ", " or ")
}

// problem is what the checks need of a problem document.
type problem struct {
	Type          string
	Status        int
	Detail        string
	Instance      string
	Code          string
	Resolution    string
	Error         string
	RequiredScope string
	Errors        []fault
}

// fault is a fault of a body.
type fault struct{ Pointer, Code string }

func (a answer) problem() (p problem) {
	_ = json.Unmarshal(a.body, &p) // what is no problem is found by its schema
	return p
}

// refused sends a request that has to be refused with this status, and with one
// of these codes if there are any.
func (c *check) refused(q request, status int, codes ...string) (answer, problem, bool) {
	a, ok := c.send(q, status)
	p := a.problem()
	if ok && len(codes) > 0 && !slices.Contains(codes, p.Code) {
		c.about(a, "the code is %q instead of %s", p.Code, strings.Join(codes, " or "))
		return a, p, false
	}
	return a, p, ok
}
