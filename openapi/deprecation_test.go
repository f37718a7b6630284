package openapi_test

import (
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
)

// A deprecated operation declares, for each of its answers, how it says so.
func TestADeprecatedOperationDeclaresItsHeaders(t *testing.T) {
	t.Parallel()
	tools(t, func(t *testing.T, name string, op *openapi3.Operation) {
		if op.Deprecated {
			for _, fault := range unannounced(op) {
				t.Error(fault)
			}
		}
		op.Responses.Value("200").Value.Headers = nil // the refusals, which all operations share, are ready for it
		if faults := unannounced(op); len(faults) != 3 || !strings.HasPrefix(faults[0], "200") {
			t.Errorf("%s: %v", name, faults)
		}
	})
}

func unannounced(op *openapi3.Operation) (faults []string) {
	for status, response := range op.Responses.Map() {
		for _, header := range []string{"Deprecation", "Sunset", "Link"} {
			if response.Value.Headers[header] == nil {
				faults = append(faults, status+" lacks the header "+header)
			}
		}
	}
	return faults
}
