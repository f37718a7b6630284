package walk_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/storefront/storefront/server/platform/auth"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/walk"
)

func TestEveryOperationAcceptsItsOneScopeAndNoOther(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	keys := map[string]string{}
	for _, scope := range contract.Scopes {
		keys[scope] = s.Key(t, scope)
	}
	if len(keys) != 20 {
		t.Fatalf("%d scopes, want the 20 of the specification", len(keys))
	}
	for _, op := range s.Contract.Tools() {
		for scope, key := range keys {
			reply := s.Raw(t, key, op.Name, walk.UnknownField)
			if scope == op.Scope {
				reply.Problem(t, problem.ValidationFailed)
				continue
			}
			p := reply.Problem(t, problem.InsufficientScope)
			if p.RequiredScope != op.Scope || !strings.Contains(reply.Header.Get("WWW-Authenticate"), `scope="`+op.Scope+`"`) {
				t.Errorf("%s with %s: %s, %q", op.Name, scope, reply.Body, reply.Header.Get("WWW-Authenticate"))
			}
		}
	}
}

func TestEveryOperationWithoutAValidKey(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	past := time.Now().Add(-time.Hour)
	_, expired := s.Grant(t, auth.Grant{Scopes: contract.Scopes, Expires: &past})
	revokedID, revoked := s.Grant(t, auth.Grant{Scopes: contract.Scopes})
	ctx := call.With(t.Context(), call.Command("keys.revoke", "test"))
	if err := auth.Revoke(ctx, s.Store, uuid.MustParse(revokedID)); err != nil {
		t.Fatal(err)
	}
	unknown, _, err := auth.NewSecret()
	if err != nil {
		t.Fatal(err)
	}
	good := s.Key(t, "all")
	bad := map[string]string{
		"expired": "Bearer " + expired, "revoked": "Bearer " + revoked, "unknown": "Bearer " + unknown,
		"mistyped": "Bearer " + good[:10] + flip(good[10]) + good[11:], "short": "Bearer sfk_abc", "empty": "", "no secret": "Bearer ",
		"basic": "Basic dXNlcjpwYXNz", "bare": good, "long": "Bearer " + strings.Repeat("x", 8000),
	}
	for _, op := range s.Contract.Tools() {
		for name, header := range bad {
			r := s.Request(t, "", op.Name, walk.UnknownField)
			r.Header["Authorization"] = []string{header}
			reply := s.Do(t, op.Name, r)
			reply.Problem(t, problem.InvalidKey)
			if got := reply.Header.Get("WWW-Authenticate"); got != `Bearer realm="storefront", error="invalid_token"` {
				t.Errorf("%s, %s: WWW-Authenticate %q", op.Name, name, got)
			}
		}
		twice := s.Request(t, good, op.Name, walk.UnknownField)
		twice.Header.Add("Authorization", "Bearer "+good)
		s.Do(t, op.Name, twice).Problem(t, problem.InvalidKey)

		reply := s.Raw(t, "", op.Name, walk.UnknownField)
		if op.Anonymous {
			reply.Problem(t, problem.ValidationFailed)
			continue
		}
		reply.Problem(t, problem.AuthenticationRequired)
		if got := reply.Header.Get("WWW-Authenticate"); got != `Bearer realm="storefront"` {
			t.Errorf("%s: WWW-Authenticate %q", op.Name, got)
		}
	}
}

func flip(c byte) string {
	if c == 'x' {
		return "y"
	}
	return "x"
}
