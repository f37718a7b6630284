package main_test

import (
	"encoding/json"
	"strings"
	"testing"
)

// The operator lists the audit, by every option, and reads one row of it with
// what it changed.
func TestReadingTheAudit(t *testing.T) {
	t.Parallel()
	p := withDatabase(t)
	s := p.serve(t, "--demo")
	key := keyPattern.FindString(s.output)
	s.want(t, key, "products.update", object{"slug": "round-metal", "patch": object{"stock": 7}}, nil)
	lines := func(args ...string) []string {
		t.Helper()
		return strings.Split(strings.TrimSpace(p.ok(t, "", append([]string{"audit", "list"}, args...)...)), "\n")
	}
	table := lines("--tool", "products.update")
	if len(table) != 2 || !strings.HasPrefix(table[0], "ID ") || !strings.Contains(table[1], "products.update") || !strings.HasSuffix(table[1], "yes") {
		t.Fatalf("%q", table)
	}
	var row struct{ ID, Tool, EntityType, EntityID string }
	if err := json.Unmarshal([]byte(lines("--tool", "products.update", "--json")[0]), &row); err != nil || row.EntityType != "product" {
		t.Fatalf("%+v, %v", row, err)
	}
	for want, args := range map[int][]string{
		1: {"--actor", "system:none"}, 2: {"--entity", "product:" + row.EntityID, "--limit", "1"}, 4: {"--outcome", "success", "--since", "1d", "--limit", "3"},
	} {
		if got := lines(args...); len(got) != want {
			t.Errorf("%v: %d lines, want %d: %q", args, len(got), want, got)
		}
	}
	if all := lines("--limit", "250", "--json"); len(all) < 60 { // more than the demo's and fewer than a page of the API
		t.Errorf("%d rows in all", len(all))
	}
	shown := p.ok(t, "", "audit", "show", row.ID)
	for _, want := range []string{"products.update", "product:" + row.EntityID, "revertible", "yes", "/stock", "-> 7", `"slug":"round-metal"`} {
		if !strings.Contains(shown, want) {
			t.Errorf("no %q in\n%s", want, shown)
		}
	}
	var entry struct{ Changes []struct{ Path string } }
	if err := json.Unmarshal([]byte(p.ok(t, "", "audit", "show", row.ID, "--json")), &entry); err != nil || len(entry.Changes) == 0 {
		t.Errorf("%+v, %v", entry, err)
	}
	if reads := lines("--tool", "cli.audit.show"); len(reads) != 3 {
		t.Errorf("reading leaves %q", reads)
	}
	if _, stderr, status := p.run(t, "", "audit", "show", "findes-ikke"); status != 1 || !strings.Contains(stderr, `has the id "findes-ikke"`) || !strings.Contains(stderr, "audit list") {
		t.Errorf("status %d: %s", status, stderr)
	}
	if _, stderr, status := p.run(t, "", "audit", "list", "--outcome", "perhaps"); status == 0 || stderr == "" {
		t.Errorf("status %d: %s", status, stderr)
	}
	s.stop(t)
}
