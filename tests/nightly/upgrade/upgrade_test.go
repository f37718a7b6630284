//go:build upgrade

// Package upgrade replaces the program of the commit before by this one, in a shop in which
// agents buy: make test-upgrade.
package upgrade

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/storefront/storefront/server/test/crowd"
)

// TestUpgrade replaces two replicas of the program before one after the other by those of the program
// after, which migrates the database meanwhile. Every call is answered at once, nothing is lost, and no
// migration reads the rows of a table from which it keeps calls.
func TestUpgrade(t *testing.T) {
	s := newShop(t)
	before, after := os.Getenv("BEFORE_PROGRAM"), os.Getenv("AFTER_PROGRAM")
	s.run(t, before, "migrate")
	s.execute(t, fill, watch)
	s.wantFaultsFound(t)

	first, second := s.launch(t, before).serving(t), s.launch(t, before).serving(t)
	b := &balancer{longest: map[string]call{}}
	b.add(first, second)
	agents := crowd.New(t, b, func(name, scopes string) string { return s.newKey(t, name, scopes) }, 1)
	agents.Pause = 5 * time.Millisecond // other programs need the processor too
	agents.KeepUses = true
	agents.Inherit(t, s.db)
	agents.Compete(t, 1)
	visitors := newVisitors(s.newKey(t, "visitors", "catalog:read,orders:read"), b)
	locks := s.observeLocks(t)

	agents.BuyDuring(t, func() {
		defer visitors.begin(t)()
		await(t, agents)

		report := s.beginReport(t)
		third := s.launch(t, after)
		s.awaitConcurrentIndex(t, third)
		report.end(t) // the migration had waited for it, and no call for the migration
		b.add(third.serving(t))
		await(t, agents)
		b.remove(first)
		first.stop(t)
		await(t, agents)

		fourth := s.launch(t, after).serving(t)
		b.add(fourth)
		await(t, agents)
		b.remove(second)
		second.stop(t)
		await(t, agents)

		// The program before still starts: the upgrade may be taken back.
		again := s.launch(t, before).serving(t)
		b.add(again)
		await(t, agents)
		b.remove(again)
		again.stop(t)
		await(t, agents)
	})

	observed := locks()
	agents.Verify(t, s.db)
	if n := agents.Repeated(); n > 0 {
		t.Errorf("%d calls were not answered at once", n)
	}
	s.wantApplied(t)
	s.wantNothingReadUnderLocks(t)
	t.Logf("%v; %d orders; visitors made %d calls\n%s\n%s", agents, len(agents.Orders()), visitors.calls.Load(), b, observed)
}

// await waits until more calls are acknowledged, so that every replica has answered some.
func await(t *testing.T, agents *crowd.Crowd) {
	t.Helper()
	if !agents.Await(t) {
		t.Error("nothing is acknowledged any more")
	}
}

// wantApplied fails the test unless every migration of this folder was applied once.
func (s *shop) wantApplied(t *testing.T) {
	t.Helper()
	files, err := filepath.Glob("migrations/*.sql")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	var want []string
	for _, file := range files {
		digits, _, _ := strings.Cut(filepath.Base(file), "_")
		want = append(want, strings.TrimLeft(digits, "0"))
	}
	rows, err := s.db.Query(t.Context(), "SELECT version_id::text FROM goose_db_version WHERE is_applied AND version_id > 9000 ORDER BY id")
	if err != nil {
		t.Fatal(err)
	}
	if got, err := pgx.CollectRows(rows, pgx.RowTo[string]); err != nil || !slices.Equal(got, want) {
		t.Errorf("the migrations %v were applied, want %v; %v", got, want, err)
	}
	var invalid int
	if err := s.db.QueryRow(t.Context(), "SELECT count(*) FROM pg_index WHERE NOT indisvalid").Scan(&invalid); err != nil || invalid > 0 {
		t.Errorf("%d indexes are not valid; %v", invalid, err)
	}
}
