package server_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/storefront/storefront/server/platform/auth"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
)

// Bodies that are refused by their schema show who gets as far as the schema,
// without changing anything.
var refusedBody = []byte(`{"no such field":1}`)

func TestEveryOperationTakesItsOneScopeAndNoOther(t *testing.T) {
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
			reply := s.Raw(t, key, op.Name, refusedBody)
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

func TestEveryOperationWithoutAGoodKey(t *testing.T) {
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
			r := s.Request(t, "", op.Name, refusedBody)
			r.Header["Authorization"] = []string{header}
			reply := s.Do(t, op.Name, r)
			reply.Problem(t, problem.InvalidKey)
			if got := reply.Header.Get("WWW-Authenticate"); got != `Bearer realm="storefront", error="invalid_token"` {
				t.Errorf("%s, %s: WWW-Authenticate %q", op.Name, name, got)
			}
		}
		twice := s.Request(t, good, op.Name, refusedBody)
		twice.Header.Add("Authorization", "Bearer "+good)
		s.Do(t, op.Name, twice).Problem(t, problem.InvalidKey)

		reply := s.Raw(t, "", op.Name, refusedBody)
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

func TestARevokedKeyStopsAtOnce(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	id, secret := s.Grant(t, auth.Grant{Scopes: []string{"pages:read"}})
	for range 3 { // so that it is remembered
		s.OK(t, secret, "pages.list", struct{}{}, nil)
	}
	ctx := call.With(t.Context(), call.Command("keys.revoke", "test"))
	if err := auth.Revoke(ctx, s.Store, uuid.MustParse(id)); err != nil {
		t.Fatal(err)
	}
	eventually(t, time.Second, func() bool {
		return s.Call(t, secret, "pages.list", struct{}{}).Status == http.StatusUnauthorized
	})
}

func TestARotatedKeyHasTwoSecretsForAWhile(t *testing.T) {
	t.Parallel()
	clock := newClock()
	s := servertest.New(t, servertest.Options{Clock: clock.Now})
	id, old := s.Grant(t, auth.Grant{Scopes: []string{"pages:read"}})
	ctx := call.With(t.Context(), call.Command("keys.rotate", "test"))
	fresh, err := auth.Rotate(ctx, s.Store, uuid.MustParse(id), time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	s.OK(t, old, "pages.list", struct{}{}, nil)
	s.OK(t, fresh, "pages.list", struct{}{}, nil)
	clock.Advance(time.Hour + time.Second)
	s.Refused(t, old, "pages.list", struct{}{}, problem.InvalidKey)
	s.OK(t, fresh, "pages.list", struct{}{}, nil)
}

func TestAKeyRemembersItsLastUse(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	s.OK(t, s.Key(t, "pages:read"), "pages.list", struct{}{}, nil)
	eventually(t, 5*time.Second, func() bool {
		keys, err := auth.List(t.Context(), s.Store)
		if err != nil {
			t.Fatal(err)
		}
		return keys[len(keys)-1].LastUsedAt != nil
	})
}

func TestSecretsAreNeitherLoggedNorKept(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	secret := s.Key(t, "pages:read")
	s.OK(t, secret, "pages.list", struct{}{}, nil)
	s.Refused(t, secret, "pages.delete", map[string]any{"slug": "om-os", "confirm": true}, problem.InsufficientScope)
	if strings.Contains(s.Log.String(), secret) {
		t.Error("the log holds a secret")
	}
	rows, err := s.Store.Query(t.Context(), `SELECT count(*) FROM api_keys k WHERE k::text LIKE '%' || $1 || '%'
		UNION ALL SELECT count(*) FROM audit_log a WHERE a::text LIKE '%' || $1 || '%'`, secret[4:36])
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var found int
		if err := rows.Scan(&found); err != nil || found != 0 {
			t.Errorf("a table holds a secret: %d, %v", found, err)
		}
	}
}
