package server

import (
	"errors"
	"io"
	"net/http"
	"sync"

	"github.com/getkin/kin-openapi/openapi3filter"
)

// withheld is a request that kin-openapi validates, with its body kept aside:
// kin-openapi would read it before it calls the AuthenticationFunc.
type withheld struct {
	openapi3filter.RequestValidationInput
	body io.Reader
	give func() (io.ReadCloser, error) // returns the withheld itself, as a body
}

// Validation is on the path of every call: what it needs is used again.
var spares = sync.Pool{New: func() any {
	v := new(withheld)
	v.give = func() (io.ReadCloser, error) { return v, nil }
	return v
}}

// withhold takes the body out of the request. GetBody, from which kin-openapi
// refills a body that it has read, gives it back.
func withhold(r *http.Request) *withheld {
	v := spares.Get().(*withheld)
	v.Request, v.body = r, r.Body
	r.Body, r.GetBody = nil, v.give
	return v
}

// release ends the use of v. After a refusal v is left to the garbage collector,
// because the error may refer to it.
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

// Close leaves the body open: net/http closes it once the answer is sent, and
// would wait here for the rest of one that is too large.
func (*withheld) Close() error { return nil }
