package server_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/storefront/storefront/server/config"
	"github.com/storefront/storefront/server/platform/auth"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

// A session ends with its key, in every replica, and stands still while the key is paused.
func TestASessionEndsWithItsKey(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{Template: storetest.Empty})
	replica := s.Beside(t, servertest.Options{})
	owner := s.Key(t, "owner")
	agent := auth.Grant{Name: "Agent", Holder: auth.Agent, Scopes: []string{"categories:read"}}
	for how, end := range map[string]struct {
		tool      string
		body      object
		otherwise problem.Code // of a call
		renewal   problem.Code
	}{
		"revoked": {"keys.revoke", object{"confirm": true}, problem.InvalidKey, problem.SessionExpired},
		"paused":  {"keys.update", object{"patch": object{"paused": true}}, problem.KeyPaused, problem.KeyPaused},
		"rotated": {"keys.rotate", object{"graceHours": 0, "confirm": true}, problem.InvalidKey, problem.SessionExpired},
	} {
		id, secret := s.Grant(t, agent)
		b := &browser{s: s}
		in := opened(t, b.withKey(t, secret))
		for _, each := range []*servertest.Server{s, replica} {
			if ok, reply := works(t, each, in.Token); !ok {
				t.Fatalf("%s: %s", how, reply.Body)
			}
		}
		s.OK(t, owner, end.tool, with(object{"id": id}, end.body), nil)
		ended := time.Now()
		_, reply := works(t, s, in.Token)
		reply.Problem(t, end.otherwise)
		endsSoon(t, replica, in.Token)
		if took := time.Since(ended); took > 2*time.Second { // 100 ms, on a machine that is not busy
			t.Errorf("%s: after %s", how, took)
		}
		b.renew(t).Problem(t, end.renewal)
		if how == "paused" {
			(&browser{s: s}).withKey(t, secret).Problem(t, problem.KeyPaused)
			s.OK(t, owner, "keys.update", object{"id": id, "patch": object{"paused": false}}, nil)
			opened(t, b.renew(t))
			s.OK(t, owner, "keys.pause_all", object{"holders": []string{"agent"}, "confirm": true}, nil)
			b.renew(t).Problem(t, problem.KeyPaused)
			s.OK(t, owner, "keys.resume_all", object{"holders": []string{"agent"}}, nil)
		}
	}
}

// A token is not longer good than its key, and a session that was opened with the secret before a rotation ends with that.
func TestASessionExpiresWithItsKey(t *testing.T) {
	t.Parallel()
	clock := servertest.NewClock()
	s := servertest.New(t, servertest.Options{Template: storetest.Empty, Clock: clock.Now})
	soon := clock.Now().Add(5 * time.Minute).UTC().Truncate(time.Millisecond)
	b, rotated := &browser{s: s}, &browser{s: s}
	_, secret := s.Grant(t, auth.Grant{Name: "Soon", Scopes: []string{"categories:read"}, Expires: &soon})
	in := opened(t, b.withKey(t, secret))
	if in.ExpiresAt != soon.Format("2006-01-02T15:04:05.000Z") {
		t.Errorf("%s, and the key until %s", in.ExpiresAt, soon)
	}
	id, old := s.Grant(t, auth.Grant{Name: "Rotated", Scopes: []string{"categories:read"}})
	opened(t, rotated.withKey(t, old))
	s.OK(t, s.Key(t, "owner"), "keys.rotate", object{"id": id, "graceHours": 1, "confirm": true}, nil)
	opened(t, rotated.renew(t))
	clock.Advance(5 * time.Minute)
	if ok, _ := works(t, s, in.Token); ok {
		t.Error("a token outlives its key")
	}
	b.renew(t).Problem(t, problem.SessionExpired)
	opened(t, rotated.renew(t))
	clock.Advance(time.Hour)
	rotated.renew(t).Problem(t, problem.SessionExpired)
}

// Signing out ends a session in every replica, and a restart ends none.
func TestSessionsOfSeveralReplicas(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{Template: storetest.Empty})
	replica := s.Beside(t, servertest.Options{})
	b := &browser{s: s}
	in := opened(t, b.withCode(t, code(t, s, "Mette")))
	elsewhere := &browser{s: replica, cookie: b.cookie}
	renewed := opened(t, elsewhere.renew(t))
	for _, token := range []string{in.Token, renewed.Token} {
		for _, each := range []*servertest.Server{s, replica, s.Beside(t, servertest.Options{})} {
			if ok, reply := works(t, each, token); !ok {
				t.Errorf("%s", reply.Body)
			}
		}
	}
	elsewhere.signOut(t)
	for _, token := range []string{in.Token, renewed.Token} {
		endsSoon(t, s, token)
	}
}

// endsSoon waits until a token is refused, and wants it refused over MCP then, too.
func endsSoon(t *testing.T, s *servertest.Server, token string) {
	t.Helper()
	eventually(t, 5*time.Second, func() bool { return s.Call(t, token, "categories.list", object{}).Status != http.StatusOK })
	if ok, _ := works(t, s, token); ok {
		t.Error("a token works again")
	}
}

func TestWhoIsNotSignedIn(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	b := &browser{s: s}
	b.do(t, b.request(t, http.MethodPost, sessions, object{})).Problem(t, problem.AuthenticationRequired)
	for _, bad := range []string{"nonsense", "sfk_00000000000000000000000000000000000000", auth.SecretOf("Unknown")} {
		b.withKey(t, bad).Problem(t, problem.InvalidKey)
	}
	secret := s.Key(t, "categories:read")
	in := opened(t, b.withKey(t, secret))
	if p := b.withKey(t, in.Token).Problem(t, problem.InvalidKey); !strings.Contains(p.Detail, "token of a session") {
		t.Errorf("%+v", p)
	}
	both := b.request(t, http.MethodPost, sessions, object{"code": code(t, s, "Mette")})
	both.Header.Set("Authorization", "Bearer "+secret)
	b.do(t, both).Problem(t, problem.ValidationFailed)
	for _, path := range []string{sessions, renewals} {
		b.do(t, b.request(t, http.MethodPost, path, object{"cod": "x"})).Problem(t, problem.ValidationFailed)
		b.do(t, b.request(t, http.MethodPost, path, []int{})).Problem(t, problem.InvalidJSON)
		for _, media := range []string{"text/plain", "application/x-www-form-urlencoded", ""} {
			r := b.request(t, http.MethodPost, path, object{})
			r.Header.Set("Content-Type", media)
			b.do(t, r).Problem(t, problem.UnsupportedMediaType)
		}
		r := b.request(t, http.MethodPost, path, nil)
		r.Body, r.ContentLength = http.NoBody, 0
		b.do(t, r).Problem(t, problem.BodyRequired)
		b.do(t, b.request(t, http.MethodPost, path+"?code=x", object{})).Problem(t, problem.ValidationFailed)
	}
	b.do(t, b.request(t, http.MethodGet, sessions, object{})).Problem(t, problem.MethodNotAllowed)
	if n := servertest.One[int](t, s, "SELECT count(*)::int FROM key_sessions"); n != 1 {
		t.Errorf("%d sessions", n)
	}
}

// A page of another origin opens, renews and ends nothing, and gets no headers that would let it read answers.
func TestPagesOfOtherOriginsDoNotSignIn(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{Template: storetest.Empty, Config: func(c *config.Serve) {
		c.BaseURL, c.AllowedOrigins = "https://shop.example", []string{"https://chat.example"}
	}})
	b := &browser{s: s}
	in := opened(t, b.withCode(t, code(t, s, "Mette")))
	shared := code(t, s, "Mette")
	send := func(method, path, site, origin string) servertest.Reply {
		t.Helper()
		r := b.request(t, method, path, object{"code": shared})
		r.Header.Del("Sec-Fetch-Site")
		r.Header.Del("Origin")
		if site != "" {
			r.Header.Set("Sec-Fetch-Site", site)
		}
		if origin != "" {
			r.Header.Set("Origin", origin)
		}
		reply := s.Do(t, "", r)
		if got := reply.Header.Get("Access-Control-Allow-Origin"); got != "" {
			t.Errorf("Access-Control-Allow-Origin %q", got)
		}
		return reply
	}
	for _, from := range [][2]string{
		{"cross-site", "https://elsewhere.example"}, {"same-site", "https://blog.shop.example"}, {"cross-site", ""}, {"", "https://elsewhere.example"},
		{"", "null"}, {"", "http://localhost:1"}, {"cross-site", "https://chat.example"},
	} {
		send(http.MethodPost, sessions, from[0], from[1]).Problem(t, problem.OriginNotAllowed)
		send(http.MethodPost, renewals, from[0], from[1]).Problem(t, problem.OriginNotAllowed)
		send(http.MethodDelete, sessions, from[0], from[1]).Problem(t, problem.OriginNotAllowed)
	}
	if ok, _ := works(t, s, in.Token); !ok {
		t.Error("a page of another origin has ended the session")
	}
	preflight := s.AskUnchecked(t, http.MethodOptions, sessions, "Origin", "https://elsewhere.example", "Access-Control-Request-Method", "POST")
	if preflight.Header.Get("Access-Control-Allow-Origin") != "" || preflight.Header.Get("Access-Control-Allow-Methods") != "" {
		t.Errorf("%d %v", preflight.Status, preflight.Header)
	}
	opened(t, send(http.MethodPost, sessions, "", "https://shop.example"))
	shared = code(t, s, "Mette")
	opened(t, send(http.MethodPost, sessions, "", "")) // a program
}

// Tools, and every other address, take no notice of the cookie.
func TestOperationsIgnoreTheCookie(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	b := &browser{s: s}
	in := opened(t, b.withCode(t, code(t, s, "Mette")))
	for _, value := range []string{b.cookie.Value, in.Token} {
		r := s.Request(t, "", "orders.list", []byte("{}"))
		r.AddCookie(&http.Cookie{Name: "console", Value: value})
		s.Do(t, "orders.list", r).Problem(t, problem.AuthenticationRequired)
		s.Ask(t, http.MethodGet, "/api/v1/key", "Cookie", "console="+value).Problem(t, problem.AuthenticationRequired)
	}
	s.Ask(t, http.MethodGet, "/api/v1/key", "Authorization", "Bearer "+b.cookie.Value).Problem(t, problem.InvalidKey)
	b.cookie.Value = in.Token
	b.renew(t).Problem(t, problem.SessionExpired)
}

// Each call, right or wrong, is an attempt to authenticate.
func TestSigningInIsLimited(t *testing.T) {
	t.Parallel()
	s, clock := servertest.NewLimited(t, func(c *config.Serve) { c.Limits.AuthAttemptQuota, c.Limits.AuthAttemptRefill = 4, time.Second })
	b := &browser{s: s}
	codes := []string{code(t, s, "Mette"), code(t, s, "Mette")}
	b.withCode(t, "wrong").Problem(t, problem.InvalidCode)
	opened(t, b.withCode(t, codes[0]))
	opened(t, b.renew(t))
	b.signOut(t)
	for _, r := range []*http.Request{
		b.request(t, http.MethodPost, sessions, object{"code": codes[1]}), b.request(t, http.MethodPost, renewals, object{}), b.request(t, http.MethodDelete, sessions, nil),
	} {
		if p := b.do(t, r).Problem(t, problem.AuthenticationRateLimitExceeded); p.RetryAfter == 0 || p.ViolatedPolicies[0] != "auth-attempt" {
			t.Errorf("%+v", p)
		}
	}
	clock.Advance(5 * time.Second)
	opened(t, b.withCode(t, codes[1]))
}

// The cookie is Secure, but on http of a loopback address.
func TestTheCookieIsSecure(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{Template: storetest.Empty, Config: func(c *config.Serve) {
		if err := c.TrustedProxies.UnmarshalText([]byte("127.0.0.1")); err != nil {
			t.Fatal(err)
		}
	}})
	for address, secure := range map[string]bool{
		"http://localhost:8080": false, "http://127.0.0.1": false, "http://[::1]:80": false, "https://localhost": true, "https://shop.example": true, "http://shop.example": true,
	} {
		b := &browser{s: s}
		r := b.request(t, http.MethodPost, sessions, object{"code": code(t, s, "Mette")})
		scheme, host, _ := strings.Cut(address, "://")
		r.Header.Set("X-Forwarded-Proto", scheme)
		r.Header.Set("X-Forwarded-Host", host)
		opened(t, b.do(t, r))
		if b.cookie.Secure != secure {
			t.Errorf("%s: %v", address, b.cookie)
		}
	}
}
