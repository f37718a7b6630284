package server_test

import (
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/storefront/storefront/server/config"
	"github.com/storefront/storefront/server/platform/auth"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
)

func describeKey(t *testing.T, s *servertest.Server, authorization string) servertest.Reply {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL+"/api/v1/key", nil)
	if err != nil {
		t.Fatal(err)
	}
	if authorization != "" {
		r.Header.Set("Authorization", authorization)
	}
	reply := s.Do(t, "", r)
	if got := reply.Header.Get("Cache-Control"); got != "no-store" {
		t.Errorf("Cache-Control %q of %d", got, reply.Status)
	}
	return reply
}

func TestAKeyIsDescribedToItsHolder(t *testing.T) {
	t.Parallel()
	s, clock := servertest.NewLimited(t, nil)
	expires := clock.Now().Add(time.Hour).UTC().Truncate(time.Millisecond)
	scopes, operations := []string{"orders:read", "catalog:read", "analytics:read"}, []string{}
	for _, op := range s.Contract.Tools() {
		if slices.Contains(scopes, op.Scope) {
			operations = append(operations, op.Name)
		}
	}
	slices.Sort(operations)
	id, secret := s.Grant(t, auth.Grant{Name: "Lageret & co.", Scopes: scopes, Quota: 5, Expires: &expires})
	var key object
	for remaining := 4; remaining >= 3; remaining-- {
		reply := describeKey(t, s, "Bearer "+secret)
		reply.Result(t, &key)
		servertest.WantFields(t, "the key", key, object{
			"id": id, "name": "Lageret & co.", "holder": "program", "scopes": scopes, "operations": operations,
			"createdAt": servertest.One[time.Time](t, s, "SELECT created_at FROM api_keys WHERE name LIKE 'Lageret%'").Format("2006-01-02T15:04:05.000Z"),
			"expiresAt": expires.Format("2006-01-02T15:04:05.000Z"), "quota": 5, "remaining": remaining, "limits": []any{}, "approvals": []any{},
		})
		if got := reply.Header.Get("RateLimit-Policy"); reply.Status != 200 || len(key) != 11 || got != `"api-key";q=5;w=1` {
			t.Errorf("%d, %s, %v", reply.Status, got, key)
		}
	}
	if head := s.AskUnchecked(t, "HEAD", "/api/v1/key", "Authorization", "Bearer "+secret); head.Status != 200 || len(head.Body) != 0 || head.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("HEAD: %d with %d bytes", head.Status, len(head.Body))
	}
	s.OK(t, secret, "products.get", object{"slug": "round-metal"}, nil)
	describeKey(t, s, "Bearer "+secret).Result(t, &key)
	if key["remaining"] != 0.0 {
		t.Errorf("%v calls are left of 5 after 5", key["remaining"])
	}
	p := describeKey(t, s, "Bearer "+secret).Problem(t, problem.KeyRateLimitExceeded)
	if p.RetryAfter == 0 {
		t.Errorf("%+v", p)
	}
	clock.Advance(2 * time.Hour)
	describeKey(t, s, "Bearer "+secret).Problem(t, problem.InvalidKey)
}

func TestAKeyWithoutScopesIsDescribed(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	_, secret := s.Grant(t, auth.Grant{Name: "Intet", Scopes: []string{}})
	var key object
	describeKey(t, s, "Bearer "+secret).Result(t, &key)
	servertest.WantFields(t, "the key", key, object{"scopes": []string{}, "operations": []string{}, "expiresAt": nil})
	r := s.Request(t, secret, "x", nil)
	r.Method, r.URL.Path, r.URL.RawQuery = http.MethodGet, "/api/v1/key", "id=7"
	s.Do(t, "", r).Problem(t, problem.ValidationFailed)
}

// The address counts as an operation does: without a key against the anonymous
// bucket, with a wrong one against that of attempts.
func TestNoKeyIsDescribedToNobody(t *testing.T) {
	t.Parallel()
	s, _ := servertest.NewLimited(t, func(c *config.Serve) { c.Limits.AnonymousQuota, c.Limits.AuthAttemptQuota = 2, 2 })
	for range 2 {
		reply := describeKey(t, s, "")
		reply.Problem(t, problem.AuthenticationRequired)
		if got := reply.Header.Get("WWW-Authenticate"); got != `Bearer realm="storefront"` {
			t.Errorf("WWW-Authenticate %q", got)
		}
	}
	describeKey(t, s, "").Problem(t, problem.RateLimitExceeded)
	for _, bad := range []string{"Bearer nonsense", "Basic abc"} {
		describeKey(t, s, bad).Problem(t, problem.InvalidKey)
	}
	describeKey(t, s, "Bearer nonsense").Problem(t, problem.AuthenticationRateLimitExceeded)
}

// A secret before a rotation is described with the end of its grace period.
func TestARotatedKeyIsDescribed(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	id, old := s.Grant(t, auth.Grant{Name: "Roteret", Scopes: []string{"catalog:read"}})
	until := time.Now().Add(time.Hour).UTC().Truncate(time.Millisecond)
	s.Execute(t, "UPDATE api_keys SET previous_digest = digest, previous_until = $2, digest = sha256('new') WHERE id = $1", id, until)
	var key object
	describeKey(t, s, "Bearer "+old).Result(t, &key)
	if key["id"] != id || key["expiresAt"] != until.Format("2006-01-02T15:04:05.000Z") {
		t.Errorf("%v, want until %s", key, until)
	}
}

// Several calls at once take one token each.
func TestAKeyIsDescribedAtOnce(t *testing.T) {
	t.Parallel()
	s, _ := servertest.NewLimited(t, nil)
	secret := s.Key(t, "catalog:read")
	_, replies := servertest.Together(8, func(int) servertest.Reply { return describeKey(t, s, "Bearer "+secret) })
	var left []float64
	for _, reply := range replies {
		var key object
		reply.Result(t, &key)
		left = append(left, key["remaining"].(float64))
	}
	slices.Sort(left)
	if want := []float64{592, 593, 594, 595, 596, 597, 598, 599}; !slices.Equal(left, want) {
		t.Errorf("%v calls are left, want %v", left, want)
	}
}
