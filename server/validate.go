package server

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strings"
	"sync"

	"github.com/getkin/kin-openapi/openapi3"
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
		v := deferBody(r)
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

// deferredBody is a request that kin-openapi validates without its body: otherwise
// kin-openapi would read the body before it calls the AuthenticationFunc.
type deferredBody struct {
	openapi3filter.RequestValidationInput
	body io.Reader
	give func() (io.ReadCloser, error) // returns the request itself, as a body
}

// Validation runs for every call, so its memory is reused.
var spares = sync.Pool{New: func() any {
	v := new(deferredBody)
	v.give = func() (io.ReadCloser, error) { return v, nil }
	return v
}}

// deferBody takes the body out of the request. kin-openapi calls GetBody to
// restore a body that it has read, and gets it that way.
func deferBody(r *http.Request) *deferredBody {
	v := spares.Get().(*deferredBody)
	v.Request, v.body = r, r.Body
	r.Body, r.GetBody = nil, v.give
	return v
}

// release returns v to the pool. After a refusal v is left to the garbage
// collector, because the error may refer to it.
func (v *deferredBody) release() {
	v.Request.Body, v.Request.GetBody = http.NoBody, nil
	*v = deferredBody{give: v.give}
	spares.Put(v)
}

// Read reads the body. An error is a problem.
func (v *deferredBody) Read(p []byte) (int, error) {
	n, err := v.body.Read(p)
	if err == nil || errors.Is(err, io.EOF) {
		return n, err
	}
	return n, unreadable(err)
}

// Close leaves the body open: net/http closes it after the response, and would
// block here until it has read the rest of a body that is too large.
func (*deferredBody) Close() error { return nil }

// registerDecoder makes kin-openapi decode JSON bodies with decodeBody. Its
// decoders are global to the process, so this may be called for each server.
func registerDecoder() { openapi3filter.RegisterBodyDecoder("application/json", decodeBody) }

// decodedBody is the body of a call: the bytes, then the form that handlers
// bind.
type decodedBody struct {
	text []byte
	args json.RawMessage
}

// decodeBody decodes and validates a body with the compiled schema of its
// operation. For a schema that is not part of an operation it does what
// kin-openapi does by default.
func decodeBody(body io.Reader, h http.Header, ref *openapi3.SchemaRef, encoding openapi3filter.EncodingFn) (any, error) {
	request := contract.RequestOf(ref)
	if request == nil {
		return openapi3filter.JSONBodyDecoder(body, h, ref, encoding)
	}
	if err := checkMediaType(h); err != nil {
		return nil, err
	}
	d := new(decodedBody)
	if _, err := io.Copy(d, body); err != nil {
		return nil, err
	}
	args, faults, err := request.Check(d.text)
	if err != nil {
		return nil, invalidJSON(err)
	}
	if len(faults) > 0 {
		return nil, problem.InvalidBody(faults)
	}
	d.args = args
	return d, nil
}

// Write keeps the text without a copy: kin-openapi passes the whole of it at
// once, in memory to which it does not write again.
func (d *decodedBody) Write(p []byte) (int, error) {
	if d.text == nil {
		d.text = p
	} else {
		d.text = append(d.text[:len(d.text):len(d.text)], p...)
	}
	return len(p), nil
}

// validatedBody returns the body of a request that kin-openapi has validated.
func validatedBody(r *http.Request) (json.RawMessage, error) {
	if body, ok := r.Body.(interface{ ValidatedValue() any }); ok {
		if d, ok := body.ValidatedValue().(*decodedBody); ok {
			return d.args, nil
		}
	}
	return nil, errors.New("kin-openapi validated no body")
}

// checkQuery refuses a query with a parameter that the address does not have, or
// with a wrong value, as the contract says: a mistyped name that was silently
// ignored would mislead the caller. Pages, and files for crawlers, ignore
// parameters that they do not know.
func (s *Server) checkQuery(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		q := s.contract.Query(c.Path())
		if q == nil || c.Request().URL.RawQuery == "" {
			return next(c)
		}
		if faults := q.Check(c.Request().URL.RawQuery); len(faults) > 0 {
			return problem.InvalidBody(faults)
		}
		return next(c)
	}
}

// limitBody refuses a body whose Content-Length is too large.
func (s *Server) limitBody(_ *contract.Operation, next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		r := c.Request()
		if r.ContentLength > contract.MaxBody {
			return tooLarge()
		}
		r.Body = http.MaxBytesReader(c.Response(), r.Body, contract.MaxBody)
		return next(c)
	}
}

func tooLarge() error {
	return problem.New(problem.BodyTooLarge, "The body is larger than 1 MiB.", "")
}

func checkMediaType(h http.Header) error {
	declared, encoding := h.Get("Content-Type"), h.Get("Content-Encoding")
	if encoding != "" && !strings.EqualFold(encoding, "identity") {
		return problem.New(problem.UnsupportedMediaType, fmt.Sprintf("The Content-Encoding %.60q is not supported.", encoding),
			"Send the body without a Content-Encoding.").Then(problem.Send{Header: "Content-Encoding"})
	}
	if declared == "application/json" {
		return nil
	}
	media, params, err := mime.ParseMediaType(declared)
	charset := params["charset"]
	if err != nil || media != "application/json" || charset != "" && !strings.EqualFold(charset, "utf-8") {
		return problem.New(problem.UnsupportedMediaType, fmt.Sprintf("The Content-Type is %.60q.", declared), `Send "Content-Type: application/json".`)
	}
	return nil
}

func readAll(r *http.Request) ([]byte, error) {
	size := r.ContentLength
	if size < 0 {
		size = 512
	}
	body := make([]byte, 0, size+1)
	for {
		n, err := r.Body.Read(body[len(body):cap(body)])
		body = body[:len(body)+n]
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, unreadable(err)
		}
		if len(body) == cap(body) {
			body = append(body, 0)[:len(body)]
		}
	}
	if len(body) == 0 {
		return nil, bodyRequired()
	}
	return body, nil
}

// unreadable returns why a body could not be read.
func unreadable(err error) error {
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return tooLarge()
	}
	return problem.New(problem.InvalidJSON, "The body could not be read completely.", "")
}

func bodyRequired() error {
	return problem.New(problem.BodyRequired, "The call has no body.", "")
}

func invalidJSON(err error) error {
	return problem.New(problem.InvalidJSON, "The body is not one JSON object: "+err.Error()+".", "")
}
