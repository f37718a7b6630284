package walk_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/storefront/storefront/server/platform/auth"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/wire"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/walk"
)

func TestEveryOperationAcceptsItsOneScopeAndNoOther(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	keys := map[string]string{}
	for _, scope := range contract.Scopes {
		keys[scope] = s.Key(t, scope)
	}
	if n := len(contract.ShopScopes()); n != 20 {
		t.Fatalf("%d scopes, want the 20 of the specification", n)
	}
	for _, op := range s.Contract.Tools() {
		for scope, key := range keys {
			reply := s.Raw(t, key, op.Name, walk.UnknownField)
			if scope == op.Scope {
				reply.Problem(t, problem.ValidationFailed)
				continue
			}
			p := reply.Problem(t, problem.InsufficientScope)
			wantExample(t, op, reply)
			if p.RequiredScope != op.Scope || !strings.Contains(reply.Header.Get("WWW-Authenticate"), `scope="`+op.Scope+`"`) {
				t.Errorf("%s with %s: %s, %q", op.Name, scope, reply.Body, reply.Header.Get("WWW-Authenticate"))
			}
		}
	}
}

func TestEveryOperationWithoutAValidKey(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
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
	good := s.Key(t, "owner")
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
			wantExample(t, op, reply)
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

// wantExample fails the test unless the reply has the texts of the example that the contract gives for its status, if there is
// one, with the names of the operation. What is said of anonymous calls besides is not in the example.
func wantExample(t *testing.T, op *contract.Operation, r servertest.Reply) {
	t.Helper()
	names := strings.NewReplacer("<tool>", op.Name, "<scope>", op.Scope)
	described := servertest.Document().Paths.Value(contract.ToolPath + op.Name).Post.Responses.Status(r.Status).Value
	for name, example := range described.Content[problem.MediaType].Examples {
		var want, got struct{ Code, Title, Detail, Resolution, Error, RequiredScope string }
		text, err := wire.Marshal(example.Value.Value)
		if err := errors.Join(err, json.Unmarshal([]byte(names.Replace(string(text))), &want), json.Unmarshal(r.Body, &got)); err != nil {
			t.Fatal(err)
		}
		got.Resolution = strings.Replace(got.Resolution, ", or leave the header out", "", 1)
		if got != want {
			t.Errorf("%s answered\n%+v\nand the example %s is\n%+v", op.Name, got, name, want)
		}
	}
}

func flip(c byte) string {
	if c == 'x' {
		return "y"
	}
	return "x"
}

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

// The address that describes a key answers with every status that the contract
// declares for it.
func TestEveryStatusOfTheKey(t *testing.T) {
	t.Parallel()
	s, _ := servertest.NewLimited(t, nil)
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

// Every operation with a switch is refused while that is off, after the check of
// the scope and before that of the body, over REST and over MCP; and passes both
// checks while it is on.
func TestEverySwitchIsObeyed(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	key, none := s.Key(t, "owner"), s.Key(t, "")
	switched := map[string]bool{}
	for _, op := range s.Contract.Tools() {
		if op.Feature == "" {
			continue
		}
		switched[op.Feature] = true
		set := object{"key": op.Feature, "enabled": false, "confirm": true}
		s.OK(t, key, "features.set", set, nil)
		s.Raw(t, none, op.Name, walk.Example(t, op.Name)).Problem(t, problem.InsufficientScope)
		for _, body := range [][]byte{walk.Example(t, op.Name), walk.UnknownField} {
			p := s.Raw(t, key, op.Name, body).Problem(t, problem.FeatureDisabled)
			if want := `Switch "` + op.Feature + `" on with features.set, then send the call again.`; p.Resolution != want {
				t.Errorf("%s: %q, want %q", op.Name, p.Resolution, want)
			}
		}
		s.CallMCP(t, key, op.MCPName, walk.Example(t, op.Name)).Reply.Problem(t, problem.FeatureDisabled)

		s.OK(t, key, "features.set", servertest.With(set, object{"enabled": true}), nil)
		s.Raw(t, key, op.Name, walk.UnknownField).Problem(t, problem.ValidationFailed)
	}
	if !switched["checkout"] || !switched["campaigns"] {
		t.Errorf("the switches of operations are %v", switched)
	}
}
