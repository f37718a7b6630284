package servertest

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/problem"
)

// note records that an answer was seen. A problem whose code the response does
// not list is an error: callers may rely on the list.
func (c *conformance) note(name, method, status string, declared *openapi3.Response, r Reply) error {
	seen := []string{name + " " + method + " " + status}
	if r.Header.Get("Content-Type") == problem.MediaType && len(r.Body) > 0 {
		var p problem.Document
		if err := json.Unmarshal(r.Body, &p); err != nil {
			return err
		}
		if listed := codesOf(declared); len(listed) > 0 && !slices.Contains(listed, string(p.Code)) {
			return fmt.Errorf("the code %s is not listed for the status %s; add it in openapi/paths", p.Code, status)
		}
		seen = append(seen, seen[0]+" "+string(p.Code))
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, answer := range seen {
		c.seen[answer] = true
	}
	return nil
}

// codesOf returns the codes that a response lists.
func codesOf(response *openapi3.Response) (codes []string) {
	list, _ := response.Extensions["x-extensible-enum"].([]any)
	for _, code := range list {
		codes = append(codes, fmt.Sprint(code))
	}
	return codes
}

// own are the statuses whose codes depend on the operation. The tests of its
// package see to them; those of walk see to all others, and to the codes of every
// operation.
var (
	own   = []string{"404", "409", "422"}
	ofAll = []problem.Code{problem.ValidationFailed, problem.IdempotencyKeyReused}
)

// EverythingExercised complains, and returns false, when the whole package was
// run and it saw no answer with a status that the contract declares for every
// operation, or for an address.
func EverythingExercised() bool {
	return complete("add calls to server/test/walk", func(op string, isTool bool, status string, _ *openapi3.Response) []string {
		if isTool && (status == "404" || status == "409") {
			return nil
		}
		return []string{op + " " + status}
	})
}

// EveryRefusal returns a function that complains, and returns false, when the
// whole package was run and did not see every code that the contract lists for
// the operations of these groups (the part of a name before the dot) with the
// status 404, 409 or 422; the walk sees to those that every operation has.
func EveryRefusal(groups ...string) func() bool {
	return func() bool {
		return complete("provoke them in a test of this package", func(op string, isTool bool, status string, r *openapi3.Response) (wanted []string) {
			group, _, _ := strings.Cut(op, ".")
			if !isTool || !slices.Contains(own, status) || !slices.Contains(groups, group) {
				return nil
			}
			codes := codesOf(r)
			if i := slices.Index(codes, string(problem.IdempotencyInFlight)); i >= 0 { // what every operation that writes has comes last
				codes = codes[:i]
			}
			for _, code := range codes {
				if !slices.Contains(ofAll, problem.Code(code)) {
					wanted = append(wanted, op+" "+status+" "+code)
				}
			}
			return wanted
		})
	}
}

// complete reports whether all wanted answers were seen, and prints those that
// were not. wanted is called for every response of the contract, with the name
// and the method of its operation, or its path and method.
func complete(advice string, wanted func(op string, isTool bool, status string, r *openapi3.Response) []string) bool {
	for _, narrowed := range []string{"test.run", "test.skip", "test.list", "test.bench", "test.fuzz"} {
		if f := flag.Lookup(narrowed); f != nil && f.Value.String() != "" {
			return true
		}
	}
	c := checker()
	var missing []string
	for path, item := range c.doc.Paths.Map() {
		name, isTool := strings.CutPrefix(path, contract.ToolPath)
		for method, op := range item.Operations() {
			for status, response := range op.Responses.Map() {
				for _, answer := range wanted(name+" "+strings.ToLower(method), isTool, status, response.Value) {
					if !c.exercised(answer) {
						missing = append(missing, answer)
					}
				}
			}
		}
	}
	if len(missing) == 0 {
		return true
	}
	slices.Sort(missing)
	text, _ := json.MarshalIndent(missing, "", "  ")
	fmt.Fprintf(os.Stderr, "the contract declares answers that no test of this package has seen; %s, or remove them from openapi/paths:\n%s\n", advice, text)
	return false
}

// exercised reports whether an answer was seen; its path may have parameters.
func (c *conformance) exercised(answer string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	template, rest, _ := strings.Cut(answer, " ")
	if !strings.Contains(template, "{") {
		return c.seen[answer]
	}
	for seen := range c.seen {
		if path, answered, _ := strings.Cut(seen, " "); answered == rest && isOf(template, path) {
			return true
		}
	}
	return false
}

// isOf reports whether a path is that of the contract with values in place of its parameters.
func isOf(template, path string) bool {
	return slices.EqualFunc(strings.Split(template, "/"), strings.Split(path, "/"), func(of, part string) bool {
		return of == part || strings.HasPrefix(of, "{")
	})
}
