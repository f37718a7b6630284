package contracttest

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/storefront/storefront/server/ops/contracttest/internal/openapi"
	"github.com/storefront/storefront/server/platform/wire"
)

const (
	callTimeout   = 30 * time.Second // for one call
	longestAnswer = 64 << 20         // how much of an answer is read, in bytes
)

// request is a call, before it is sent.
type request struct {
	op     *openapi.Operation // nil for an address that is not in the contract
	method string
	url    string
	key    string
	header http.Header
	body   []byte
}

// answer is the answer to a request.
type answer struct {
	request
	status int
	header http.Header
	body   []byte
}

// unreachable is an error after which no other call would succeed.
type unreachable struct{ error }

// call is a call of an operation of the shop.
func (r *run) call(op *openapi.Operation, key string, body []byte) request {
	return request{op, op.Method, r.BaseURL + op.Path, key, http.Header{"Content-Type": {"application/json"}}, body}
}

// do sends a request and reads the answer. If that says when to call again, it does so, unless that could carry it out twice.
func (r *run) do(q request) (answer, error) {
	for {
		a, err := r.once(q)
		wait := wire.RetryAfter(a.header)
		// A call beyond a limit was not carried out; of one that is refused for a while this is not known.
		again := a.status == http.StatusTooManyRequests || a.status == http.StatusServiceUnavailable && q.op != nil && (q.op.ReadOnly || q.op.Idempotent)
		if err != nil || !again || wait == 0 { // without a time to wait it breaks the contract, and is reported as such
			return a, err
		}
		if err := r.patience.Wait(r.ctx, wait); err != nil {
			return a, unreachable{fmt.Errorf("%w: allow more, or raise its quotas", err)}
		}
	}
}

func (r *run) once(q request) (answer, error) {
	out, err := http.NewRequestWithContext(r.ctx, q.method, q.url, bytes.NewReader(q.body))
	if err != nil {
		return answer{}, unreachable{err}
	}
	maps.Copy(out.Header, q.header)
	out.Header.Set("User-Agent", "storefront-contract-test")
	if q.key != "" {
		out.Header.Set("Authorization", "Bearer "+q.key)
	}
	response, err := r.client.Do(out)
	if err != nil {
		if dial, ok := errors.AsType[*net.OpError](err); r.ctx.Err() != nil || ok && dial.Op == "dial" {
			return answer{}, unreachable{err}
		}
		return answer{}, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(io.LimitReader(response.Body, longestAnswer))
	for _, values := range response.Header {
		for i := range values {
			values[i] = r.blank(values[i])
		}
	}
	return answer{q, response.StatusCode, response.Header, []byte(r.blank(string(body)))}, err
}

// shortestSecret is how much of a key is looked for: less of it is no secret.
const shortestSecret = 12

// likeSecret matches a key or its beginning, in either case, and its characters as JSON, URLs and HTML escape them.
func likeSecret(key string) *regexp.Regexp {
	var b, end strings.Builder
	for i, c := range []byte(key) {
		if i >= shortestSecret {
			b.WriteString("(?:")
			end.WriteString(")?")
		}
		fmt.Fprintf(&b, `(?:%s|\\+u00%02x|%%(?:25)*%02x|&#x0*%02x;|&#0*%d;)`, regexp.QuoteMeta(string(c)), c, c, c, c)
	}
	return regexp.MustCompile("(?i)" + b.String() + end.String())
}

// blank returns a text without the keys: a deployment may repeat what it is sent.
func (r *run) blank(text string) string {
	for _, secret := range r.secrets {
		text = secret.ReplaceAllLiteralString(text, "(the key)")
	}
	return text
}

// String describes a request in one line, without its key.
func (q request) String() string {
	return strings.TrimSpace(fmt.Sprintf("%s %s %s %s", q.method, q.url, with(q.key), brief(q.body)))
}

func with(key string) string {
	if key == "" {
		return "without a key"
	}
	return "with a key"
}

// brief returns the beginning of a body, for people.
func brief(body []byte) string {
	if most := 300; len(body) > most {
		body = fmt.Appendf(nil, "%s… (%d bytes)", body[:most], len(body))
	}
	return wire.Line(string(body))
}

// check is one check of an operation while it runs.
type check struct {
	run    *run
	result Result
}

// check runs a check and adds its result to the report. It does nothing once the run cannot go on.
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
	r.check(operation, name, func(c *check) { c.result.Skipped = reason })
}

// faultf records a fault, unless the check has recorded it already.
func (c *check) faultf(format string, args ...any) {
	for i, arg := range args { // what the deployment said is no line of the report
		switch arg := arg.(type) {
		case string:
			args[i] = wire.Line(arg)
		case error:
			args[i] = wire.Line(arg.Error())
		}
	}
	if fault := fmt.Sprintf(format, args...); !slices.Contains(c.result.Faults, fault) {
		c.result.Faults = append(c.result.Faults, fault)
	}
}

// about records a fault of an answer. A report may be public, so it has no personal data.
func (c *check) about(a answer, format string, args ...any) {
	shown := brief(a.body)
	if a.op != nil && a.op.Extensions["x-personal-data"] == true && a.status == http.StatusOK {
		shown = "(personal data)"
	}
	c.faultf("%s\n%s\n→ %d %s", fmt.Sprintf(format, args...), a.request, a.status, shown)
}

// send sends a request and records what of the answer the contract does not describe. It reports whether there is an
// answer with one of these statuses.
func (c *check) send(q request, statuses ...int) (answer, bool) {
	r := c.run
	if r.err != nil {
		return answer{}, false
	}
	a, err := r.do(q)
	if stop, ok := errors.AsType[unreachable](err); ok {
		r.err = stop.error
		return a, false
	}
	if err != nil {
		c.faultf("there is no answer: %v\n%s", err, q)
		return a, false
	}
	for _, fault := range r.undeclared(a) {
		c.about(a, "%s", fault)
	}
	if !slices.Contains(statuses, a.status) {
		c.about(a, "the status is %d instead of %s", a.status, strings.ReplaceAll(strings.Trim(fmt.Sprint(statuses), "[]"), " ", " or "))
		return a, false
	}
	return a, true
}

// refused sends a request that has to be refused with this status, and with this code unless it is "".
func (c *check) refused(q request, status int, code string) (answer, problem, bool) {
	a, ok := c.send(q, status)
	p := a.problem()
	if ok && code != "" && p.Code != code {
		c.about(a, "the code is %q instead of %s", p.Code, code)
		ok = false
	}
	return a, p, ok
}
