package walk_test

import (
	"testing"

	"github.com/storefront/storefront/server/platform/auth"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/walk"
)

func TestEveryOperationIsLimited(t *testing.T) {
	t.Parallel()
	s, _ := servertest.NewLimited(t, nil)
	for _, op := range s.Contract.Tools() {
		_, key := s.Grant(t, auth.Grant{Scopes: []string{op.Scope}, Quota: 1})
		s.Raw(t, key, op.Name, walk.UnknownField).Problem(t, problem.ValidationFailed)
		reply := s.Raw(t, key, op.Name, walk.UnknownField)
		p := reply.Problem(t, problem.KeyRateLimitExceeded)
		if reply.Header.Get("Retry-After") != "1" || len(p.ViolatedPolicies) != 1 || p.ViolatedPolicies[0] != "api-key" {
			t.Errorf("%s: Retry-After %q, %s", op.Name, reply.Header.Get("Retry-After"), reply.Body)
		}
		if p.Type != "https://iana.org/assignments/http-problem-types#quota-exceeded" {
			t.Errorf("%s: type %s", op.Name, p.Type)
		}
	}
}
