package server

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/url"

	"github.com/labstack/echo/v4"

	"github.com/storefront/storefront/server/platform/contract"
)

var jsonHeader = http.Header{"Content-Type": {"application/json"}}

// inside returns a request for an operation that stays in the process.
func inside(ctx context.Context, op *contract.Operation, arguments []byte, header http.Header) *http.Request {
	return (&http.Request{
		Method: http.MethodPost, URL: &url.URL{Path: contract.ToolPath + op.Name}, Header: header,
		Body: io.NopCloser(bytes.NewReader(arguments)), ContentLength: int64(len(arguments)),
	}).WithContext(ctx)
}

// answerInside runs an operation and returns its response. The error is its refusal.
func (s *Server) answerInside(r *http.Request, operation echo.HandlerFunc) ([]byte, error) {
	answer := &recorded{header: http.Header{}}
	c := s.echo.AcquireContext()
	defer s.echo.ReleaseContext(c)
	c.Reset(r, answer)
	if err := operation(c); err != nil {
		return nil, err
	}
	return bytes.TrimRight(answer.body.Bytes(), "\n"), nil
}

// recorded holds the response of an operation.
type recorded struct {
	header http.Header
	body   bytes.Buffer
}

// Header returns the headers of the response, which are not sent.
func (a *recorded) Header() http.Header { return a.header }

// WriteHeader ignores the status: every response that is not an error is 200.
func (a *recorded) WriteHeader(int) {}

func (a *recorded) Write(text []byte) (int, error) { return a.body.Write(text) }
