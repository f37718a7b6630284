package server

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"

	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/problem"
)

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
