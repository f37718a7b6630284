package resolutions_test

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
	"github.com/storefront/storefront/server/test/walk"
)

func TestMain(m *testing.M) { storetest.Main(m) }

type object = servertest.Object

// provoke causes a refusal: it returns who is refused, and for which call.
type provoke func(t *testing.T) (*agent, *request)

// provocations are ways to each problem of the catalogue.
var provocations = []map[problem.Code]map[string]provoke{aboutCalls, aboutThings, aboutState, aboutLimits, aboutFaults, aboutBodies, aboutRepetitions, aboutCarts, aboutCartVariants, aboutKeys, aboutApprovals, aboutPayments}

// The steps of every resolution are carried out, by a caller that knows nothing
// else, until the call succeeds.
func TestEveryResolutionLeadsToSuccess(t *testing.T) {
	t.Parallel()
	for code := range problem.Catalogue {
		ways := 0
		for _, about := range provocations {
			for name, way := range about[code] {
				ways++
				t.Run(string(code)+"/"+name, func(t *testing.T) {
					t.Parallel()
					a, r := way(t)
					reply := a.send(r)
					reply.Problem(t, code)
					a.succeed(r, reply)
				})
			}
		}
		if ways == 0 && code != problem.RestOnly { // which is said over MCP alone
			t.Errorf("no case provokes %s: add one to server/test/resolutions/*_cases_test.go", code)
		}
	}
}

// For every bad value of every field of every operation, the resolutions lead to
// a valid body, one fault after the other.
func TestEveryFaultOfABodyCanBeFixed(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	a := newAgent(t, s)
	a.key = s.Key(t, "owner")
	for _, op := range s.Contract.Tools() {
		example := walk.Example(t, op.Name)
		for _, field := range walk.Fields(op.Name) {
			bad := field.BadValues()
			for _, kind := range slices.Sorted(maps.Keys(bad)) {
				a.mend(op.Name, field.Replaced(t, example, bad[kind]))
			}
		}
		a.mend(op.Name, walk.UnknownField)
	}
	for code := range a.corrected {
		_, ok := faultyBodies[code]
		_, isProblem := problem.Catalogue[problem.Code(code)] // of an item: TestEveryResolutionLeadsToSuccess has its cases
		if !ok && !isProblem {
			t.Errorf("the fault %s has no case of its own: add one to server/test/resolutions/bodies_cases_test.go", code)
		}
	}
}

// mend sends a body and follows the resolutions until it is valid for the
// operation.
func (a *agent) mend(tool string, body []byte) {
	a.t.Helper()
	r := toolCall(tool, exactly[object](a.t, body))
	a.follow(r, a.send(r), func(status int) bool { return status != 422 })
}

// The service says what the examples of problems in the contract say, with names in place of <scope> and the like.
func TestTheExamplesOfProblemsAreSaid(t *testing.T) {
	t.Parallel()
	for name, response := range servertest.Document().Components.Responses {
		media := response.Value.Content[problem.MediaType]
		if media == nil {
			continue // 304
		}
		for _, example := range media.Examples {
			document := asObject(example.Value.Value)
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				if !said(t, problem.Code(textOf(document["code"])), textOf(document["resolution"])) {
					t.Errorf("no case provokes a %v that says %q", document["code"], document["resolution"])
				}
			})
		}
	}
}

var placeholder = regexp.MustCompile(`<(scope|tool|fields)>`)

// said reports whether one of the ways to a problem leads to a resolution, apart from
// the scopes that the caller lacks.
func said(t *testing.T, code problem.Code, resolution string) bool {
	t.Helper()
	for _, about := range provocations {
		for _, way := range about[code] {
			a, r := way(t)
			reply := a.send(r)
			a.succeed(r, reply)
			words := reply.Problem(t, code).Resolution
			for _, scope := range contract.Scopes {
				words = strings.ReplaceAll(words, " (which needs the scope "+scope+")", "")
			}
			if regexp.MustCompile("^" + placeholder.ReplaceAllString(regexp.QuoteMeta(resolution), ".+") + "$").MatchString(words) {
				return true
			}
		}
	}
	return false
}

// The actions of the catalogue name no other operations than their steps.
func TestTheCatalogueSaysItsSteps(t *testing.T) {
	t.Parallel()
	for code, kind := range problem.Catalogue {
		if err := servertest.Agrees(kind.Action, problem.New(code, "", "").Next()); err != nil {
			t.Errorf("%s: %q: %v", code, kind.Action, err)
		}
	}
}
