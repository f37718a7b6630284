package walk_test

import (
	"strings"
	"testing"
	"time"

	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/walk"
)

func TestEveryOperationHidesInternalErrors(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{Unaided: true}) // the caches need no database
	key, unused := s.Key(t, "all"), s.Key(t, "all")
	s.OK(t, key, "products.get", object{"slug": "round-metal"}, nil)
	s.HideTables(t)
	for _, op := range s.Contract.Tools() {
		reply := s.Raw(t, keyFor(op, key, unused), op.Name, walk.Example(t, op.Name))
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

func TestEveryOperationReportsAnUnavailableDatabaseAndRecovers(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{Unaided: true})
	key, unused := s.Key(t, "all"), s.Key(t, "all")
	s.OK(t, key, "products.get", object{"slug": "round-metal"}, nil)
	reconnect := s.Disconnect(t)
	for _, op := range s.Contract.Tools() {
		reply := s.Raw(t, keyFor(op, key, unused), op.Name, walk.Example(t, op.Name))
		reply.Problem(t, problem.Unavailable)
		if reply.Header.Get("Retry-After") == "" {
			t.Errorf("%s: no Retry-After", op.Name)
		}
		if !op.AnonymousMCP {
			continue // a key cannot be looked up: the request itself is refused
		}
		// Over MCP there is no header for one call.
		o := s.CallMCP(t, "", op.MCPName, walk.Example(t, op.Name))
		if p := o.Reply.Problem(t, problem.Unavailable); p.RetryAfter < 1 {
			t.Errorf("%s over MCP: %s", op.Name, o.Reply.Body)
		}
	}
	s.Get(t, "/readyz").Problem(t, problem.Unavailable)
	if health := s.Get(t, "/healthz"); health.Status != 200 {
		t.Errorf("healthz: %d", health.Status)
	}

	reconnect()
	s.OK(t, key, "products.get", object{"slug": "round-metal"}, nil)
	servertest.Eventually(t, time.Second, func() bool { return s.Get(t, "/readyz").Status == 200 })
}

// keyFor returns the key to call an operation with: one that is not cached for the
// operation that needs the database for nothing else.
func keyFor(op *contract.Operation, key, unused string) string {
	if op.Name == "pages.section_types" {
		return unused
	}
	return key
}
