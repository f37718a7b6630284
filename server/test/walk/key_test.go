package walk_test

import (
	"testing"

	"github.com/storefront/storefront/server/platform/auth"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
)

// The address that describes a key answers with every status that the contract
// declares for it.
func TestEveryStatusOfTheKey(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	const path = "/api/v1/key"
	_, secret := s.Grant(t, auth.Grant{Scopes: []string{"orders:read"}, Quota: 2})
	bearer := "Bearer " + secret
	s.Ask(t, "GET", path).Problem(t, problem.AuthenticationRequired)
	s.Ask(t, "POST", path).Problem(t, problem.MethodNotAllowed)
	if reply := s.Ask(t, "GET", path, "Authorization", bearer); reply.Status != 200 {
		t.Errorf("%d %s", reply.Status, reply.Body)
	}
	s.Ask(t, "GET", path+"?id=7", "Authorization", bearer).Problem(t, problem.ValidationFailed)
	s.Ask(t, "GET", path, "Authorization", bearer).Problem(t, problem.KeyRateLimitExceeded)

	hidden := servertest.New(t, servertest.Options{})
	key := hidden.Key(t, "all")
	hidden.Execute(t, "ALTER TABLE api_keys RENAME TO hidden_keys")
	hidden.Ask(t, "GET", path, "Authorization", "Bearer "+key).Problem(t, problem.InternalError)
	hidden.Execute(t, "ALTER TABLE hidden_keys RENAME TO api_keys")
}
