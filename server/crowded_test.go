package server_test

import (
	"fmt"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/storefront/storefront/server/config"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/test/servertest"
)

// Forty changes behind a locked table: 12 of 16 connections wait for the lock,
// the others answer reads.
func TestWritesThatWaitLeaveRoomForReads(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{
		Unaided: true,
		Store:   func(o *store.Options) { o.MaxConns = 16 },
		Config:  func(c *config.Serve) { c.CallTimeout = 6 * time.Second }, // PostgreSQL's own limit for a lock is 5 s
	})
	key := s.Key(t, "all")
	unlock := s.Meanwhile(t, "LOCK TABLE products")

	details := make([]string, 40)
	var wg sync.WaitGroup
	for i := range details {
		wg.Go(func() {
			reply := s.Call(t, key, "products.update", object{"slug": "round-metal", "patch": object{"stock": i}})
			details[i] = reply.Problem(t, problem.Unavailable).Detail
			if reply.Header.Get("Retry-After") == "" {
				t.Errorf("no Retry-After: %s", reply.Body)
			}
		})
	}
	eventually(t, 4*time.Second, func() bool { return s.Waiting(t) == 12 })
	for range 20 {
		for _, tool := range []string{"pages.list", "customer.list"} { // the second writes a row about what it shows
			began := time.Now()
			s.OK(t, key, tool, object{}, nil)
			if took := time.Since(began); took > time.Second {
				t.Errorf("%s took %v", tool, took)
			}
		}
	}
	if n := s.Waiting(t); n != 12 {
		t.Errorf("%d transactions wait for the lock, want 12", n)
	}
	wg.Wait()
	unlock()
	if n := strings.Count(strings.Join(details, "\n"), string(store.Locked)[1:]); n < 12 {
		t.Errorf("%d of 40 say that data is locked: %q", n, details)
	}
	s.OK(t, key, "products.update", object{"slug": "round-metal", "patch": object{"stock": 5}}, nil)
}

func TestAWriteThatGetsNoTurnSaysSo(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{
		Unaided: true,
		Store:   func(o *store.Options) { o.MaxConns = 4 }, // one turn
		Config:  func(c *config.Serve) { c.CallTimeout = 300 * time.Millisecond },
	})
	key := s.Key(t, "all")
	begun, end := make(chan struct{}), make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		err := s.Store.Write(t.Context(), func(*store.Tx) error { close(begun); <-end; return nil })
		if err != nil {
			t.Error(err)
		}
	})
	<-begun
	update := object{"slug": "round-metal", "patch": object{"stock": 5}}
	reply := s.Call(t, key, "products.update", update)
	if p := reply.Problem(t, problem.Unavailable); !strings.Contains(p.Detail, string(store.NoTurn)[1:]) || reply.Header.Get("Retry-After") == "" {
		t.Errorf("a write without a turn: %s", reply.Body)
	}
	s.OK(t, key, "orders.list", object{}, nil)
	close(end)
	wg.Wait()
	s.OK(t, key, "products.update", update, nil)
}

func TestADatabaseWithoutAConnectionToSpare(t *testing.T) {
	t.Parallel()
	plain := servertest.New(t, servertest.Options{})
	role := fmt.Sprintf("sf_role_%d", time.Now().UnixNano())
	administer(t, plain.DatabaseURL, "CREATE ROLE "+role+" LOGIN PASSWORD 'x'", "GRANT pg_read_all_data, pg_write_all_data TO "+role)
	t.Cleanup(func() { administer(t, plain.DatabaseURL, "DROP ROLE "+role) })
	u, err := url.Parse(plain.DatabaseURL)
	if err != nil {
		t.Fatal(err)
	}
	u.User = url.UserPassword(role, "x")
	s := servertest.New(t, servertest.Options{Database: u.String(), Unaided: true})
	s.OK(t, "", "products.get", object{"slug": "round-metal"}, nil)

	administer(t, plain.DatabaseURL, "ALTER ROLE "+role+" CONNECTION LIMIT 0",
		"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '"+role+"'")
	servertest.Eventually(t, time.Minute, func() bool { // first come the connections that were ended
		p := s.Call(t, "", "products.get", object{"slug": "round-metal"}).Problem(t, problem.Unavailable)
		return strings.Contains(p.Detail, string(store.NoConnection)[1:])
	})
	for what, reply := range map[string]servertest.Reply{
		"a read": s.Call(t, "", "products.get", object{"slug": "round-metal"}), "readiness": s.Get(t, "/readyz"),
	} {
		if p := reply.Problem(t, problem.Unavailable); !strings.Contains(p.Detail, string(store.NoConnection)[1:]) {
			t.Errorf("%s: %s", what, p.Detail)
		}
	}
	administer(t, plain.DatabaseURL, "ALTER ROLE "+role+" CONNECTION LIMIT -1")
	s.OK(t, "", "products.get", object{"slug": "round-metal"}, nil)
}
