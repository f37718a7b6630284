package keys_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/storefront/storefront/server/platform/auth"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

type object = servertest.Object

// made is a key that was created.
type made struct{ ID, Secret string }

func create(t *testing.T, s *servertest.Server, key string, body object) (m made) {
	t.Helper()
	s.OK(t, key, "keys.create", servertest.With(object{"name": "Made", "scopes": []string{"catalog:read"}}, body), &m)
	return m
}

func listed(t *testing.T, s *servertest.Server, key string, body object) (names []string, next *string) {
	t.Helper()
	var page struct {
		Items      []struct{ Name string }
		NextCursor *string
	}
	s.OK(t, key, "keys.list", body, &page)
	for _, item := range page.Items {
		names = append(names, item.Name)
	}
	return names, page.NextCursor
}

// A key is made, listed, used, changed, paused, woken, rotated and revoked.
func TestTheLifeOfAKey(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	owner := s.Key(t, "owner")
	m := create(t, s, owner, object{"name": "Price agent", "scopes": []string{"products:write", "catalog:read", "products:write"}, "quota": 50})
	if !strings.HasPrefix(m.Secret, "sfk_") {
		t.Fatalf("%+v", m)
	}
	one := func() object {
		t.Helper()
		var page struct{ Items []object }
		s.OK(t, owner, "keys.list", object{"limit": 1}, &page)
		return page.Items[0]
	}
	servertest.WantFields(t, "made", one(), object{
		"id": m.ID, "name": "Price agent", "holder": "agent", "scopes": []string{"catalog:read", "products:write"}, "quota": 50,
		"expiresAt": nil, "lastUsedAt": nil, "pausedAt": nil, "revokedAt": nil, "previousSecretUntil": nil,
	})
	search := func(secret string) servertest.Reply { return s.Call(t, secret, "products.search", object{"q": "ur"}) }
	if r := search(m.Secret); r.Status != http.StatusOK {
		t.Fatalf("%s", r.Body)
	}
	entry := s.LastAudit(t, 1)[0]
	if entry.Tool != "keys.create" || *entry.EntityLabel != "Price agent" || *entry.ActorName == "" || *entry.Holder != auth.Person || strings.Contains(string(entry.After), m.Secret) {
		t.Errorf("%+v", entry)
	}

	seen := one()["updatedAt"]
	var changed object
	s.OK(t, owner, "keys.update", object{"id": m.ID, "expectedUpdatedAt": seen, "patch": object{"name": "Prices", "holder": "program", "quota": nil}}, &changed)
	servertest.WantFields(t, "changed", changed, object{"name": "Prices", "holder": "program", "quota": nil})
	s.Refused(t, owner, "keys.update", object{"id": m.ID, "expectedUpdatedAt": seen, "patch": object{"name": "Late"}}, problem.VersionConflict)

	s.OK(t, owner, "keys.update", object{"id": m.ID, "patch": object{"paused": true}}, &changed)
	if changed["pausedAt"] == nil {
		t.Errorf("%v", changed)
	}
	search(m.Secret).Problem(t, problem.KeyPaused)
	if names, _ := listed(t, s, owner, object{"status": "paused"}); len(names) != 1 {
		t.Errorf("%v", names)
	}
	s.OK(t, owner, "keys.update", object{"id": m.ID, "patch": object{"paused": false}}, &changed)
	if r := search(m.Secret); r.Status != http.StatusOK || changed["pausedAt"] != nil {
		t.Errorf("%s %v", r.Body, changed)
	}

	var rotated struct{ Secret string }
	s.OK(t, owner, "keys.rotate", object{"id": m.ID, "graceHours": 0, "confirm": true}, &rotated)
	search(m.Secret).Problem(t, problem.InvalidKey)
	if r := search(rotated.Secret); r.Status != http.StatusOK {
		t.Errorf("%s", r.Body)
	}
	var first, again object
	s.OK(t, owner, "keys.revoke", object{"id": m.ID, "confirm": true}, &first)
	search(rotated.Secret).Problem(t, problem.InvalidKey)
	rows := s.AuditCount(t)
	s.OK(t, owner, "keys.revoke", object{"id": m.ID, "confirm": true}, &again)
	if !servertest.SameJSON(first, again) || s.AuditCount(t) != rows {
		t.Errorf("%v, then %v", first, again)
	}
	for tool, body := range map[string]object{"keys.update": {"patch": object{"name": "x"}}, "keys.rotate": {"confirm": true}} {
		s.Refused(t, owner, tool, servertest.With(body, object{"id": m.ID}), problem.KeyNotFound)
		s.Refused(t, owner, tool, servertest.With(body, object{"id": "none"}), problem.KeyNotFound)
	}
	s.Refused(t, owner, "keys.revoke", object{"id": "none", "confirm": true}, problem.KeyNotFound)
	for _, name := range []string{"a\u0007b", "\u0085", "", " \t", strings.Repeat("x", 201), "\u200b"} {
		s.Refused(t, owner, "keys.create", object{"name": name, "scopes": []string{"catalog:read"}}, problem.ValidationFailed)
	}
	s.Refused(t, owner, "keys.update", object{"id": m.ID, "patch": object{"name": "a\u001b[2Jb"}}, problem.ValidationFailed)
	create(t, s, owner, object{"name": " to\nlinjer "})
	if names, _ := listed(t, s, owner, object{"limit": 1}); names[0] != "to linjer" {
		t.Errorf("%q", names)
	}
	if names, _ := listed(t, s, owner, object{"status": "revoked"}); len(names) != 1 || names[0] != "Prices" {
		t.Errorf("%v", names)
	}
	s.Refused(t, owner, "audit.revert", object{"auditLogId": entry.ID.String(), "confirm": true}, problem.NotRevertible)
}

// An expired key is woken by a later date, and is not rotated before.
func TestAnExpiredKey(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	owner := s.Key(t, "owner")
	past := time.Now().Add(-time.Hour)
	id, secret := s.Grant(t, auth.Grant{Name: "Old", Scopes: []string{"catalog:read"}, Expires: &past})
	if names, _ := listed(t, s, owner, object{"status": "expired"}); len(names) != 1 || names[0] != "Old" {
		t.Errorf("%v", names)
	}
	s.Refused(t, owner, "keys.rotate", object{"id": id, "confirm": true}, problem.KeyNotFound)
	p := s.Refused(t, owner, "keys.update", object{"id": id, "patch": object{"expiresAt": "2020-01-01T00:00Z"}}, problem.ValidationFailed)
	if p.Errors[0].Pointer != "/patch/expiresAt" {
		t.Errorf("%+v", p.Errors)
	}
	s.Refused(t, owner, "keys.create", object{"name": "x", "scopes": []string{"catalog:read"}, "expiresAt": "2020-01-01T00:00Z"}, problem.ValidationFailed)
	s.OK(t, owner, "keys.update", object{"id": id, "patch": object{"expiresAt": nil}}, nil)
	s.OK(t, secret, "products.search", object{}, nil)
}

func TestPagesOfKeys(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	owner := s.Key(t, "owner")
	for _, name := range []string{"a", "b", "c"} {
		create(t, s, owner, object{"name": name})
	}
	first, next := listed(t, s, owner, object{"holder": "agent", "limit": 2})
	if len(first) != 2 || next == nil {
		t.Fatalf("%v, %v", first, next)
	}
	second, last := listed(t, s, owner, object{"holder": "agent", "limit": 2, "cursor": *next})
	if strings.Join(append(first, second...), "") != "cba" || last != nil {
		t.Errorf("%v, %v", first, second)
	}
	s.Refused(t, owner, "keys.list", object{"holder": "program", "limit": 2, "cursor": *next}, problem.ValidationFailed)
	if names, _ := listed(t, s, owner, object{"holder": "program"}); names != nil {
		t.Errorf("%v", names)
	}
}

// A key with keys:write cannot gain more than it has, by any operation on keys.
func TestNoKeyGainsPower(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	owner := s.Key(t, "owner")
	soon := time.Now().Add(time.Hour).UTC().Truncate(time.Second)
	weakID, weak := s.Grant(t, auth.Grant{Name: "Weak", Holder: auth.Person, Scopes: []string{"keys:read", "keys:write", "catalog:read"}, Quota: 100, Expires: &soon})
	later := soon.Add(time.Hour).Format(time.RFC3339)
	in := func(body object) object {
		return servertest.With(object{"name": "x", "scopes": []string{"catalog:read"}, "quota": 100, "expiresAt": soon.Format(time.RFC3339)}, body)
	}
	create(t, s, weak, in(nil)) // what it has, it may give
	for code, bodies := range map[problem.Code][]object{
		problem.InsufficientScope: {in(object{"scopes": []string{"catalog:read", "orders:read"}}), in(object{"scopes": []string{"audit:revert"}, "holder": "person"})},
		problem.BeyondLimit:       {in(object{"quota": 101}), in(object{"quota": nil}), in(object{"expiresAt": later}), in(object{"expiresAt": nil})},
		problem.ValidationFailed:  {in(object{"scopes": []string{"keys:write"}}), in(object{"scopes": []string{"keys:write"}, "holder": "program"})},
	} {
		for _, body := range bodies {
			for _, name := range []string{"quota", "expiresAt"} {
				if body[name] == nil {
					delete(body, name)
				}
			}
			s.Refused(t, weak, "keys.create", body, code)
		}
	}
	other := create(t, s, owner, in(object{"name": "Other"}))
	for code, patches := range map[problem.Code][]object{
		problem.BeyondLimit: {{"quota": 101}, {"quota": nil}, {"expiresAt": later}, {"expiresAt": nil}},
	} {
		for _, patch := range patches {
			s.Refused(t, weak, "keys.update", object{"id": other.ID, "patch": patch}, code)
		}
	}
	// What may do more is out of its reach, whatever it wants to do with it.
	for _, strong := range []made{
		create(t, s, owner, in(object{"scopes": []string{"orders:read"}})), create(t, s, owner, in(object{"quota": 101})), create(t, s, owner, object{"name": "y", "quota": 100}),
	} {
		for tool, body := range map[string]object{"keys.update": {"patch": object{"paused": true}}, "keys.rotate": {"confirm": true}, "keys.revoke": {"confirm": true}} {
			r := s.Call(t, weak, tool, servertest.With(body, object{"id": strong.ID}))
			if r.Status != http.StatusForbidden {
				t.Errorf("%s: %d %s", tool, r.Status, r.Body)
			}
		}
	}
	// Of itself it changes the name alone.
	for _, patch := range []object{{"quota": 1}, {"expiresAt": soon.Format(time.RFC3339)}, {"paused": false}, {"holder": "agent"}, {"name": "x", "quota": 1}} {
		s.Refused(t, weak, "keys.update", object{"id": weakID, "patch": patch}, problem.OwnKey)
	}
	s.Refused(t, weak, "keys.rotate", object{"id": weakID, "confirm": true}, problem.OwnKey)
	s.Refused(t, weak, "keys.revoke", object{"id": weakID, "confirm": true}, problem.OwnKey)
	s.OK(t, weak, "keys.update", object{"id": weakID, "patch": object{"name": "Strong?"}}, nil)
	// A person's key cannot become an agent's that still gives rights.
	boss := create(t, s, owner, object{"scopes": []string{"keys:write"}, "holder": "person"})
	s.Refused(t, owner, "keys.update", object{"id": boss.ID, "patch": object{"holder": "agent"}}, problem.ValidationFailed)
	s.Refused(t, owner, "keys.update", object{"id": boss.ID, "patch": object{"scopes": []string{"orders:read"}}}, problem.ValidationFailed)
	// Over MCP no operation on keys can be called, nor what decides about them; nor what the console sends files with.
	files := []string{"categories.import", "images.upload", "pages.preview", "products.import"}
	for _, op := range s.Contract.Tools() {
		if (op.Tag == "keys" || op.Tag == "approvals" || slices.Contains(files, op.Name)) != op.RESTOnly {
			t.Errorf("%s: %v", op.Name, op.RESTOnly)
		}
	}
	if all := contract.ShopScopes(); len(all) != 20 {
		t.Errorf("all is %v", all)
	}
}

// A stop holds for every key of the holders, those that are made by the command line too, and a person goes on.
func TestAllAgentsAreStopped(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	owner := s.Key(t, "owner")
	agent, program := create(t, s, owner, nil), create(t, s, owner, object{"holder": "program"})
	alone := create(t, s, owner, nil)
	s.OK(t, owner, "keys.update", object{"id": alone.ID, "patch": object{"paused": true}}, nil)
	runs := func(m made, want bool) {
		t.Helper()
		if r := s.Call(t, m.Secret, "products.search", object{}); (r.Status == http.StatusOK) != want {
			t.Errorf("%s", r.Body)
		}
	}
	count := func(tool string, body object, want int) {
		t.Helper()
		var answer map[string]int
		s.OK(t, owner, tool, body, &answer)
		for _, n := range answer {
			if n != want {
				t.Errorf("%s %v: %d, want %d", tool, body, n, want)
			}
		}
	}
	count("keys.pause_all", object{"holders": []string{"agent"}, "confirm": true}, 1)
	runs(agent, false)
	runs(program, true)
	count("keys.pause_all", object{"holders": []string{"agent", "agent"}, "confirm": true}, 0) // they are stopped already
	s.Refused(t, owner, "keys.create", object{"name": "x", "scopes": []string{"catalog:read"}}, problem.AgentsPaused)
	s.Refused(t, owner, "keys.update", object{"id": agent.ID, "patch": object{"paused": false}}, problem.AgentsPaused)
	var changed object
	s.OK(t, owner, "keys.update", object{"id": agent.ID, "patch": object{"name": "Still paused"}}, &changed)
	if changed["pausedAt"] == nil {
		t.Errorf("%v", changed)
	}
	_, secret := s.Grant(t, auth.Grant{Holder: auth.Agent, Scopes: []string{"catalog:read"}})
	runs(made{Secret: secret}, false)
	create(t, s, owner, object{"holder": "program"})
	count("keys.pause_all", object{"confirm": true}, 2)
	runs(program, false)
	s.OK(t, owner, "keys.list", object{}, nil)
	count("keys.resume_all", object{}, 4)
	row := s.LastAudit(t, 1)[0]
	if row.Tool != "keys.resume_all" || *row.EntityType != "holder" || *row.EntityID != "program" {
		t.Errorf("%+v", row)
	}
	count("keys.resume_all", object{}, 0)
	runs(agent, true)
	runs(program, true)
	runs(alone, false)
}

// A stop holds at once in the replica that is called, and soon after in another.
func TestAPauseHoldsInEveryReplica(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	other := s.Beside(t, servertest.Options{})
	owner := s.Key(t, "owner")
	m := create(t, s, owner, nil)
	other.OK(t, m.Secret, "products.search", object{}, nil) // the other remembers it
	for _, stop := range []func(){
		func() { s.OK(t, owner, "keys.update", object{"id": m.ID, "patch": object{"paused": true}}, nil) },
		func() { s.OK(t, owner, "keys.pause_all", object{"confirm": true}, nil) },
	} {
		stop()
		s.Refused(t, m.Secret, "products.search", object{}, problem.KeyPaused)
		servertest.Eventually(t, 10*time.Second, func() bool {
			return other.Call(t, m.Secret, "products.search", object{}).Status == http.StatusForbidden
		})
		s.OK(t, owner, "keys.resume_all", object{}, nil)
		s.OK(t, owner, "keys.update", object{"id": m.ID, "patch": object{"paused": false}}, nil)
		servertest.Eventually(t, 10*time.Second, func() bool {
			return other.Call(t, m.Secret, "products.search", object{}).Status == http.StatusOK
		})
	}
}

// The answer that is kept for a repetition has no secret that can be read, or the call is refused.
func TestAnAnswerWithASecretIsKeptSealed(t *testing.T) {
	t.Parallel()
	for _, sealed := range []bool{true, false} {
		s := servertest.New(t, servertest.Options{NoSecrets: !sealed})
		owner := s.Key(t, "owner")
		other := create(t, s, owner, nil)
		for tool, body := range map[string]object{
			"keys.create": {"name": "x", "scopes": []string{"catalog:read"}}, "keys.rotate": {"id": other.ID, "confirm": true},
		} {
			text, err := json.Marshal(body)
			if err != nil {
				t.Fatal(err)
			}
			call := func() servertest.Reply {
				r := s.Request(t, owner, tool, text)
				r.Header.Set("Idempotency-Key", "one")
				return s.Do(t, tool, r)
			}
			reply := call()
			if !sealed {
				reply.Problem(t, problem.SecretsKeyMissing)
				s.OK(t, owner, tool, body, nil)
				continue
			}
			var first, again made
			reply.Result(t, &first)
			call().Result(t, &again)
			if first != again || first.Secret == "" {
				t.Errorf("%s: %+v, then %+v", tool, first, again)
			}
			if n := servertest.One[int](t, s, "SELECT count(*)::int FROM idempotent_answers WHERE answer::text LIKE '%sfk%'"); n != 0 {
				t.Errorf("%s: %d answers with a secret", tool, n)
			}
		}
	}
}

// A key gets limits, which are changed as a whole, and gives no key more than them.
func TestLimitsOfAKey(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	owner := s.Key(t, "owner")
	first := object{"approval": false, "maxPriceChangePercent": 20, "maxRefundOere": 9007199254740991, "maxWritesPerDay": 0}
	m := create(t, s, owner, object{"scopes": []string{"pages:write"}, "limits": first})
	one := func() (key object) {
		t.Helper()
		var page struct{ Items []object }
		s.OK(t, owner, "keys.list", object{"limit": 1}, &page)
		return page.Items[0]
	}
	servertest.WantFields(t, "made", one(), object{"limits": first})
	if entry := s.LastAudit(t, 1)[0]; !strings.Contains(string(entry.After), `"maxPriceChangePercent":20`) {
		t.Errorf("%s", entry.After)
	}
	p := s.Refused(t, m.Secret, "pages.upsert", object{"slug": "om-os", "title": "Om os", "body": "Vi er en lille butik."}, problem.BeyondLimit)
	if p.Limit.Name != "maxWritesPerDay" {
		t.Errorf("%+v", p)
	}
	var key struct{ Limits []object }
	s.Ask(t, http.MethodGet, "/api/v1/key", "Authorization", "Bearer "+m.Secret).Result(t, &key)
	if len(key.Limits) != 3 || !servertest.SameJSON(key.Limits[2], object{"name": "maxWritesPerDay", "value": 0, "left": 0}) {
		t.Errorf("%v", key.Limits)
	}

	s.OK(t, owner, "keys.update", object{"id": m.ID, "patch": object{"limits": object{"maxDeletesPerDay": 3}}}, nil)
	servertest.WantFields(t, "changed", one(), object{"limits": object{"approval": false, "maxDeletesPerDay": 3}})
	s.OK(t, owner, "keys.update", object{"id": m.ID, "patch": object{"limits": nil}}, nil)
	servertest.WantFields(t, "without", one(), object{"limits": nil})
	for _, bad := range []object{{}, {"maxWritesPerDay": -1}, {"maxDiscountPercent": 101}, {"maxWrites": 1}} {
		s.Refused(t, owner, "keys.update", object{"id": m.ID, "patch": object{"limits": bad}}, problem.ValidationFailed)
	}

	var limited made
	s.OK(t, owner, "keys.create", object{"name": "Deputy", "holder": "person", "scopes": contract.Scopes, "limits": object{"maxRefundOere": 500, "maxDeletesPerDay": 5}}, &limited)
	for _, more := range []any{nil, object{"maxRefundOere": 500}, object{"maxRefundOere": 501, "maxDeletesPerDay": 5}} {
		body := object{"name": "Mine", "scopes": []string{"orders:write"}, "limits": more}
		if p := s.Refused(t, limited.Secret, "keys.create", body, problem.BeyondLimit); p.Limit == nil {
			t.Errorf("%+v", p)
		}
	}
	less := create(t, s, limited.Secret, object{"limits": object{"maxRefundOere": 0, "maxDeletesPerDay": 5, "maxOrderOere": 1}})
	s.Refused(t, limited.Secret, "keys.update", object{"id": less.ID, "patch": object{"limits": nil}}, problem.BeyondLimit)
	s.Refused(t, limited.Secret, "keys.update", object{"id": m.ID, "patch": object{"name": "Mine"}}, problem.BeyondLimit)
	s.Refused(t, limited.Secret, "keys.update", object{"id": limited.ID, "patch": object{"limits": nil}}, problem.OwnKey)
}
