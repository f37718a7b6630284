package server

import (
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/problem"
)

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
