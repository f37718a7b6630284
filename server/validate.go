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

// validation returns how kin-openapi validates a request. The body decoder fills
// in defaults.
func (s *Server) validation() *openapi3filter.Options {
	return &openapi3filter.Options{AuthenticationFunc: s.authorise, KeepValidatedValue: true, SkipSettingDefaults: true}
}

// validate lets kin-openapi validate the request against the route of the
// operation: the scope, the media type, the body. It stores the body, in the
// form that handlers bind, in the call.
func (s *Server) validate(op *contract.Operation, next echo.HandlerFunc) echo.HandlerFunc {
	options := s.validation()
	return func(c echo.Context) error {
		r := c.Request()
		in := call.From(r.Context())
		in.Tool, in.Operation = op.Name, op
		v := withhold(r)
		v.Route, v.Options = op.Route, options
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

// refusal turns an error of kin-openapi into a problem. Errors of authorise, of
// the body and of its decoder are problems already.
func refusal(err error, h http.Header) error {
	refused, _ := errors.AsType[*openapi3filter.RequestError](err)
	if refused != nil && refused.RequestBody != nil {
		if err := checkMediaType(h); err != nil { // checked first; kin-openapi reads the body before it checks the media type
			return err
		}
	}
	if p, ok := errors.AsType[*problem.Error](err); ok {
		return p
	}
	switch {
	case refused != nil && refused.Parameter != nil && refused.Parameter.Name == idempotencyKey:
		if _, err := idempotencyValue(h[idempotencyKey]); err != nil {
			return err
		}
	case refused != nil && refused.Parameter != nil:
		return problem.New(problem.ValidationFailed,
			fmt.Sprintf("The %s parameter %s does not match the contract.", refused.Parameter.In, refused.Parameter.Name), "")
	case errors.Is(err, openapi3filter.ErrInvalidRequired):
		return bodyRequired()
	}
	return problem.Internal(err)
}
