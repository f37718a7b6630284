package problem

import (
	"fmt"
	"strings"

	"github.com/storefront/storefront/server/platform/schema"
)

// Invalid returns a validation problem for a fault that the schema of the body
// cannot express, such as a value that depends on stored data. pointer is the
// JSON Pointer of the value, code the rule (schema.CodeMaximum), detail the
// requirement ("must be at most 100"), and fix one imperative sentence.
func Invalid(pointer, code, detail, fix string) *Error {
	return InvalidBody([]schema.Fault{{Pointer: pointer, Code: code, Detail: detail, Fix: fix}})
}

// InvalidBody returns a validation problem for the faults of a body, of which
// there is at least one. Its detail describes the first fault or, if there is
// one, that of a field that cannot be changed, which has a code of its own when
// it is a slug.
func InvalidBody(faults []schema.Fault) *Error {
	first, code := faults[0], ValidationFailed
	for _, f := range faults {
		if f.Code == schema.CodeImmutable {
			first = f
		}
	}
	if first.Code == schema.CodeImmutable && strings.HasSuffix(first.Pointer, "/slug") {
		code = SlugImmutable
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
