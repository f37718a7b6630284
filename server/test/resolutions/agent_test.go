package resolutions_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
)

// request is a call as its caller intends it.
type request struct {
	method, path string
	header       http.Header
	args         object
	body         []byte // sent instead of args, by a caller that makes a mistake
	known        object // what else the caller knows, by the name of the field
	done         bool   // the caller learnt that there is nothing to do

	around func(send func() servertest.Reply) servertest.Reply // wraps the first attempt to send it
}

func toolCall(tool string, args object) *request {
	return &request{method: http.MethodPost, path: contract.ToolPath + tool, args: args,
		header: http.Header{"Content-Type": {"application/json"}}}
}

// refusal is a problem with what its resolution says.
type refusal struct {
	problem.Document

	allow string // the header of that name
	next  []problem.Step
}

// agent calls the service and, when it is refused, follows the resolution. It
// knows what it meant to send and nothing about the case.
type agent struct {
	t         testing.TB
	s         *servertest.Server
	key       string
	scopes    map[string]bool     // of its key
	wait      func(time.Duration) // lets time pass
	corrected map[string]bool     // the codes of faults that were corrected
}

func newAgent(t testing.TB, s *servertest.Server) *agent {
	return &agent{
		t: t, s: s, scopes: map[string]bool{}, corrected: map[string]bool{},
		wait: func(time.Duration) { t.Error("there is nothing to wait for") },
	}
}

// ask makes the owner of the shop give the agent a key with one more scope.
func (a *agent) ask(scope string) {
	a.scopes[scope] = true
	a.key = a.s.Key(a.t, strings.Join(slices.Sorted(maps.Keys(a.scopes)), ","))
}

func (a *agent) send(r *request) servertest.Reply {
	a.t.Helper()
	send := func() servertest.Reply {
		return a.s.Do(a.t, strings.TrimPrefix(r.path, contract.ToolPath), a.prepared(r))
	}
	if around := r.around; around != nil {
		r.around = nil
		return around(send)
	}
	return send()
}

func (a *agent) prepared(r *request) *http.Request {
	body := r.body
	if body == nil && r.args != nil {
		body = encoded(a.t, r.args)
	}
	out, err := http.NewRequestWithContext(a.t.Context(), r.method, a.s.URL+r.path, bytes.NewReader(body))
	if err != nil {
		a.t.Fatal(err)
	}
	if out.Header = r.header.Clone(); out.Header == nil {
		out.Header = http.Header{}
	}
	if a.key != "" && out.Header.Get("Authorization") == "" {
		out.Header.Set("Authorization", "Bearer "+a.key)
	}
	if len(body) > 1<<20 {
		out.Header.Set("Expect", "100-continue") // so that a refusal is read before the body is sent
	}
	return out
}

// succeed continues after a response until the call succeeds.
func (a *agent) succeed(r *request, reply servertest.Reply) servertest.Reply {
	a.t.Helper()
	return a.follow(r, reply, func(status int) bool { return status < 300 })
}

// follow continues after a response, following each refusal, until the status is
// good enough.
func (a *agent) follow(r *request, reply servertest.Reply, enough func(status int) bool) servertest.Reply {
	a.t.Helper()
	const patience = 15
	for range patience {
		if enough(reply.Status) {
			return reply
		}
		a.obey(a.read(reply), r)
		if r.done {
			return reply
		}
		reply = a.send(r)
	}
	a.t.Fatalf("%s %s is refused after %d resolutions: %s", r.method, r.path, patience, reply.Body)
	return reply
}

func (a *agent) read(reply servertest.Reply) *refusal {
	a.t.Helper()
	p := &refusal{allow: reply.Header.Get("Allow"), next: a.s.Next(a.t, reply)}
	if err := json.Unmarshal(reply.Body, &p.Document); err != nil {
		a.t.Fatalf("%v: %s", err, reply.Body)
	}
	if len(p.Errors) > 0 {
		a.corrected[p.Errors[0].Code] = true
	}
	return p
}

// call calls another tool and returns its result.
func (a *agent) call(tool string, args object) any {
	a.t.Helper()
	r := toolCall(tool, args)
	var result any
	a.succeed(r, a.send(r)).Result(a.t, &result)
	return result
}

// get reads a document of the service.
func (a *agent) get(path string) (document object) {
	a.t.Helper()
	r := &request{method: http.MethodGet, path: path}
	if err := json.Unmarshal(a.succeed(r, a.send(r)).Body, &document); err != nil {
		a.t.Fatal(err)
	}
	return document
}
