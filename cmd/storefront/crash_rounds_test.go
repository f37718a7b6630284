//go:build crash

package main_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/storefront/storefront/server/test/crowd"
)

// TestCrashes has agents buy while the server, its PostgreSQL and both are killed and its sessions
// in the database are ended at random moments, and compares the books with what was acknowledged. ROUNDS is how often, SEED
// repeats the choices of an earlier run.
func TestCrashes(t *testing.T) {
	rounds, seed := crowd.Number(t, "ROUNDS", 5), crowd.Number(t, "SEED", uint64(time.Now().UnixNano()))
	t.Logf("SEED=%d", seed)
	p := newProgram(t).with(crowd.Unlimited...)
	c := newCrowd(t, p, seed)
	random := rand.New(rand.NewPCG(seed, 0))
	for round := range rounds {
		if !t.Run(fmt.Sprint("round ", round+1), func(t *testing.T) { killRound(t, c, p, int(round)+1, random) }) {
			break // the books of the next round would be wrong too
		}
	}
	t.Logf("%v; %d orders", c, len(c.Orders()))
}

// newCrowd makes a shop on the program's own PostgreSQL, and agents.
func newCrowd(t *testing.T, p *program, seed uint64) *crowd.Crowd {
	t.Helper()
	s := p.serve(t) // the commands that make keys use its PostgreSQL
	defer s.stop(t)
	return crowd.New(t, crowd.Address(s.url), func(name, scopes string) string { return newKey(t, p, name, scopes) }, seed)
}

// killRound has the agents compete for a product and a code, kills each thing once, and
// compares the books after all have their answers.
func killRound(t *testing.T, c *crowd.Crowd, p *program, round int, random *rand.Rand) {
	s := p.serve(t)
	c.Use(crowd.Address(s.url))
	c.Compete(t, round)
	kills := []string{"the server", "PostgreSQL", "both", sessions}
	random.Shuffle(len(kills), func(i, j int) { kills[i], kills[j] = kills[j], kills[i] })
	c.BuyDuring(t, func() {
		for _, what := range kills {
			wait := time.Duration(200+random.IntN(1500)) * time.Millisecond
			time.Sleep(wait)
			t.Logf("kills %s after %v", what, wait)
			s = kill(t, p, s, what)
			c.Use(crowd.Address(s.url))
			awaitCalls(t, c, s)
		}
	})
	c.Verify(t, database(t, p))
	s.stop(t)
}

// sessions are ended by PostgreSQL, as in a fast shutdown.
const sessions = "the sessions"

// endSessions has PostgreSQL end the sessions of the server, a few times.
func endSessions(t *testing.T, p *program) {
	t.Helper()
	const times = 10
	db := database(t, p)
	for range times {
		column[bool](t, db, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'storefront'`)
		time.Sleep(30 * time.Millisecond)
	}
}

// awaitCalls waits until calls are acknowledged again, or a fault is found.
func awaitCalls(t *testing.T, c *crowd.Crowd, s *serving) {
	t.Helper()
	if !c.Await(t) {
		s.kill(t)
		t.Fatalf("nothing is acknowledged any more\n%s", s.log)
	}
}

// kill kills one thing or both, as kill -9 does, and returns the server that runs then.
func kill(t *testing.T, p *program, s *serving, what string) *serving {
	t.Helper()
	if what == sessions {
		endSessions(t, p)
		return s
	}
	if what != "the server" {
		killPostgres(t, p.data)
	}
	if what == "PostgreSQL" {
		return s // it starts PostgreSQL again
	}
	s.kill(t)
	return p.serve(t)
}

// TestBackup makes backups of a shop that is in use, destroys it, restores each
// backup, and compares the books with what was acknowledged when it was made.
func TestBackup(t *testing.T) {
	p := newProgram(t).with(crowd.Unlimited...)
	c := newCrowd(t, p, crowd.Number(t, "SEED", uint64(time.Now().UnixNano())))
	files := t.TempDir()
	during, quiet := filepath.Join(files, "during.tar.zst"), filepath.Join(files, "quiet.tar.zst")

	s := p.serve(t)
	c.Use(crowd.Address(s.url))
	c.Compete(t, 1)
	const while = 2 * time.Second // as long as agents buy before and after a backup
	var begun, ended time.Time
	c.BuyDuring(t, func() {
		awaitCalls(t, c, s)
		time.Sleep(while)
		begun = time.Now()
		p.ok(t, "", "backup", "--to", during)
		ended = time.Now()
		awaitCalls(t, c, s)
		time.Sleep(while)
	})
	p.ok(t, "", "backup", "--to", quiet)
	then := c.Copy()
	c.BuyDuring(t, func() { awaitCalls(t, c, s) })
	s.kill(t)
	killPostgres(t, p.data)
	if err := os.RemoveAll(filepath.Join(p.data, "cluster")); err != nil {
		t.Fatal(err)
	}

	t.Run("made while nobody bought", func(t *testing.T) {
		p.ok(t, "", "restore", "--from", quiet)
		s := p.serve(t)
		then.Use(crowd.Address(s.url))
		then.Verify(t, database(t, p))
		s.stop(t)
	})
	t.Run("made while agents bought", func(t *testing.T) {
		p := newProgram(t).with(crowd.Unlimited...)
		p.ok(t, "", "restore", "--from", during)
		s := p.serve(t)
		c.Use(crowd.Address(s.url))
		verifyCut(t, c, p, begun, ended)
		s.stop(t)
	})
}

// verifyCut verifies a shop as it was at some moment between two others: what was answered before is there,
// what was sent afterwards is not, and the sums are those of what is there.
func verifyCut(t *testing.T, c *crowd.Crowd, p *program, begun, ended time.Time) {
	t.Helper()
	db := database(t, p)
	ids := column[string](t, db, `SELECT id::text FROM carts UNION ALL SELECT id::text FROM orders`)
	before, after := 0, 0
	for _, call := range c.Calls() {
		if call.Answered.Before(begun) {
			before++
			c.Replay(t, call)
		}
		if creates := call.Tool == "cart.create" || call.Tool == "orders.create"; creates && call.Sent.After(ended) {
			after++
			if slices.Contains(ids, call.Entity) {
				t.Errorf("%s %s was sent after the backup, and is in it", call.Tool, call.Entity)
			}
		}
	}
	if before == 0 || after == 0 {
		t.Errorf("%d calls were answered before the backup, and %d sent after it", before, after)
	}
	t.Logf("%d calls before the backup, %d carts and orders after it", before, after)
	crowd.Same(t, "initial stock", crowd.Balance(c.Stock), column[string](t, db, crowd.InitialStock))
	crowd.Same(t, "uses of codes", column[string](t, db, `SELECT concat_ws(' ', code, usage_count) FROM discounts`),
		column[string](t, db, `SELECT concat_ws(' ', d.code, count(o.id)) FROM discounts d LEFT JOIN orders o ON o.discount_code = d.code
			AND (o.status <> 'cancelled' OR o.paid_at IS NOT NULL) GROUP BY d.id`))
	crowd.Same(t, "customers", column[string](t, db, `SELECT DISTINCT email_key FROM orders`), column[string](t, db, `SELECT email_key FROM customers`))
}
