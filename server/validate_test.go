package server_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"

	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
)

// firstStatus announces a body without sending it, and returns the first status:
// 100 when the service asks for the body.
func firstStatus(t *testing.T, s *servertest.Server, key, tool string) int {
	t.Helper()
	conn, err := net.Dial("tcp", strings.TrimPrefix(s.URL, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	_, err = fmt.Fprintf(conn, "POST %s%s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\n"+
		"Content-Length: 2\r\nExpect: 100-continue\r\n\r\n", contract.ToolPath, tool, key)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	return resp.StatusCode
}

func TestTheBodyOfACallThatIsNotAllowedIsNotRead(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	orders, products := s.Key(t, "orders:read"), s.Key(t, "products:write")
	for _, c := range []struct {
		key, tool string
		want      int
	}{
		{orders, "orders.list", http.StatusContinue},
		{products, "orders.list", http.StatusForbidden},
		{products, "products.search", http.StatusForbidden}, // allowed for anonymous callers, but not for a key without the scope
	} {
		if got := firstStatus(t, s, c.key, c.tool); got != c.want {
			t.Errorf("%s: the first status is %d, want %d", c.tool, got, c.want)
		}
	}
}

func TestTheMediaTypeComesBeforeTheBody(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	huge := strings.Repeat(" ", 1<<20+1)
	for _, c := range []struct {
		mediaType, encoding, body string
		code                      problem.Code
	}{
		{"", "", "", problem.UnsupportedMediaType},
		{"text/plain", "", "", problem.UnsupportedMediaType},
		{"text/plain", "", huge, problem.UnsupportedMediaType},
		{"text/plain", "", "{", problem.UnsupportedMediaType},
		{"application/json; charset=latin1", "", "{", problem.UnsupportedMediaType},
		{"application/json;;", "", "{}", problem.UnsupportedMediaType},
		{"application/problem+json", "", "{}", problem.UnsupportedMediaType},
		{"application/json", "gzip", "", problem.UnsupportedMediaType},
		{"application/json", "", "", problem.BodyRequired},
		{"Application/JSON; Charset=UTF-8", "identity", "{", problem.InvalidJSON},
		{"application/json", "", huge, problem.BodyTooLarge},
		{"application/json", "", `{"limit":0}`, problem.ValidationFailed},
	} {
		r := s.Request(t, "", "products.search", nil)
		r.Body, r.ContentLength = io.NopCloser(strings.NewReader(c.body)), -1 // chunked: its size is known only when it is read
		r.Header.Set("Content-Type", c.mediaType)
		r.Header.Set("Content-Encoding", c.encoding)
		s.Do(t, "products.search", r).Problem(t, c.code)
	}
}

// changing returns a contract with a change in an operation.
func changing(t *testing.T, tool string, change func(doc, operation object)) func([]byte) []byte {
	return func(document []byte) []byte {
		var doc object
		if err := json.Unmarshal(document, &doc); err != nil {
			t.Fatal(err)
		}
		change(doc, doc["paths"].(object)[contract.ToolPath+tool].(object)["post"].(object))
		text, err := json.Marshal(doc)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
}

func TestTwoServersInAProcessHaveAContractEach(t *testing.T) {
	t.Parallel()
	short := servertest.New(t, servertest.Options{Contract: changing(t, "products.search", func(doc, _ object) {
		request := doc["components"].(object)["schemas"].(object)["ProductsSearchRequest"].(object)
		request["properties"].(object)["q"].(object)["maxLength"] = 3
	})})
	usual := servertest.Borrow(t, servertest.Demo)
	for range 2 {
		short.Refused(t, "", "products.search", object{"q": "solbriller"}, problem.ValidationFailed)
		usual.OK(t, "", "products.search", object{"q": "solbriller"}, nil)
	}
}

func TestAParameterThatTheContractDescribesIsValidated(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{Contract: changing(t, "products.search", func(_, operation object) {
		operation["parameters"] = []any{object{
			"name": "Shop-Floor", "in": "header", "required": true, "schema": object{"type": []any{"integer", "null"}, "maximum": 3},
		}}
	})})
	for floor, ok := range map[string]bool{"": false, "2": true, "4": false, "attic": false} {
		r := s.Request(t, "", "products.search", []byte(`{}`))
		if floor != "" {
			r.Header.Set("Shop-Floor", floor)
		}
		reply := s.Do(t, "products.search", r)
		if ok {
			if reply.Status != http.StatusOK {
				t.Errorf("floor %s: %d %s", floor, reply.Status, reply.Body)
			}
			continue
		}
		if p := reply.Problem(t, problem.ValidationFailed); p.Detail != "The header parameter Shop-Floor does not match the contract." {
			t.Errorf("floor %q: %s", floor, p.Detail)
		}
	}
}

// The decoders of kin-openapi are global to the process: another document is
// validated as if no server were running.
func TestOtherDocumentsAreDecodedAsBefore(t *testing.T) {
	t.Parallel()
	servertest.Borrow(t, servertest.Demo)
	body := openapi3.NewRequestBody().WithRequired(true).WithJSONSchema(openapi3.NewObjectSchema().WithProperty("n", openapi3.NewIntegerSchema()))
	operation := &openapi3.Operation{RequestBody: &openapi3.RequestBodyRef{Value: body}}
	route := &routers.Route{Spec: &openapi3.T{OpenAPI: "3.0.3"}, PathItem: &openapi3.PathItem{Post: operation}, Operation: operation}
	for text, want := range map[string]bool{`{"n":1}`: true, `{"n":1,"n":2}`: true, `{"n":"1"}`: false, `{`: false} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/", bytes.NewReader([]byte(text)))
		r.Header.Set("Content-Type", "application/json")
		err := openapi3filter.ValidateRequest(t.Context(), &openapi3filter.RequestValidationInput{Request: r, Route: route})
		if (err == nil) != want {
			t.Errorf("%s: %v", text, err)
		}
	}
}
