package resolutions_test

import (
	"bytes"
	"net/http"
	"strings"
	"testing"

	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
)

// onDemo is a call to the demo shop by a caller whose key has these scopes,
// modified by the mistake of the caller.
func onDemo(scopes string, r *request, wrong func(r *request)) provoke {
	return func(t *testing.T) (*agent, *request) {
		a := newAgent(t, servertest.Borrow(t, servertest.Demo))
		for scope := range strings.FieldsSeq(scopes) {
			a.ask(scope)
		}
		sent := *r
		sent.header, sent.args = r.header.Clone(), servertest.With(r.args, nil)
		if wrong != nil {
			wrong(&sent)
		}
		return a, &sent
	}
}

var (
	aRead  = toolCall("products.get", object{"slug": "round-metal"})
	aList  = toolCall("orders.list", object{})
	aWrite = toolCall("products.create", servertest.NewProduct("ny"))

	aSignIn  = &request{method: http.MethodPost, path: "/admin/session", header: http.Header{"Content-Type": {"application/json"}}, args: object{}}
	aRenewal = &request{method: http.MethodPost, path: "/admin/session/renew", header: aSignIn.header, args: object{}}

	aMessage = &request{method: http.MethodPost, path: "/api/mcp", header: http.Header{"Content-Type": {"application/json"}},
		args: object{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}}
)

// aboutCalls are the problems of the call itself: its bytes, key and address.
var aboutCalls = map[problem.Code]map[string]provoke{
	problem.InvalidJSON: {
		"twice": onDemo("", aRead, func(r *request) { r.body = []byte(`{"slug":"round-metal","slug":"cat-eye"}`) }),
		"cut":   onDemo("", aRead, func(r *request) { r.body = []byte(`{"slug":`) }),
	},
	problem.BodyRequired: {
		"none": onDemo("", aRead, func(r *request) { r.body = []byte{} }),
	},
	problem.AuthenticationRequired: {
		"no key": onDemo("", aList, nil),
	},
	problem.InvalidKey: {
		"a guess":              onDemo("", aWrite, func(r *request) { r.header.Set("Authorization", "Bearer sfk_guess") }),
		"another guess":        onDemo("", aList, func(r *request) { r.header.Set("Authorization", "Bearer sfk_guess") }),
		"where none is needed": onDemo("", aRead, func(r *request) { r.header.Set("Authorization", "Basic YTpi") }),
	},
	problem.InvalidCode: {
		"a guess": onDemo("", aSignIn, func(r *request) { r.args["code"] = "GUESS" }),
	},
	problem.SessionExpired: {
		"no cookie": onDemo("catalog:read", aRenewal, nil),
	},
	problem.InsufficientScope: {
		"another one": onDemo("catalog:read", aList, nil),
		"no writing":  onDemo("catalog:read", aWrite, nil),
	},
	problem.OriginNotAllowed: {
		"a page":                 onDemo("", aMessage, func(r *request) { r.header.Set("Origin", "https://elsewhere.example") }),
		"a page, of the console": onDemo("catalog:read", aSignIn, func(r *request) { r.header.Set("Sec-Fetch-Site", "cross-site") }),
	},
	problem.NotAcceptable: {
		"a stream alone": onDemo("", aMessage, func(r *request) { r.header.Set("Accept", "text/event-stream") }),
	},
	problem.EndpointNotFound: {
		"another version": onDemo("", aRead, func(r *request) { r.path = strings.Replace(r.path, "v1", "v2", 1) }),
		"a part too few":  onDemo("", aRead, func(r *request) { r.path = "/api/v1/products.get" }),
		"a document":      onDemo("", &request{method: http.MethodGet, path: "/openapi"}, func(r *request) { r.args = nil }),
	},
	problem.ToolNotFound: {
		"mistyped": onDemo("", aRead, func(r *request) { r.path = "/api/v1/tools/product.get" }),
		"invented": onDemo("", aRead, func(r *request) { r.path = "/api/v1/tools/shop.look_around_everywhere" }),
	},
	problem.ProblemNotFound: {
		"invented": onDemo("", &request{method: http.MethodGet, path: "/problems/no_such"}, func(r *request) { r.args = nil }),
	},
	problem.MethodNotAllowed: {
		"a tool":     onDemo("", aRead, func(r *request) { r.method = http.MethodPut }),
		"a document": onDemo("", &request{method: http.MethodPost, path: "/healthz"}, nil),
	},
	problem.BodyTooLarge: {
		"blanks": onDemo("", aRead, func(r *request) { r.body = append([]byte("{}"), bytes.Repeat([]byte(" "), 2<<20)...) }),
		"a text": onDemo("products:write", aWrite, func(r *request) {
			r.args["categorySlug"], r.args["description"] = "solbriller", strings.Repeat("lang ", 1<<19)
		}),
	},
	problem.UnsupportedMediaType: {
		"a form": onDemo("", aRead, func(r *request) { r.header.Set("Content-Type", "application/x-www-form-urlencoded") }),
		"zipped": onDemo("", aRead, func(r *request) {
			r.header.Set("Content-Encoding", "gzip")
			r.body = []byte("\x1f\x8b")
		}),
	},
}
