// Package problem is the border between errors inside the service and what a
// caller is told. Every refusal is an *Error; one writer turns it into a
// problem document.
package problem

import (
	"errors"
	"fmt"
	"time"

	"github.com/storefront/storefront/server/platform/schema"
)

// Error is a refusal with what the caller may know of it.
type Error struct {
	Code       Code
	Detail     string // what happened in this call
	Resolution string // one imperative sentence
	Cause      error  // for the log alone

	Errors           []schema.Fault
	Allowed          []string // legal next statuses, with IllegalTransition
	RequiredScope    string
	ViolatedPolicies []string
	RetryAfter       time.Duration
}

// New returns a problem of the code. An empty resolution stands for the one of
// the catalogue.
func New(code Code, detail, resolution string) *Error {
	return &Error{Code: code, Detail: detail, Resolution: resolution}
}

// Newf is New with the detail formatted and the catalogue's resolution.
func Newf(code Code, format string, args ...any) *Error {
	return New(code, fmt.Sprintf(format, args...), "")
}

// Internal hides cause, which goes to the log, behind an internal_error.
func Internal(cause error) *Error {
	return &Error{Code: InternalError, Detail: "The operation could not be carried out.", Cause: cause}
}

// Away says that the database cannot be reached.
func Away(cause error) *Error {
	return &Error{Code: Unavailable, Detail: "The service cannot reach its database right now.", RetryAfter: time.Second, Cause: cause}
}

// From returns err as a problem; one that is none is an internal_error.
func From(err error) *Error {
	if p, ok := errors.AsType[*Error](err); ok {
		return p
	}
	return Internal(err)
}

// Kind returns what the catalogue says of the code.
func (e *Error) Kind() Kind { return Catalogue[e.Code] }

// Status returns the HTTP status.
func (e *Error) Status() int { return e.Kind().Status }

func (e *Error) Error() string {
	if e.Cause != nil {
		return fmt.Sprintf("%s: %s: %v", e.Code, e.Detail, e.Cause)
	}
	return fmt.Sprintf("%s: %s", e.Code, e.Detail)
}

func (e *Error) Unwrap() error { return e.Cause }
