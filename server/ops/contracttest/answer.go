package contracttest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/storefront/storefront/server/ops/contracttest/internal/openapi"
)

// undeclared returns what of an answer the contract does not describe, or what contradicts itself.
func (r *run) undeclared(a answer) (faults []string) {
	if a.status == http.StatusInternalServerError {
		faults = append(faults, "the service failed")
	}
	if a.op == nil { // an address that is not in the contract can only answer with a problem
		if err := openapi.Validate(r.doc.Components.Schemas["Problem"].Value, a.body); err != nil {
			return append(faults, fmt.Sprintf("this is not a problem document: %v", err))
		}
		return append(faults, problemFaults(a, nil)...)
	}
	faults = append(faults, a.op.Check(a.method, a.status, a.header, a.body)...)
	if a.op.Deprecated && a.header.Get("Deprecation") == "" {
		faults = append(faults, "the operation is deprecated, and the header Deprecation is missing")
	}
	faults = append(faults, limitFaults(a.header)...)
	if declared := a.op.Response(a.status); a.method != http.MethodHead && declared != nil && declared.Content["application/problem+json"] != nil {
		faults = append(faults, problemFaults(a, openapi.Codes(declared))...)
	}
	return faults
}

// problem is what the checks need of a problem document.
type problem struct {
	Type, Detail, Instance, Code, Resolution, Error, RequiredScope string
	Status                                                         int
	Errors                                                         []struct{ Pointer string }
}

func (a answer) problem() (p problem) {
	_ = json.Unmarshal(a.body, &p) // what is no problem is found by its schema
	return p
}

// problemFaults returns what of a problem document contradicts its answer, or does not help the caller.
func problemFaults(a answer, codes []string) (faults []string) {
	p := a.problem()
	complain := func(wrong bool, format string, args ...any) {
		if wrong {
			faults = append(faults, fmt.Sprintf(format, args...))
		}
	}
	authenticate := a.header.Get("WWW-Authenticate")
	complain(len(codes) > 0 && !slices.Contains(codes, p.Code), "the code %q is not listed for the status %d", p.Code, a.status)
	complain(p.Status != a.status, "the problem's status is %d", p.Status)
	complain(strings.TrimSpace(p.Resolution) == "", "the resolution is empty")
	complain(strings.TrimSpace(p.Detail) == "", "the detail is empty")
	complain(p.Error != p.Detail, "error is not equal to detail")
	complain(p.Instance != "urn:uuid:"+a.header.Get("X-Request-Id"), "instance is %q and X-Request-Id %q", p.Instance, a.header.Get("X-Request-Id"))
	switch a.status {
	case http.StatusTooManyRequests:
		complain(p.Type != "https://iana.org/assignments/http-problem-types#quota-exceeded", "the type %q is not the registered one", p.Type)
		return faults
	case http.StatusUnauthorized:
		complain(!strings.HasPrefix(authenticate, "Bearer"), "WWW-Authenticate is %q", authenticate)
	case http.StatusForbidden:
		wanted := fmt.Sprintf("scope=%q", p.RequiredScope)
		complain(p.RequiredScope != "" && !strings.Contains(authenticate, wanted), "WWW-Authenticate is %q, without %s", authenticate, wanted)
	}
	complain(!strings.HasSuffix(p.Type, "/problems/"+p.Code), "the type %q does not end in /problems/%s", p.Type, p.Code)
	return faults
}

// limitFaults returns how the headers about limits contradict each other. That they are there is a matter of the contract.
func limitFaults(h http.Header) (faults []string) {
	policy, _, limited := strings.Cut(h.Get("RateLimit-Policy"), ";w=")
	if !limited {
		return nil
	}
	name, quota, _ := strings.Cut(policy, ";q=")
	limit, remaining := h.Get("RateLimit-Limit"), h.Get("RateLimit-Remaining")
	if wanted := name + ";r=" + remaining + ";t=" + h.Get("RateLimit-Reset"); limit != quota || h.Get("RateLimit") != wanted {
		faults = append(faults, fmt.Sprintf("RateLimit-Limit is %s, RateLimit-Policy %s, RateLimit %s, and the others say %s", limit, policy, h.Get("RateLimit"), wanted))
	}
	most, err := strconv.Atoi(quota)
	if left, err2 := strconv.Atoi(remaining); err == nil && err2 == nil && left >= most {
		faults = append(faults, fmt.Sprintf("%d of %d calls are left after a call", left, most))
	}
	return faults
}
