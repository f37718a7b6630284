package schema

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
)

// kin-openapi is a second independent validator: its visitor for documents of
// OpenAPI 3.0 shares no code with the other one. Check refuses everything that
// it refuses; what only Check refuses is listed here.

// beyondKin is what kin-openapi does not enforce in a 3.0 document. Keywords
// that it ignores and Compile refuses anyway (const, patternProperties,
// prefixItems, if/then/else, unevaluated…) cannot differ.
var beyondKin = []struct {
	what, why string
	is        func(f Fault, body []byte) bool
}{
	{"propertyNames", "OpenAPI 3.0 does not have it",
		func(f Fault, _ []byte) bool { return strings.HasPrefix(f.Detail, "has a name ") }},
	{"NUL in an open object", "its members have no schema with a pattern; Check refuses NUL in every text",
		func(f Fault, _ []byte) bool { return f.Code == CodeNUL && strings.Contains(f.Pointer, "/props/") }},
	{"format", "email and uri are checked only where a program registers them",
		func(f Fault, _ []byte) bool { return f.Code == CodeFormat }},
	{"type integer, exactly", "numbers are compared as float64, for which 1E-400 is 0",
		func(f Fault, body []byte) bool { return f.Code == CodeType && bytes.Contains(body, []byte("1E-400")) }},
	{"not, of lists with null", "it takes no null in a list whose items may be anything, so that not excludes no such list",
		func(f Fault, body []byte) bool {
			return f.Code == CodeType && strings.HasPrefix(f.Pointer, "/attributes/") && bytes.Contains(body, []byte("null"))
		}},
}

// compareKin compares the results of Check and kin-openapi for a body, and
// returns what only Check refuses.
func compareKin(t *testing.T, op operation, body, out []byte, faults []Fault) (beyond []string) {
	t.Helper()
	if len(faults) == 0 {
		if err := kinVerdict(t, op, decoded(t, out)); err != nil {
			t.Errorf("%s is kept as %s, which kin-openapi refuses: %v", brief(string(body)), brief(string(out)), err)
		}
		return nil
	}
	value := decoded(t, body)
	if kinVerdict(t, op, normal(value)) != nil || kinVerdict(t, op, value) != nil {
		return nil
	}
	for _, f := range faults {
		what := ruleBeyondKin(f, body)
		if what == "" {
			t.Errorf("%s: kin-openapi accepts it, and Check refuses it: %q", brief(string(body)), codes(faults))
			continue
		}
		beyond = append(beyond, kinIgnores+what)
	}
	return beyond
}

const kinIgnores = "refused, and kin-openapi does not enforce: "

func ruleBeyondKin(f Fault, body []byte) string {
	for _, b := range beyondKin {
		if b.is(f, body) {
			return b.what
		}
	}
	return ""
}

// listedBeyondKin checks that every line of beyondKin is needed.
func listedBeyondKin(t *testing.T, meant map[string]int) {
	t.Helper()
	for _, b := range beyondKin {
		if meant[kinIgnores+b.what] == 0 {
			t.Errorf("kin-openapi and Check agree about %s: take it off the list (it said: %s)", b.what, b.why)
		}
	}
}

// kinVerdict validates a decoded value as ValidateRequest does for a document
// with version 3.0.3.
func kinVerdict(t *testing.T, op operation, value any) error {
	t.Helper()
	err := op.raw.VisitJSON(value, openapi3.VisitAsRequest())
	if _, ok := errors.AsType[*openapi3.SchemaError](err); err != nil && !ok {
		t.Errorf("kin-openapi could not validate: %v", err)
	}
	return err
}
