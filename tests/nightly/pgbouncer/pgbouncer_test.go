//go:build pgbouncer

// Package pgbouncer tests the service behind a real PgBouncer: make test-pgbouncer.
package pgbouncer

import (
	"bytes"
	"context"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/storefront/storefront/server/ops/demo"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

func TestMain(m *testing.M) { storetest.Main(m) }

// ignored makes PgBouncer drop the settings of a session instead of refusing it.
const ignored = "ignore_startup_parameters = default_transaction_read_only,statement_timeout,lock_timeout,idle_in_transaction_session_timeout\n"

// At its start the service names the settings that a pooler drops, with the line
// to change.
func TestAPoolerThatDropsSettingsIsRefused(t *testing.T) {
	for _, mode := range []string{"session", "transaction"} {
		database := newDatabase(t)
		for _, c := range []struct{ setting, want string }{
			{"", "Add to pgbouncer.ini: ignore_startup_parameters = default_transaction_read_only,statement_timeout,lock_timeout,idle_in_transaction_session_timeout."},
			{ignored, "ALTER ROLE <role> SET default_transaction_read_only = on; ALTER ROLE <role> SET statement_timeout = 15000;"},
		} {
			address := database.throughPooler(t, mode, c.setting)
			if out := serveUntilRefused(t, address); !strings.Contains(out, c.want) {
				t.Errorf("pool_mode %s with %q: the program said %s\nwant %q", mode, c.setting, out, c.want)
			}
		}
	}
}

// In both modes the service responds from memory, follows changes by SQL, and
// refuses a revoked key.
func TestTheServiceWorksBehindAPooler(t *testing.T) {
	for _, mode := range []string{"session", "transaction"} {
		t.Run(mode, func(t *testing.T) {
			database := newDatabase(t)
			database.giveSettings(t)
			address := database.throughPooler(t, mode, ignored)
			for range 3 { // as often as replicas start, one after the other, with the same session of the pooler
				if applied, err := store.Migrate(t.Context(), address); err != nil || applied != 0 {
					t.Errorf("a start: %d migrations, %v", applied, err)
				}
				if err := demo.FillURL(t.Context(), address); err != nil {
					t.Errorf("a start with STOREFRONT_DEMO: %v", err)
				}
			}
			s := servertest.New(t, servertest.Options{Database: address})
			truth := servertest.New(t, servertest.Options{Database: address, Unaided: true})
			key := s.Key(t, "all")
			for price := int64(1000); price < 1010; price++ {
				s.OK(t, key, "products.update", servertest.Object{"slug": "round-metal", "patch": servertest.Object{"stock": price}}, nil)
				if got := s.Product(t, "round-metal"); got.Stock != price {
					t.Errorf("after an update the stock is %d, want %d", got.Stock, price)
				}
				servertest.Administer(t, database.direct, "UPDATE products SET price_oere = price_oere + 1 WHERE slug = 'round-metal'")
				want := truth.Product(t, "round-metal").PriceDkk
				began := time.Now()
				servertest.Eventually(t, 10*time.Second, func() bool { return s.Product(t, "round-metal").PriceDkk == want })
				t.Logf("a price by SQL was seen after %v", time.Since(began))
			}
			if body, _ := s.ProductCache.Get("round-metal"); body == nil || !s.Index.Ready() {
				t.Error("nothing is answered from memory")
			}
			s.OK(t, key, "orders.list", servertest.Object{}, nil)
			servertest.Administer(t, database.direct, "UPDATE api_keys SET revoked_at = now()")
			servertest.Eventually(t, 10*time.Second, func() bool {
				return s.Call(t, key, "orders.list", servertest.Object{}).Status == problem.Catalogue[problem.InvalidKey].Status
			})
			if err := writeThrough(t, address); err == nil || !strings.Contains(err.Error(), "read-only transaction") {
				t.Errorf("a write outside a writing transaction: %v", err)
			}
			if resp, err := http.Get(s.URL + "/readyz"); err != nil || resp.StatusCode != http.StatusOK {
				t.Errorf("not ready: %v %v", resp, err)
			}
		})
	}
}

// writeThrough writes in an unconfigured session of the pooler.
func writeThrough(t *testing.T, address string) error {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.WithoutCancel(t.Context()))
	_, err = conn.Exec(t.Context(), "UPDATE products SET stock = 1")
	return err
}

// serveUntilRefused runs the program, which must end by itself, and returns its
// output.
func serveUntilRefused(t *testing.T, address string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, os.Getenv("TESTED_PROGRAM"), "serve", "--addr=127.0.0.1:0")
	cmd.Env = append(os.Environ(), "DATABASE_URL="+address)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Run(); err == nil || ctx.Err() != nil {
		t.Fatalf("the program served: %v\n%s", err, out.String())
	}
	return out.String()
}
