package openapi_test

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/storefront/storefront/server/platform/problem"
)

func TestEveryToolDeclaresItsAnswers(t *testing.T) {
	t.Parallel()
	limits := []string{"RateLimit-Policy", "RateLimit", "RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset", "X-Request-Id"}
	c, err := loaded()
	if err != nil {
		t.Fatal(err)
	}
	tools(t, func(t *testing.T, name string, op *openapi3.Operation) {
		if r := op.Responses.Value("400"); (r.Ref == "#/components/responses/BadRequestError") != c.Tool(name).ReadOnly {
			t.Errorf("400 is %q", r.Ref)
		}
		for status, component := range map[string]string{
			"401": "UnauthorizedError", "403": "ForbiddenError",
			"429": "TooManyRequestsError", "500": "InternalError", "default": "OtherError",
		} {
			if r := op.Responses.Value(status); r == nil || r.Ref != "#/components/responses/"+component {
				t.Errorf("%s is not %s", status, component)
			}
		}
		for status, response := range op.Responses.Map() {
			required := limits
			switch status {
			case "401":
				required = append(slices.Clone(limits), "WWW-Authenticate")
			case "429":
				required = append(slices.Clone(limits), "Retry-After")
			case "500", "default": // the limiter itself may have failed
				required = []string{"X-Request-Id"}
			}
			for _, header := range required {
				if h := response.Value.Headers[header]; h == nil || !h.Value.Required {
					t.Errorf("%s does not require the header %s", status, header)
				}
			}
		}
	})
}

// Every refusal of every operation and document is the one schema Problem, so
// that a client needs one type, and lists its codes, to which others may be
// added.
func TestEveryRefusalIsAProblemAndListsItsCodes(t *testing.T) {
	t.Parallel()
	listed := map[problem.Code]bool{}
	for path, item := range load(t).Paths.Map() {
		for method, op := range item.Operations() {
			for status, response := range op.Responses.Map() {
				if status < "400" {
					continue
				}
				media := response.Value.Content[problem.MediaType]
				if media == nil {
					if path != "/api/mcp" { // the protocol has errors of its own
						t.Errorf("%s %s %s is no problem", method, path, status)
					}
					continue
				}
				if media.Schema.Ref != "#/components/schemas/Problem" {
					t.Errorf("%s %s %s is %q, want the schema Problem itself", method, path, status, media.Schema.Ref)
				}
				codes := codesOf(response.Value)
				if len(codes) == 0 && status != "default" {
					t.Errorf("%s %s %s lists no codes", method, path, status)
				}
				for _, code := range codes {
					listed[code] = true
					if kind, ok := problem.Catalogue[code]; !ok || strconv.Itoa(kind.Status) != status {
						t.Errorf("%s %s %s lists %s, whose status is %d", method, path, status, code, kind.Status)
					}
				}
			}
		}
	}
	anywhere := []problem.Code{problem.RestOnly, problem.MethodNotAllowed, problem.NotAcceptable, problem.BodyTooLarge, problem.UnsupportedMediaType}
	for code := range problem.Catalogue {
		if !listed[code] && !slices.Contains(anywhere, code) {
			t.Errorf("no response lists the code %s", code)
		}
	}
}

// codesOf returns the codes that a response lists.
func codesOf(response *openapi3.Response) (codes []problem.Code) {
	list, _ := response.Extensions["x-extensible-enum"].([]any)
	for _, code := range list {
		codes = append(codes, problem.Code(code.(string)))
	}
	return codes
}

// A 422 of an operation is always possible, by its schema.
func TestEveryToolCanRefuseItsBody(t *testing.T) {
	t.Parallel()
	tools(t, func(t *testing.T, _ string, op *openapi3.Operation) {
		if r := op.Responses.Value("422"); r == nil || !slices.Contains(codesOf(r.Value), problem.ValidationFailed) {
			t.Error("422 does not list validation_failed")
		}
	})
}

// An example of a problem shows what the service returns: title, status and type
// of its code.
func TestTheExamplesOfProblemsAreOfTheCatalogue(t *testing.T) {
	t.Parallel()
	found := 0
	for name, response := range load(t).Components.Responses {
		media := response.Value.Content[problem.MediaType]
		if media == nil {
			continue // 304
		}
		for _, example := range media.Examples {
			p := asMap(example.Value.Value)
			kind, ok := problem.Catalogue[problem.Code(fmt.Sprint(p["code"]))]
			if !ok || p["title"] != kind.Title || fmt.Sprint(p["status"]) != fmt.Sprint(kind.Status) || p["error"] != p["detail"] {
				t.Errorf("%s: %v, want %+v", name, p, kind)
			}
			if retryable, _ := p["retryable"].(bool); retryable != kind.Retryable {
				t.Errorf("%s: retryable %v", name, retryable)
			}
			if kind.Status != 429 && !strings.HasSuffix(fmt.Sprint(p["type"]), "/problems/"+fmt.Sprint(p["code"])) {
				t.Errorf("%s: type %v", name, p["type"])
			}
			found++
		}
	}
	if found < 8 {
		t.Errorf("%d examples of problems", found)
	}
}

// A deprecated operation declares the deprecation headers for each of its
// responses.
func TestADeprecatedOperationDeclaresItsHeaders(t *testing.T) {
	t.Parallel()
	tools(t, func(t *testing.T, name string, op *openapi3.Operation) {
		if op.Deprecated {
			for _, fault := range unannounced(op.Responses.Map()) {
				t.Error(fault)
			}
		}
		bare := maps.Clone(op.Responses.Map()) // the refusals, which all operations share, declare them already
		bare["200"] = &openapi3.ResponseRef{Value: &openapi3.Response{}}
		if faults := unannounced(bare); len(faults) != 3 || !strings.HasPrefix(faults[0], "200") {
			t.Errorf("%s: %v", name, faults)
		}
	})
}

func unannounced(responses map[string]*openapi3.ResponseRef) (faults []string) {
	for status, response := range responses {
		for _, header := range []string{"Deprecation", "Sunset", "Link"} {
			if response.Value.Headers[header] == nil {
				faults = append(faults, status+" lacks the header "+header)
			}
		}
	}
	return faults
}
