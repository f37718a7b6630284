package server

import (
	"errors"
	"io"
	"net/http"
	"sync"

	"github.com/getkin/kin-openapi/openapi3filter"
)

// withheld is a request that kin-openapi validates without its body: otherwise
// kin-openapi would read the body before it calls the AuthenticationFunc.
type withheld struct {
	openapi3filter.RequestValidationInput
	body io.Reader
	give func() (io.ReadCloser, error) // returns the withheld itself, as a body
}

// Validation runs for every call, so its memory is reused.
var spares = sync.Pool{New: func() any {
	v := new(withheld)
	v.give = func() (io.ReadCloser, error) { return v, nil }
	return v
}}

// withhold takes the body out of the request. kin-openapi calls GetBody to
// restore a body that it has read, and gets it that way.
func withhold(r *http.Request) *withheld {
	v := spares.Get().(*withheld)
	v.Request, v.body = r, r.Body
	r.Body, r.GetBody = nil, v.give
	return v
}

// release returns v to the pool. After a refusal v is left to the garbage
// collector, because the error may refer to it.
func (v *withheld) release() {
	v.Request.Body, v.Request.GetBody = http.NoBody, nil
	*v = withheld{give: v.give}
	spares.Put(v)
}

// Read reads the body. An error is a problem.
func (v *withheld) Read(p []byte) (int, error) {
	n, err := v.body.Read(p)
	if err == nil || errors.Is(err, io.EOF) {
		return n, err
	}
	return n, unreadable(err)
}

// Close leaves the body open: net/http closes it after the response, and would
// block here until it has read the rest of a body that is too large.
func (*withheld) Close() error { return nil }
