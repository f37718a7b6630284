//go:build crash

package main_test

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// TestBackup makes backups of a shop that is in use, destroys it, restores each
// backup, and compares the books with what was acknowledged when it was made.
func TestBackup(t *testing.T) {
	p := newProgram(t).with(unlimited...)
	c := newCrowd(t, p, number(t, "SEED", uint64(time.Now().UnixNano())))
	files := t.TempDir()
	during, quiet := filepath.Join(files, "during.tar.zst"), filepath.Join(files, "quiet.tar.zst")

	s := p.serve(t)
	c.scarce, c.limited = "scarce", "LIMITED"
	c.product(t, s, c.scarce, 40)
	c.code(t, s, c.limited, 20)
	c.serving.Store(s)
	const while = 2 * time.Second // as long as agents buy before and after a backup
	var begun, ended time.Time
	c.buyDuring(t, func() {
		c.await(t, s)
		time.Sleep(while)
		begun = time.Now()
		p.ok(t, "", "backup", "--to", during)
		ended = time.Now()
		c.await(t, s)
		time.Sleep(while)
	})
	p.ok(t, "", "backup", "--to", quiet)
	then := c.copy()
	c.buyDuring(t, func() { c.await(t, s) })
	s.kill(t)
	killPostgres(t, p.data)
	if err := os.RemoveAll(filepath.Join(p.data, "cluster")); err != nil {
		t.Fatal(err)
	}

	t.Run("made while nobody bought", func(t *testing.T) {
		p.ok(t, "", "restore", "--from", quiet)
		s := p.serve(t)
		then.verify(t, p, s)
		s.stop(t)
	})
	t.Run("made while agents bought", func(t *testing.T) {
		p := newProgram(t).with(unlimited...)
		p.ok(t, "", "restore", "--from", during)
		s := p.serve(t)
		c.verifyCut(t, p, s, begun, ended)
		s.stop(t)
	})
}

// copy returns the crowd with what has been acknowledged by now.
func (c *crowd) copy() *crowd {
	then := &crowd{stock: maps.Clone(c.stock), limits: maps.Clone(c.limits)}
	for _, a := range c.agents {
		then.agents = append(then.agents, &agent{crowd: then, name: a.name, key: a.key, calls: slices.Clone(a.calls), orders: slices.Clone(a.orders)})
	}
	return then
}

// verifyCut verifies a shop as it was at some moment between two others: what was answered before is there,
// what was sent afterwards is not, and the sums are those of what is there.
func (c *crowd) verifyCut(t *testing.T, p *program, s *serving, begun, ended time.Time) {
	t.Helper()
	db := database(t, p)
	ids := column[string](t, db, `SELECT id::text FROM carts UNION ALL SELECT id::text FROM orders`)
	before, after := 0, 0
	for _, a := range c.agents {
		for _, call := range a.calls {
			if call.answered.Before(begun) {
				before++
				a.replayCalls(t, s, []acknowledged{call})
			}
			if creates := call.tool == "cart.create" || call.tool == "orders.create"; creates && call.sent.After(ended) {
				after++
				if slices.Contains(ids, call.entity) {
					t.Errorf("%s %s was sent after the backup, and is in it", call.tool, call.entity)
				}
			}
		}
	}
	if before == 0 || after == 0 {
		t.Errorf("%d calls were answered before the backup, and %d sent after it", before, after)
	}
	t.Logf("%d calls before the backup, %d carts and orders after it", before, after)
	same(t, "initial stock", balance(c.stock), column[string](t, db, initialStock))
	same(t, "uses of codes", column[string](t, db, `SELECT concat_ws(' ', code, usage_count) FROM discounts`),
		column[string](t, db, `SELECT concat_ws(' ', d.code, count(o.id)) FROM discounts d LEFT JOIN orders o ON o.discount_code = d.code GROUP BY d.id`))
	same(t, "customers", column[string](t, db, `SELECT DISTINCT email_key FROM orders`), column[string](t, db, `SELECT email_key FROM customers`))
}
