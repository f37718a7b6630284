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

// auditedCreations returns the slugs of the products whose creation is in the audit.
func auditedCreations(t *testing.T, p *program) map[string]bool {
	t.Helper()
	slugs := map[string]bool{}
	for _, slug := range column[string](t, database(t, p), `SELECT after->>'slug' FROM audit_log WHERE tool = 'products.create' AND outcome = 'success'`) {
		slugs[slug] = true
	}
	return slugs
}
