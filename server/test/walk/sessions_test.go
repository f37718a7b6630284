package walk_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/storefront/storefront/server/config"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
)

// Every answer of the addresses that open, renew and end a session.
func TestEveryAnswerOfASession(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	limited, _ := servertest.NewLimited(t, func(c *config.Serve) { c.Limits.AuthAttemptQuota = 1 })
	without := servertest.New(t, servertest.Options{Config: func(c *config.Serve) { c.Console = false }})
	without.Get(t, "/admin").Problem(t, problem.EndpointNotFound)
	const post, remove = http.MethodPost, http.MethodDelete
	key, cookie := s.Key(t, "catalog:read"), ""
	for _, asked := range []struct {
		method, path, body string
		header             []string // in addition
		status             int
	}{
		{post, "/admin/session", `{}`, []string{"Authorization", "Bearer " + key}, 200},
		{post, "/admin/session", `{}`, []string{"Authorization", "Bearer nonsense"}, 401},
		{post, "/admin/session", `{"code":"X"}`, nil, 401},
		{post, "/admin/session", `{`, nil, 400},
		{post, "/admin/session", `{"code":1}`, nil, 422},
		{post, "/admin/session", `{}`, []string{"Content-Type", "text/plain"}, 415},
		{post, "/admin/session", `{}`, []string{"Sec-Fetch-Site", "cross-site"}, 403},
		{post, "/admin/session/renew", `{}`, nil, 200},
		{post, "/admin/session/renew", ``, nil, 400},
		{post, "/admin/session/renew", `{"code":"X"}`, nil, 422},
		{post, "/admin/session/renew", `{}`, []string{"Content-Type", ""}, 415},
		{post, "/admin/session/renew", `{}`, []string{"Origin", "https://elsewhere.example"}, 403},
		{remove, "/admin/session", ``, []string{"Sec-Fetch-Site", "same-site"}, 403},
		{remove, "/admin/session", strings.Repeat(" ", 1<<20+1), nil, 413},
		{remove, "/admin/session", ``, nil, 204},
		{post, "/admin/session/renew", `{}`, nil, 401},
	} {
		send := func(to *servertest.Server) servertest.Reply {
			t.Helper()
			r, err := http.NewRequestWithContext(t.Context(), asked.method, to.URL+asked.path, strings.NewReader(asked.body))
			if err != nil {
				t.Fatal(err)
			}
			r.Header.Set("Content-Type", "application/json")
			r.Header.Set("Cookie", cookie)
			for i := 0; i < len(asked.header); i += 2 {
				r.Header.Set(asked.header[i], asked.header[i+1])
			}
			return to.Do(t, "", r)
		}
		reply := send(s)
		if reply.Status != asked.status {
			t.Errorf("%s %s with %v: %d %s", asked.method, asked.path, asked.header, reply.Status, reply.Body)
		}
		if set := reply.Header.Get("Set-Cookie"); set != "" {
			cookie, _, _ = strings.Cut(set, ";")
		}
		send(limited) // which refuses all but the first with 429
		send(without).Problem(t, problem.EndpointNotFound)
	}
}
