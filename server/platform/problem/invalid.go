package problem

import (
	"fmt"
	"strings"

	"github.com/storefront/storefront/server/platform/schema"
)

// Invalid refuses a body for a fault that its schema cannot express, such as a
// value that depends on what is stored. pointer is the JSON Pointer of the
// value, code the rule (schema.CodeMaximum), detail what the rule asks for
// ("must be at most 100"), and fix one imperative sentence.
func Invalid(pointer, code, detail, fix string) *Error {
	return InvalidBody([]schema.Fault{{Pointer: pointer, Code: code, Detail: detail, Fix: fix}})
}

// InvalidBody refuses a body for its faults, of which there is at least one. The
// first is told in words, or else the one of a field that cannot be changed.
func InvalidBody(faults []schema.Fault) *Error {
	first, code := faults[0], ValidationFailed
	for _, f := range faults {
		if f.Code == schema.CodeImmutable {
			first, code = f, SlugImmutable
		}
	}
	where := strings.TrimPrefix(first.Pointer, "/")
	if where == "" {
		where = "the body"
	}
	detail := where + " " + first.Detail + "."
	switch {
	case len(faults) == schema.MaxFaults:
		detail += fmt.Sprintf(" There are at least %d faults.", len(faults))
	case len(faults) > 1:
		detail += fmt.Sprintf(" There are %d faults in all.", len(faults))
	}
	p := New(code, detail, first.Fix)
	p.Errors = faults
	return p
}
