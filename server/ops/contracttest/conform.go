package contracttest

import (
	"encoding/json"
	"fmt"
	"mime"
	"net/http"
	"strings"

	"github.com/storefront/storefront/server/ops/contracttest/internal/openapi"
)

// problemMedia is the media type of problem documents.
const problemMedia = "application/problem+json"

// nonconformities returns what of an answer the contract does not describe.
func (r *run) nonconformities(a answer) (faults []string) {
	if a.status == http.StatusInternalServerError {
		faults = append(faults, "the service failed")
	}
	if a.op == nil {
		return append(faults, r.undescribedFaults(a)...)
	}
	declared := a.op.Response(a.status)
	if !declared.Exists() {
		return append(faults, fmt.Sprintf("the status %d is not declared", a.status))
	}
	if a.op.At("deprecated").True() && a.header.Get("Deprecation") == "" {
		faults = append(faults, "the operation is deprecated, and the header Deprecation is missing")
	}
	faults = append(faults, headerFaults(a, declared)...)
	faults = append(faults, limitFaults(a.header)...)
	if a.method == http.MethodHead {
		return faults
	}
	return append(faults, r.bodyFaults(a, declared)...)
}

// undescribedFaults returns what is wrong with the answer of an address that is
// not in the contract: it can only be a problem.
func (r *run) undescribedFaults(a answer) []string {
	value, err := openapi.Decode(a.body)
	if err == nil {
		err = r.doc.Root().At("components", "schemas", "Problem").Validate(value)
	}
	if err != nil {
		return []string{fmt.Sprintf("this is not a problem document: %v", err)}
	}
	return r.problemFaults(a, openapi.Node{})
}

func headerFaults(a answer, declared openapi.Node) (faults []string) {
	headers := declared.At("headers")
	for _, name := range headers.Names() {
		header, value := headers.At(name).Follow(), a.header.Get(name)
		if value == "" {
			if header.At("required").True() {
				faults = append(faults, fmt.Sprintf("the header %s is missing", name))
			}
			continue
		}
		if err := header.At("schema").Validate(headerValue(header.At("schema"), value)); err != nil {
			faults = append(faults, fmt.Sprintf("the header %s is %q: %v", name, value, err))
		}
	}
	return faults
}

// headerValue returns the text of a header as the type of its schema.
func headerValue(schema openapi.Node, text string) any {
	for _, kind := range schema.Types() {
		if kind == "integer" || kind == "number" {
			if value, err := openapi.Decode([]byte(text)); err == nil {
				return value
			}
		}
	}
	return text
}

func (r *run) bodyFaults(a answer, declared openapi.Node) []string {
	content := declared.At("content")
	if !content.Exists() {
		if len(a.body) > 0 {
			return []string{"there is a body where none is declared"}
		}
		return nil
	}
	media, _, err := mime.ParseMediaType(a.header.Get("Content-Type"))
	if err != nil || !content.At(media).Exists() {
		return []string{fmt.Sprintf("the media type %q is not declared", a.header.Get("Content-Type"))}
	}
	if !strings.HasSuffix(media, "json") {
		return nil
	}
	value, err := openapi.Decode(a.body)
	if err != nil {
		return []string{fmt.Sprintf("the body is not JSON: %v", err)}
	}
	var faults []string
	if err := content.At(media, "schema").Validate(value); err != nil {
		faults = append(faults, "the body does not match its schema: "+err.Error())
	}
	if media == problemMedia {
		faults = append(faults, r.problemFaults(a, declared)...)
	}
	return faults
}

// result returns the result of a success, as openapi.Decode decodes it.
func (a answer) result() any {
	value, _ := openapi.Decode(a.body) // what is no JSON was reported
	fields, _ := value.(map[string]any)
	return fields["result"]
}

// items returns the items of a result that is a list or has one.
func (a answer) items() []any {
	result := a.result()
	if fields, ok := result.(map[string]any); ok {
		result = fields["items"]
	}
	items, _ := result.([]any)
	return items
}

// same reports whether two JSON values are equal.
func same(a, b any) bool {
	x, err := json.Marshal(a)
	y, err2 := json.Marshal(b)
	return err == nil && err2 == nil && string(x) == string(y)
}
