// Package problem is the boundary between errors inside the service and what a
// caller is told. Every refusal is an *Error; one writer turns it into a problem
// document.
package problem

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/storefront/storefront/server/platform/schema"
	"github.com/storefront/storefront/server/platform/wire"
)

// Error is a refusal with everything that the caller is told.
type Error struct {
	Code       Code
	Detail     string // what happened in this call
	Resolution string // one imperative sentence
	Cause      error  // for the log only
	next       []Step // what the resolution says, as data

	Missing          Thing // what is not there, if it can have been deleted
	Errors           []schema.Fault
	Allowed          []string   // legal next statuses, with IllegalTransition; ids of variants, with VariantRequired
	Conflicts        []Conflict // with RevertConflict
	OrderIDs         []string   // with OpenOrders
	Limit            *Limit     // with BeyondLimit and ApprovalRequired
	ApprovalID       string     // with ApprovalRequired and ApprovalRejected
	RequiredScope    string
	ViolatedPolicies []string
	RetryAfter       time.Duration
}

// Thing is what a call names, by a field that the thing has.
type Thing struct{ Type, Field, Name string } // the type is that of the audit

// Of sets the thing that is missing, and returns the problem.
func (e *Error) Of(kind, field, name string) *Error {
	e.Missing = Thing{kind, field, name}
	return e
}

// Conflict is a field that is not as a write left it.
type Conflict struct {
	Path       string     `json:"path"` // a JSON Pointer
	Expected   any        `json:"expected"`
	Current    any        `json:"current"`
	ChangedBy  *ChangedBy `json:"changedBy,omitempty"`
	AuditLogID string     `json:"auditLogId,omitempty"` // of the write, where a call is about several
}

// ChangedBy is the entry of the audit that last changed a field.
type ChangedBy struct {
	AuditLogID string    `json:"auditLogId"`
	At         wire.Time `json:"at"`
	ActorName  string    `json:"actorName"`
}

// Limit is what a key may do at most.
type Limit struct {
	Name  string `json:"name"`
	Value int64  `json:"value"`
	Left  int64  `json:"left"` // of the value, before the call
}

// New returns a problem with the code. If resolution is empty, the one of the
// catalogue is used.
func New(code Code, detail, resolution string) *Error {
	return &Error{Code: code, Detail: detail, Resolution: resolution}
}

// Newf is New with the detail formatted and the catalogue's resolution.
func Newf(code Code, format string, args ...any) *Error {
	return New(code, fmt.Sprintf(format, args...), "")
}

// Internal returns an internal_error. cause is logged and never shown to the
// caller.
func Internal(cause error) *Error {
	return &Error{Code: InternalError, Detail: "The operation could not be carried out.", Cause: cause}
}

// Away returns the problem for a database that cannot be reached.
func Away(cause error) *Error {
	return &Error{Code: Unavailable, Detail: "The service cannot reach its database right now.", RetryAfter: time.Second, Cause: cause}
}

// From returns err as a problem; an error that is not a problem becomes an
// internal_error.
func From(err error) *Error {
	if p, ok := errors.AsType[*Error](err); ok {
		return p
	}
	return Internal(err)
}

// Kind returns the catalogue's entry for the code.
func (e *Error) Kind() Kind { return Catalogue[e.Code] }

// Advice returns what to do: the resolution, or else that of the catalogue.
func (e *Error) Advice() string { return cmp.Or(e.Resolution, e.Kind().Action) }

// Status returns the HTTP status.
func (e *Error) Status() int { return e.Kind().Status }

func (e *Error) Error() string {
	if e.Cause != nil {
		return fmt.Sprintf("%s: %s: %v", e.Code, e.Detail, e.Cause)
	}
	return fmt.Sprintf("%s: %s", e.Code, e.Detail)
}

func (e *Error) Unwrap() error { return e.Cause }

// Invalid returns a validation problem for a fault that the schema of the body
// cannot express, such as a value that depends on stored data. pointer is the
// JSON Pointer of the value, code the rule (schema.CodeMaximum), detail the
// requirement ("must be at most 100"), fix one imperative sentence, and correction what
// that says, of the value at the pointer.
func Invalid(pointer, code, detail, fix string, correction schema.Correction) *Error {
	return InvalidBody([]schema.Fault{{Pointer: pointer, Code: code, Detail: detail, Fix: fix, Correction: correction}})
}

// About returns the refusal of a part of a call as that of the call. The detail begins with what the part is; without its faults,
// whose pointers are into the part.
func (e *Error) About(part string) *Error {
	whole := *e
	whole.Detail, whole.Errors = part+": "+e.Detail, nil
	return &whole
}

// DryRun reports whether a call is a dry run, and refuses one that does not say whether it is or is meant.
func DryRun(dryRun, confirm *bool) (bool, error) {
	dry, meant := dryRun != nil && *dryRun, confirm != nil
	switch {
	case dry && meant:
		return dry, Invalid("/dryRun", schema.CodeUnknownField, "must be left out beside confirm", `Remove "dryRun" from the body.`,
			schema.Correction{Do: schema.Remove})
	case !dry && !meant:
		return dry, Invalid("/confirm", schema.CodeRequired, "is required unless dryRun is true", `Add "confirm" to the body, as true.`,
			schema.Correction{Do: schema.Set, Value: "true"})
	}
	return dry, nil
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
	correction := first.Correction
	if correction.At == "" {
		correction.At = first.Pointer
	}
	return p.Then(Correct(correction))
}
