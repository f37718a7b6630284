package server

import (
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/problem"
)

// maxBody is the largest body that is read, in bytes.
const maxBody = 1 << 20

// limitBody refuses a body that says that it is too large.
func (s *Server) limitBody(_ *contract.Operation, next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		r := c.Request()
		if r.ContentLength > maxBody {
			return tooLarge()
		}
		r.Body = http.MaxBytesReader(c.Response(), r.Body, maxBody)
		return next(c)
	}
}

func tooLarge() error {
	return problem.New(problem.BodyTooLarge, "The body is larger than 1 MiB.", "")
}

// readBody reads the body, holds it against the operation's schema and leaves
// it, as handlers bind it, in the call.
func (s *Server) readBody(op *contract.Operation, next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if err := checkMediaType(c.Request().Header); err != nil {
			return err
		}
		body, err := readAll(c.Request())
		if err != nil {
			return err
		}
		args, faults, err := op.Request.Check(body)
		if err != nil {
			return invalidJSON(err)
		}
		if len(faults) > 0 {
			return problem.InvalidBody(faults)
		}
		call.From(c.Request().Context()).Args = args
		return next(c)
	}
}

func checkMediaType(h http.Header) error {
	declared, encoding := h.Get("Content-Type"), h.Get("Content-Encoding")
	if encoding != "" && !strings.EqualFold(encoding, "identity") {
		return problem.New(problem.UnsupportedMediaType, fmt.Sprintf("The Content-Encoding %.60q is not supported.", encoding),
			"Send the body without a Content-Encoding.")
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
		if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
			return nil, tooLarge()
		}
		if err != nil {
			return nil, problem.New(problem.InvalidJSON, "The body could not be read to its end.", "")
		}
		if len(body) == cap(body) {
			body = append(body, 0)[:len(body)]
		}
	}
	if len(body) == 0 {
		return nil, problem.New(problem.BodyRequired, "The call has no body.", "")
	}
	return body, nil
}

func invalidJSON(err error) error {
	return problem.New(problem.InvalidJSON, "The body is not one JSON object: "+err.Error()+".", "")
}
