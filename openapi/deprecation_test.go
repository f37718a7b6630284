package openapi_test

import (
	"maps"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
)

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
