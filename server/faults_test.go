package server_test

import (
	"context"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
)

// administer runs statements beside the service.
func administer(t testing.TB, address string, statements ...string) {
	t.Helper()
	const patience = 3 * time.Minute // for a busy machine and large statements
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	conn, err := pgx.Connect(ctx, address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(ctx)
	for _, statement := range statements {
		if _, err := conn.Exec(ctx, statement); err != nil {
			t.Fatal(err)
		}
	}
}

func TestEveryOperationHidesAFaultOfOurs(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{Unaided: true}) // what is in memory needs no database
	key := s.Key(t, "all")
	s.OK(t, key, "products.get", object{"slug": "round-metal"}, nil)
	administer(t, s.DatabaseURL, "ALTER SCHEMA public RENAME TO elsewhere")
	for _, op := range s.Contract.Tools() {
		reply := s.Raw(t, key, op.Name, anExample(t, op.Name))
		p := reply.Problem(t, problem.InternalError)
		for _, secret := range []string{"SQL", "relation", "products", "pgx", "goroutine", ".go:"} {
			if strings.Contains(p.Detail+p.Title+p.Resolution, secret) {
				t.Errorf("%s tells %q: %s", op.Name, secret, reply.Body)
			}
		}
		if !p.Retryable || !strings.Contains(s.Log.String(), reply.Header.Get("X-Request-Id")) {
			t.Errorf("%s: %s", op.Name, reply.Body)
		}
	}
}

func TestEveryOperationSaysThatTheDatabaseIsAwayAndRecovers(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{Unaided: true})
	key := s.Key(t, "all")
	s.OK(t, key, "products.get", object{"slug": "round-metal"}, nil)
	name, admin := databaseOf(t, s.DatabaseURL)
	administer(t, admin, "ALTER DATABASE "+name+" ALLOW_CONNECTIONS false",
		"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '"+name+"'")

	for _, op := range s.Contract.Tools() {
		reply := s.Raw(t, key, op.Name, anExample(t, op.Name))
		reply.Problem(t, problem.Unavailable)
		if reply.Header.Get("Retry-After") == "" {
			t.Errorf("%s: no Retry-After", op.Name)
		}
		if !op.AnonymousMCP {
			continue // a key cannot be looked up: the request itself is refused
		}
		// Over MCP there is no header for one call.
		o := s.CallMCP(t, "", op.MCPName, anExample(t, op.Name))
		if p := o.Reply.Problem(t, problem.Unavailable); p.RetryAfter < 1 {
			t.Errorf("%s over MCP: %s", op.Name, o.Reply.Body)
		}
	}
	s.Get(t, "/readyz").Problem(t, problem.Unavailable)
	if health := s.Get(t, "/healthz"); health.Status != 200 {
		t.Errorf("healthz: %d", health.Status)
	}

	administer(t, admin, "ALTER DATABASE "+name+" ALLOW_CONNECTIONS true")
	s.OK(t, key, "products.get", object{"slug": "round-metal"}, nil)
	eventually(t, time.Second, func() bool { return s.Get(t, "/readyz").Status == 200 })
}

// databaseOf returns the name of the database and the URL of its server.
func databaseOf(t testing.TB, address string) (name, admin string) {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	name = strings.TrimPrefix(u.Path, "/")
	u.Path = "/postgres"
	return name, u.String()
}
