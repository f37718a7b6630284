//go:build crash

package main_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/storefront/storefront/server/test/crowd"
)

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
		column[string](t, db, `SELECT concat_ws(' ', d.code, count(o.id)) FROM discounts d LEFT JOIN orders o ON o.discount_code = d.code GROUP BY d.id`))
	crowd.Same(t, "customers", column[string](t, db, `SELECT DISTINCT email_key FROM orders`), column[string](t, db, `SELECT email_key FROM customers`))
}
