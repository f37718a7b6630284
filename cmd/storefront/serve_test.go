package main_test

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// The demo shop can be used at once; the commands that keep keys work beside the server.
func TestTheDemoShopAndItsKeys(t *testing.T) {
	t.Parallel()
	p := newProgram(t)
	s := p.serve(t, "--demo")
	demoKey := keyPattern.FindString(s.output)
	if demoKey == "" {
		t.Fatalf("no demo key: %s", s.output)
	}
	var hits []object
	s.want(t, "", "products.search", object{"q": "solbriller", "limit": 3}, &hits)
	if len(hits) != 3 {
		t.Errorf("%d hits", len(hits))
	}
	s.want(t, demoKey, "orders.list", object{"status": "paid"}, nil)

	// A command uses the PostgreSQL of the running server.
	key := strings.TrimSpace(p.ok(t, "", "keys", "create", "--name", "test", "--scopes", "products:write,orders:write", "--expires", "90d"))
	if !keyPattern.MatchString(key) || strings.ContainsAny(key, " \n") {
		t.Fatalf("keys create printed %q", key)
	}
	_, hint, _ := p.run(t, "", "keys", "create", "--name", "narrow", "--scopes", "categories:read,pages:read")
	if !strings.Contains(hint, "Without the scope catalog:read, calls with this key to products.facets, products.get, products.search, products.suggest are refused") || strings.Contains(hint, "pages:read") {
		t.Errorf("keys create hinted %q", hint)
	}
	s.want(t, key, "products.create", object{"name": "Ny brille", "slug": "ny-brille", "description": "En helt ny brille.", "priceDkk": 50000, "stock": 3, "categorySlug": "briller"}, nil)
	s.want(t, key, "products.update", object{"slug": "ny-brille", "patch": object{"stock": 2}}, nil)
	s.want(t, key, "products.delete", object{"slug": "ny-brille", "confirm": true}, nil)
	s.want(t, key, "products.restore", object{"slug": "ny-brille"}, nil)
	s.want(t, key, "orders.update_status", object{"orderId": "01994f5e-0000-7000-8000-000000000101", "status": "paid"}, nil)

	if listed := p.ok(t, "", "keys", "list"); strings.Contains(listed, key) {
		t.Fatalf("keys list:\n%s", listed)
	}
	id := keyID(t, p, "test")
	second := strings.TrimSpace(p.ok(t, "", "keys", "rotate", id, "--grace", "1h"))
	s.want(t, second, "products.restore", object{"slug": "ny-brille"}, nil)
	s.want(t, key, "products.restore", object{"slug": "ny-brille"}, nil)
	p.ok(t, "", "keys", "revoke", id)
	time.Sleep(100 * time.Millisecond) // the time that another replica may need to follow the change
	if status, _ := s.call(t, second, "products.restore", object{"slug": "ny-brille"}, nil); status != http.StatusUnauthorized {
		t.Errorf("a revoked key: %d", status)
	}
	s.stop(t)

	again := p.serve(t, "--demo")
	if keyPattern.MatchString(again.output) {
		t.Error("the demo key was printed twice")
	}
	var product struct{ Stock int }
	again.want(t, "", "products.get", object{"slug": "ny-brille"}, &product)
	if product.Stock != 2 {
		t.Errorf("stock %d after the restart", product.Stock)
	}
	again.stop(t)
}

// Every acknowledged write is there after kill -9 of the server and of
// PostgreSQL in the middle of writes, with its audit row.
func TestNothingAcknowledgedIsLost(t *testing.T) {
	t.Parallel()
	p := newProgram(t)
	s := p.serve(t, "--demo")
	key := keyPattern.FindString(s.output)
	var mu sync.Mutex
	acknowledged := map[string]bool{}
	ctx, stop := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	for writer := range 4 {
		wg.Go(func() {
			for i := 0; ctx.Err() == nil; i++ {
				slug := fmt.Sprintf("w%d-%d", writer, i)
				status, _, err := s.try(ctx, key, "products.create", object{"name": "Brille " + slug, "slug": slug, "description": "En brille i strid.", "priceDkk": 100, "stock": 1, "categorySlug": "briller"})
				if err != nil {
					return
				}
				if status == http.StatusOK {
					mu.Lock()
					acknowledged[slug] = true
					mu.Unlock()
				}
				time.Sleep(15 * time.Millisecond) // within the rate limit of the key
			}
		})
	}
	time.Sleep(1500 * time.Millisecond)
	killPostgres(t, p.data)
	s.kill(t)
	stop()
	wg.Wait()
	if len(acknowledged) < 20 {
		t.Fatalf("only %d writes were acknowledged", len(acknowledged))
	}

	s = p.serve(t)
	key = strings.TrimSpace(p.ok(t, "", "keys", "create", "--name", "after", "--scopes", "catalog:read"))
	for slug := range acknowledged {
		if status, text := s.call(t, key, "products.get", object{"slug": slug}, nil); status != http.StatusOK {
			t.Errorf("%s was acknowledged and is lost: %d %s", slug, status, text)
		}
	}
	audited := auditedCreations(t, p)
	for slug := range acknowledged {
		if !audited[slug] {
			t.Errorf("%s has no audit row", slug)
		}
	}
	s.stop(t)
}

// killedPostgres are the processes that killPostgres has killed, by data folder. The
// file that names one stays until the next is started.
var killedPostgres sync.Map

// killPostgres kills the PostgreSQL of a data folder as a power failure would. If it was
// killed before, it waits until the server has started another one.
func killPostgres(t *testing.T, data string) {
	t.Helper()
	for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		text, err := os.ReadFile(filepath.Join(data, "cluster", "postmaster.pid"))
		first, _, _ := strings.Cut(string(text), "\n")
		pid, invalid := strconv.Atoi(first)
		if before, _ := killedPostgres.Load(data); err == nil && invalid == nil && before != pid {
			process, err := os.FindProcess(pid)
			if err == nil {
				err = process.Kill()
			}
			if err != nil {
				t.Fatal(err)
			}
			killedPostgres.Store(data, pid)
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("no PostgreSQL was started: %v, %q", err, text)
		}
	}
}

// The server restarts its own PostgreSQL when it dies.
func TestItsOwnPostgresIsRestarted(t *testing.T) {
	t.Parallel()
	p := newProgram(t)
	s := p.serve(t, "--demo")
	s.want(t, "", "products.get", object{"slug": "round-metal"}, nil)
	killPostgres(t, p.data)
	for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(100 * time.Millisecond) {
		status, _, err := s.try(t.Context(), "", "products.get", object{"slug": "round-metal"})
		if err == nil && status == http.StatusOK {
			break
		}
		if err != nil || status != http.StatusServiceUnavailable && status != http.StatusTooManyRequests || time.Now().After(deadline) {
			t.Fatalf("%d, %v\n%s", status, err, s.log)
		}
	}
	s.stop(t)
}

func TestStaleFilesDoNotStopAStart(t *testing.T) {
	t.Parallel()
	p := newProgram(t)
	first := p.serve(t)
	killPostgres(t, p.data)
	first.kill(t)
	second := p.serve(t)
	if status, text := second.call(t, "", "products.search", object{}, nil); status != http.StatusOK {
		t.Errorf("%d %s", status, text)
	}
	second.kill(t) // PostgreSQL keeps running, and the next server uses it
	third := p.serve(t)
	third.want(t, "", "products.search", object{}, nil)
	third.stop(t)
}
