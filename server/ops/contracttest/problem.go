package contracttest

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/storefront/storefront/server/ops/contracttest/internal/openapi"
)

// quotaType is the registered type of a problem about a limit.
const quotaType = "https://iana.org/assignments/http-problem-types#quota-exceeded"

// problemFaults returns what of a problem document contradicts its answer, or
// does not help the caller.
func (r *run) problemFaults(a answer, declared openapi.Node) (faults []string) {
	p := a.problem()
	complain := func(wrong bool, format string, args ...any) {
		if wrong {
			faults = append(faults, fmt.Sprintf(format, args...))
		}
	}
	codes := openapi.Codes(declared)
	if len(codes) == 0 {
		codes = openapi.Codes(r.doc.Root().At("components", "schemas", "Problem", "properties", "code"))
	}
	complain(len(codes) > 0 && !slices.Contains(codes, p.Code), "the code %q is not listed for the status %d", p.Code, a.status)
	complain(p.Status != a.status, "the problem's status is %d", p.Status)
	complain(strings.TrimSpace(p.Resolution) == "", "the resolution is empty")
	complain(strings.TrimSpace(p.Detail) == "", "the detail is empty")
	complain(p.Error != p.Detail, "error is not equal to detail")
	complain(p.Instance != "urn:uuid:"+a.header.Get("X-Request-Id"), "instance is %q and X-Request-Id %q", p.Instance, a.header.Get("X-Request-Id"))
	switch a.status {
	case http.StatusTooManyRequests:
		complain(p.Type != quotaType, "the type is %q instead of %q", p.Type, quotaType)
		return faults
	case http.StatusUnauthorized:
		complain(!strings.HasPrefix(a.header.Get("WWW-Authenticate"), "Bearer"), "WWW-Authenticate is %q", a.header.Get("WWW-Authenticate"))
	case http.StatusForbidden:
		wanted := fmt.Sprintf("scope=%q", p.RequiredScope)
		complain(p.RequiredScope != "" && !strings.Contains(a.header.Get("WWW-Authenticate"), wanted), "WWW-Authenticate is %q, without %s",
			a.header.Get("WWW-Authenticate"), wanted)
	}
	if err := r.explain(p); err != nil {
		complain(true, "the type %q: %v", p.Type, err)
	}
	return faults
}

// explain looks up the type of a problem, once for each, below the address that
// is tested, which need not be the public one.
func (r *run) explain(p problem) error {
	address, err := url.Parse(p.Type)
	switch {
	case err != nil:
		return err
	case !strings.HasSuffix(address.Path, "/problems/"+p.Code):
		return fmt.Errorf("does not end in /problems/%s", p.Code)
	case r.explained[p.Type]:
		return nil
	}
	r.explained[p.Type] = true
	a, err := r.client.do(r.ctx, request{method: http.MethodGet, url: r.BaseURL + "/problems/" + p.Code})
	if err == nil && a.status != http.StatusOK {
		err = fmt.Errorf("answers with status %d", a.status)
	}
	return err
}
