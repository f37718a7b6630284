package main_test

import (
	"strings"
	"testing"
)

// Old audit rows are deleted when that is confirmed; the consequences are
// reported before, and the deletion has an audit row of its own.
func TestPruningTheAudit(t *testing.T) {
	t.Parallel()
	p := withDatabase(t)
	s := p.serve(t, "--demo")
	key := keyPattern.FindString(s.output)
	s.want(t, key, "products.update", object{"slug": "round-metal", "patch": object{"stock": 7}}, nil)
	s.want(t, key, "orders.list", object{}, nil)
	s.stop(t) // it has written every row
	db := database(t, p)
	execute := func(statement string) {
		t.Helper()
		if _, err := db.Exec(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	count := func(query string) (n int) {
		t.Helper()
		if err := db.QueryRow(t.Context(), query).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	execute("UPDATE audit_log SET at = now() - interval '400 days' WHERE tool IN ('products.update', 'orders.list')")
	all := count("SELECT count(*) FROM audit_log")

	for _, before := range []string{"365d", "8760h", "2099-01-01", "soon", ""} {
		stdout, stderr, status := p.run(t, "", "audit", "prune", "--before", before)
		if good := strings.HasSuffix(before, "d") || strings.HasSuffix(before, "h"); good {
			for _, want := range []string{"2 rows of the audit are older than ", "1 of them record a change, which cannot be reverted after its row is deleted"} {
				if !strings.Contains(stdout, want) {
					t.Errorf("%s: %s", before, stdout)
				}
			}
			if !strings.Contains(stderr, "add --confirm") {
				t.Errorf("%s: %s", before, stderr)
			}
		}
		if status == 0 || count("SELECT count(*) FROM audit_log") != all {
			t.Errorf("%q: status %d, %s%s", before, status, stdout, stderr)
		}
	}
	if told := p.ok(t, "", "audit", "prune", "--before", "2000-01-01"); !strings.HasPrefix(told, "0 rows") {
		t.Error(told)
	}
	if told := p.ok(t, "", "audit", "prune", "--before", "365d", "--confirm"); !strings.Contains(told, "cannot be reverted after its row is deleted") || !strings.Contains(told, "2 rows were deleted.") {
		t.Error(told)
	}
	if n := count("SELECT count(*) FROM audit_log"); n != all-1 { // two fewer, and one about the deletion
		t.Errorf("%d rows, want %d", n, all-1)
	}
	if n := count(`SELECT count(*) FROM audit_log WHERE tool = 'cli.audit.prune' AND actor LIKE 'cli:%' AND outcome = 'success'
		AND after->>'rows' = '2' AND after->>'before' LIKE '%Z' AND args->>'before' = after->>'before'`); n != 1 {
		t.Error("the audit does not record it")
	}
}
