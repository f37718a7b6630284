package server

import (
	"errors"
	"fmt"
	"net/http"

	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/labstack/echo/v4"

	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/problem"
)

// validation is how kin-openapi validates a request. Defaults are filled in by
// the body decoder.
var validation = &openapi3filter.Options{AuthenticationFunc: authorise, KeepValidatedValue: true, SkipSettingDefaults: true}

// validate has kin-openapi validate the request against the route of the
// operation: the scope, the media type, the body. It leaves the body, as handlers
// bind it, in the call.
func (s *Server) validate(op *contract.Operation, next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		r := c.Request()
		in := call.From(r.Context())
		in.Tool, in.Operation = op.Name, op
		v := withhold(r)
		v.Route, v.Options = op.Route, validation
		if err := openapi3filter.ValidateRequest(r.Context(), &v.RequestValidationInput); err != nil {
			return refusal(err, r.Header)
		}
		body, err := validatedBody(r)
		if err != nil {
			return err
		}
		in.Args = body
		v.release()
		return next(c)
	}
}

// refusal turns an error of kin-openapi into a problem. What authorise, the body
// and its decoder refuse with is one already.
func refusal(err error, h http.Header) error {
	refused, _ := errors.AsType[*openapi3filter.RequestError](err)
	if refused != nil && refused.RequestBody != nil {
		if err := checkMediaType(h); err != nil { // it comes first; kin-openapi reads the body before it looks
			return err
		}
	}
	if p, ok := errors.AsType[*problem.Error](err); ok {
		return p
	}
	switch {
	case refused != nil && refused.Parameter != nil:
		return problem.New(problem.ValidationFailed,
			fmt.Sprintf("The %s parameter %s does not match the contract.", refused.Parameter.In, refused.Parameter.Name), "")
	case errors.Is(err, openapi3filter.ErrInvalidRequired):
		return bodyRequired()
	}
	return problem.Internal(err)
}
