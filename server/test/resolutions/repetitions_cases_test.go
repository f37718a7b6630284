package resolutions_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/storefront/storefront/server/platform/auth"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
)

// aboutRepetitions are the problems of calls with an Idempotency-Key.
var aboutRepetitions = map[problem.Code]map[string]provoke{
	problem.IdempotencyKeyInvalid: {
		"long": onDemo("products:write", aWrite, func(r *request) { r.header.Set("Idempotency-Key", strings.Repeat("x", 256)) }),
	},
	problem.IdempotencyKeyReused: {
		"another product": func(t *testing.T) (*agent, *request) {
			a := newAgent(t, servertest.Borrow(t, servertest.Demo))
			a.ask("products:write")
			first := toolCall("products.create", servertest.NewProduct("anden"))
			first.header.Set("Idempotency-Key", "mine")
			a.send(first)
			second := toolCall("products.create", servertest.NewProduct("ny"))
			second.header.Set("Idempotency-Key", "mine")
			return a, second
		},
	},
	problem.IdempotencyInFlight: {
		"a slow first call": func(t *testing.T) (*agent, *request) {
			a := newAgent(t, servertest.Borrow(t, servertest.Demo))
			var id string
			id, a.key = a.s.Grant(t, auth.Grant{Scopes: []string{"products:write"}})
			end := begin(t, a.s, id, "products.create", "slow")
			a.wait = func(time.Duration) { end() }
			r := toolCall("products.create", servertest.NewProduct("ny"))
			r.header.Set("Idempotency-Key", "slow")
			return a, r
		},
	},
}

// begin takes the lock of a call with an Idempotency-Key, as the call itself does; end
// releases it.
func begin(t *testing.T, s *servertest.Server, key, tool, value string) (end func()) {
	t.Helper()
	once, err := call.NewIdempotencyKey(&call.Call{Key: uuid.MustParse(key), Tool: tool, Args: json.RawMessage("{}")}, value)
	if err != nil {
		t.Fatal(err)
	}
	conn, err := pgx.Connect(t.Context(), s.DatabaseURL)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := conn.Exec(t.Context(), "SELECT pg_advisory_lock($1)", once.Lock()); err != nil {
		t.Fatal(err)
	}
	return func() {
		// PostgreSQL notices the end of a connection later than its client.
		_, _ = conn.Exec(t.Context(), "SELECT pg_advisory_unlock_all()")
		_ = conn.Close(t.Context())
	}
}
