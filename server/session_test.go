package server_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/auth"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

const (
	sessions = "/admin/session"
	renewals = "/admin/session/renew"
)

// browser is one with a cookie, as pages of the console use it.
type browser struct {
	s      *servertest.Server
	cookie *http.Cookie // of the session; nil for none
}

// request prepares a call of a page of the shop itself.
func (b *browser) request(t *testing.T, method, path string, body any) *http.Request {
	t.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	r, err := http.NewRequestWithContext(t.Context(), method, b.s.URL+path, bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Origin", b.s.URL)
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	if b.cookie != nil {
		r.AddCookie(b.cookie)
	}
	return r
}

// do sends a request, and keeps the cookie of the answer.
func (b *browser) do(t *testing.T, r *http.Request) servertest.Reply {
	t.Helper()
	reply := b.s.Do(t, "", r)
	for _, cookie := range (&http.Response{Header: reply.Header}).Cookies() {
		b.cookie = cookie
	}
	if got := reply.Header.Get("Cache-Control"); reply.Status != http.StatusForbidden && got != "no-store" {
		t.Errorf("%s: Cache-Control %q", r.URL.Path, got)
	}
	return reply
}

// signedIn is the result of an answer that opens or renews a session.
type signedIn struct {
	Token, ExpiresAt string
	Key              object
}

func opened(t *testing.T, reply servertest.Reply) (in signedIn) {
	t.Helper()
	if reply.Status != http.StatusOK {
		t.Fatalf("%d %s", reply.Status, reply.Body)
	}
	reply.Result(t, &in)
	return in
}

func (b *browser) withKey(t *testing.T, secret string) servertest.Reply {
	t.Helper()
	r := b.request(t, http.MethodPost, sessions, object{})
	r.Header.Set("Authorization", "Bearer "+secret)
	return b.do(t, r)
}

func (b *browser) withCode(t *testing.T, code string) servertest.Reply {
	t.Helper()
	return b.do(t, b.request(t, http.MethodPost, sessions, object{"code": code}))
}

func (b *browser) renew(t *testing.T) servertest.Reply {
	t.Helper()
	return b.do(t, b.request(t, http.MethodPost, renewals, object{}))
}

func (b *browser) signOut(t *testing.T) {
	t.Helper()
	if reply := b.do(t, b.request(t, http.MethodDelete, sessions, nil)); reply.Status != http.StatusNoContent || b.cookie == nil || b.cookie.MaxAge >= 0 {
		t.Errorf("%d %s, %v", reply.Status, reply.Body, b.cookie)
	}
	b.cookie = nil
}

// works reports whether a bearer is taken, over REST and MCP, and what the answer is otherwise.
func works(t *testing.T, s *servertest.Server, bearer string) (bool, servertest.Reply) {
	t.Helper()
	reply := s.Call(t, bearer, "categories.list", object{})
	over := s.Do(t, "", s.MCPRequest(t, bearer, []byte(`{"jsonrpc":"2.0","id":1,"method":"ping"}`)))
	if ok := reply.Status == http.StatusOK; ok != (over.Status == http.StatusOK) && reply.Status != http.StatusForbidden {
		t.Errorf("REST answers %d, MCP %d", reply.Status, over.Status)
	}
	return reply.Status == http.StatusOK, reply
}

func code(t *testing.T, s *servertest.Server, name string) string {
	t.Helper()
	code, err := auth.NewCode(call.With(t.Context(), call.Command("console", "mette")), s.Store, name)
	if err != nil {
		t.Fatal(err)
	}
	return code
}

// A token is the key that opened the session, until the session is signed out of.
func TestSignInWithAKey(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	id, secret := s.Grant(t, auth.Grant{Name: "Mette", Holder: auth.Person, Scopes: []string{"categories:read", "pages:write"}, Quota: 50})
	b := &browser{s: s}
	before := time.Now()
	in := opened(t, b.withKey(t, secret))
	servertest.WantFields(t, "the key", in.Key, object{"id": id, "name": "Mette", "holder": "person", "scopes": []string{"categories:read", "pages:write"}})
	if !strings.HasPrefix(in.Token, "sfs_") || !slices.Contains(in.Key["operations"].([]any), any("pages.upsert")) {
		t.Errorf("%+v", in)
	}
	if at, err := time.Parse(time.RFC3339, in.ExpiresAt); err != nil || at.Sub(before).Round(time.Minute) != 15*time.Minute {
		t.Errorf("until %s: %v", in.ExpiresAt, err)
	}
	if c := b.cookie; c.Name != "console" || c.Path != sessions || !c.HttpOnly || c.Secure || c.SameSite != http.SameSiteStrictMode || c.MaxAge != 0 || !c.Expires.IsZero() {
		t.Errorf("%v", c)
	}
	var described object
	reply := describeKey(t, s, "Bearer "+in.Token)
	reply.Result(t, &described)
	servertest.WantFields(t, "the token", described, object{"id": id, "scopes": []string{"categories:read", "pages:write"}, "quota": 50, "expiresAt": in.ExpiresAt, "remaining": 49})
	describeKey(t, s, "Bearer "+secret).Result(t, &described)
	servertest.WantFields(t, "the key, with the bucket of its token", described, object{"remaining": 48, "expiresAt": nil})

	s.OK(t, in.Token, "pages.upsert", object{"slug": "om-os", "title": "Om os", "body": "Vi er en lille butik."}, nil)
	if entry := s.LastAudit(t, 1)[0]; entry.Actor != "apikey:"+id || *entry.ActorName != "Mette" || *entry.Holder != auth.Person || entry.Tool != "pages.upsert" {
		t.Errorf("%+v", entry)
	}
	reader := s.Key(t, "all")
	for bearer, within := range map[string]bool{in.Token: true, secret: false} {
		var shown struct{ SessionID *string } // left out where there is none
		s.OK(t, bearer, "pages.upsert", object{"slug": "om-os", "title": "Om os", "body": "Vi er en lille butik, " + bearer[:4]}, nil)
		s.OK(t, reader, "audit.get", object{"auditLogId": s.LastAudit(t, 1)[0].ID.String()}, &shown)
		if (shown.SessionID != nil) != within {
			t.Errorf("%t: %v", within, shown.SessionID)
		}
	}
	s.Refused(t, in.Token, "orders.list", object{}, problem.InsufficientScope)
	if ok, reply := works(t, s, in.Token); !ok {
		t.Errorf("%s", reply.Body)
	}

	b.signOut(t)
	if ok, _ := works(t, s, in.Token); ok {
		t.Error("the token works after signing out")
	}
	b.signOut(t)
	entries := s.LastAudit(t, 100)
	signedIn := slices.IndexFunc(entries, func(e db.AuditLog) bool { return e.Tool == "system.sign_in" })
	for i, want := range map[int]string{0: "system.sign_out", signedIn: "system.sign_in"} {
		if e := entries[i]; e.Tool != want || e.Actor != "apikey:"+id || *e.EntityType != "session" || *e.EntityLabel != "Mette" {
			t.Errorf("%d: %+v", i, e)
		}
	}
}

// A code makes the key of the person, which the next code finds.
func TestSignInWithACode(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	b := &browser{s: s}
	first := code(t, s, "Mette")
	if n := servertest.One[int](t, s, "SELECT count(*)::int FROM api_keys"); n != 0 {
		t.Errorf("%d keys before the code is redeemed", n)
	}
	in := opened(t, b.withCode(t, first))
	servertest.WantFields(t, "the key", in.Key, object{"name": "Mette", "holder": "person", "scopes": contract.Scopes})
	if ok, reply := works(t, s, in.Token); !ok {
		t.Errorf("%s", reply.Body)
	}
	entries := s.LastAudit(t, 2)
	if made, by := entries[1], entries[0]; made.Actor != "cli:mette" || *made.EntityType != "key" || by.Actor != "apikey:"+in.Key["id"].(string) || !strings.Contains(string(by.After), `"cli:mette"`) {
		t.Errorf("%+v, %+v", made, by)
	}
	(&browser{s: s}).withCode(t, first).Problem(t, problem.InvalidCode)
	again := opened(t, (&browser{s: s}).withCode(t, code(t, s, "Mette")))
	if again.Key["id"] != in.Key["id"] {
		t.Errorf("%v, then %v", in.Key, again.Key)
	}
	for _, other := range []auth.Grant{
		{Name: "Per", Holder: auth.Person, Scopes: []string{"catalog:read"}}, {Name: "Per", Scopes: contract.ShopScopes()},
	} {
		s.Grant(t, other)
	}
	per := opened(t, (&browser{s: s}).withCode(t, code(t, s, "Per")))
	servertest.WantFields(t, "not a key with fewer scopes, or of a program", per.Key, object{"scopes": contract.Scopes, "holder": "person"})
	s.OK(t, in.Token, "keys.revoke", object{"id": per.Key["id"], "confirm": true}, nil)
	if anew := opened(t, (&browser{s: s}).withCode(t, code(t, s, "Per"))); anew.Key["id"] == per.Key["id"] {
		t.Error("a revoked key signs in")
	}
	for _, bad := range []string{"x", strings.ToLower(code(t, s, "Mette")), strings.Repeat("A", 100)} {
		b.withCode(t, bad).Problem(t, problem.InvalidCode)
	}
	if _, err := auth.NewCode(t.Context(), s.Store, "two\nlines"); err == nil {
		t.Error("a name with a line break is taken")
	}
}

// Of many who redeem a code at once one signs in, and many codes of a person at once make one key.
func TestCodesAtOnce(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	shared := code(t, s, "Mette")
	const callers = 200
	if statuses, _ := servertest.Together(callers, func(int) servertest.Reply {
		return (&browser{s: s}).withCode(t, shared)
	}); statuses[http.StatusOK] != 1 || statuses[http.StatusUnauthorized] != callers-1 {
		t.Errorf("%v", statuses)
	}
	codes := make([]string, 8)
	for i := range codes {
		codes[i] = code(t, s, "Per")
	}
	if statuses, _ := servertest.Together(len(codes), func(i int) servertest.Reply {
		return (&browser{s: s}).withCode(t, codes[i])
	}); statuses[http.StatusOK] != len(codes) {
		t.Errorf("%v", statuses)
	}
	if n := servertest.One[int](t, s, "SELECT count(*)::int FROM api_keys"); n != 2 {
		t.Errorf("%d keys of two people", n)
	}
}

// Each tab has its own token, and renewing in one leaves the other's alone. All end together.
func TestTwoTabs(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	tab := &browser{s: s}
	first := opened(t, tab.withKey(t, s.Key(t, "categories:read")))
	other := &browser{s: s, cookie: tab.cookie}
	second, third := opened(t, other.renew(t)), opened(t, tab.renew(t))
	if other.cookie.Value != tab.cookie.Value || first.Token == second.Token || second.Token == third.Token || !servertest.SameJSON(first.Key, third.Key) {
		t.Error("renewing gives another cookie, the same token or another key")
	}
	for _, in := range []signedIn{first, second, third} {
		if ok, reply := works(t, s, in.Token); !ok {
			t.Errorf("%s", reply.Body)
		}
	}
	other.signOut(t)
	for _, in := range []signedIn{first, second, third} {
		if ok, _ := works(t, s, in.Token); ok {
			t.Error("a token works after signing out")
		}
	}
	tab.renew(t).Problem(t, problem.SessionExpired)
	tab.cookie = nil
	tab.renew(t).Problem(t, problem.SessionExpired)
}

// Who signs in ends the session that the browser had.
func TestSignInReplacesTheSession(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	b := &browser{s: s}
	one := opened(t, b.withKey(t, s.Key(t, "categories:read")))
	former := *b.cookie
	two := opened(t, b.withCode(t, code(t, s, "Mette")))
	if ok, _ := works(t, s, one.Token); ok || b.cookie.Value == former.Value {
		t.Error("the former session goes on")
	}
	if ok, _ := works(t, s, two.Token); !ok {
		t.Error("the new session does not work")
	}
	(&browser{s: s, cookie: &former}).renew(t).Problem(t, problem.SessionExpired)
}

// A session ends at its time: 15 minutes for a token, 12 hours without use, 7 days in all; and a code after ten minutes.
func TestSessionsExpire(t *testing.T) {
	t.Parallel()
	clock := servertest.NewClock()
	s := servertest.New(t, servertest.Options{Template: storetest.Empty, Clock: clock.Now})
	b, left, unused := &browser{s: s}, &browser{s: s}, code(t, s, "Mette")
	in := opened(t, b.withCode(t, code(t, s, "Mette")))
	opened(t, left.withCode(t, code(t, s, "Mette")))
	clock.Advance(10 * time.Minute)
	(&browser{s: s}).withCode(t, unused).Problem(t, problem.InvalidCode)
	if ok, reply := works(t, s, in.Token); !ok {
		t.Errorf("%s", reply.Body)
	}
	clock.Advance(5 * time.Minute)
	if ok, reply := works(t, s, in.Token); ok || reply.Problem(t, problem.InvalidKey).Code == "" {
		t.Errorf("%s", reply.Body)
	}
	opened(t, b.renew(t))
	for range 14 { // to 13 minutes before the 7 days are over
		clock.Advance(12*time.Hour - 2*time.Minute)
		opened(t, b.renew(t))
	}
	left.renew(t).Problem(t, problem.SessionExpired)
	clock.Advance(10 * time.Minute)
	in = opened(t, b.renew(t))
	clock.Advance(3 * time.Minute)
	if ok, _ := works(t, s, in.Token); ok {
		t.Error("a token outlives its session")
	}
	b.renew(t).Problem(t, problem.SessionExpired)
	s.RunJobs(t)
	for _, table := range []string{"key_sessions", "session_tokens", "sign_in_codes"} {
		if n := servertest.One[int](t, s, "SELECT count(*)::int FROM "+table); n != 0 {
			t.Errorf("%d rows in %s", n, table)
		}
	}
}

// Only digests are in the database, and nothing in the log.
func TestNoSecretOfASessionIsKept(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{Template: storetest.Empty})
	b, shared := &browser{s: s}, code(t, s, "Mette")
	in := opened(t, b.withCode(t, shared))
	renewed := opened(t, b.renew(t))
	(&browser{s: s}).withCode(t, shared).Problem(t, problem.InvalidCode)
	secrets := []string{shared, in.Token, renewed.Token, b.cookie.Value}
	for _, secret := range secrets {
		if held := s.Holding(t, secret); held != nil {
			t.Errorf("%v have a secret", held)
		}
		if found := s.Log.About(secret); found != "" {
			t.Errorf("%s", found)
		}
	}
}
