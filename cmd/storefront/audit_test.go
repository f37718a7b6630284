//go:build program

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

// The operator sees what a revert would do, does it, and is told of what was changed
// since; the service that runs beside it obeys at once.
func TestRevertingByCommand(t *testing.T) {
	t.Parallel()
	p := withDatabase(t)
	s := p.serve(t, "--demo")
	key := keyPattern.FindString(s.output)
	entry := func() string {
		t.Helper()
		var row struct{ ID string }
		if err := json.Unmarshal([]byte(p.ok(t, "", "audit", "list", "--tool", "products.update", "--limit", "1", "--json")), &row); err != nil {
			t.Fatal(err)
		}
		return row.ID
	}
	var product struct{ Stock, PriceDKK int64 }
	read := func() { s.want(t, key, "products.get", object{"slug": "round-metal"}, &product) }
	read()
	before := product
	s.want(t, key, "products.update", object{"slug": "round-metal", "patch": object{"stock": 7, "priceDkk": 700}}, nil)
	spoilt := entry()
	dry, stderr, status := p.run(t, "", "audit", "revert", spoilt)
	if status != 1 || !strings.Contains(dry, "/stock: 7 -> ") || !strings.Contains(stderr, "--confirm") {
		t.Errorf("status %d: %s%s", status, dry, stderr)
	}
	if read(); product.Stock != 7 {
		t.Errorf("%+v", product)
	}
	s.want(t, key, "products.update", object{"slug": "round-metal", "patch": object{"stock": 8}}, nil)
	if _, stderr, status := p.run(t, "", "audit", "revert", spoilt, "--confirm"); status != 1 || !strings.Contains(stderr, "/stock") || !strings.Contains(stderr, `["/priceDkk"]`) {
		t.Errorf("status %d: %s", status, stderr)
	}
	done := p.ok(t, "", "audit", "revert", spoilt, "--fields", "/priceDkk", "--confirm")
	if read(); product.Stock != 8 || product.PriceDKK != before.PriceDKK || !strings.Contains(done, spoilt+" was reverted by ") {
		t.Errorf("%+v: %s", product, done)
	}
	if _, stderr, status := p.run(t, "", "audit", "revert", spoilt, "--confirm"); status != 1 || !strings.Contains(stderr, "was reverted at") {
		t.Errorf("status %d: %s", status, stderr)
	}
	if row := p.ok(t, "", "audit", "list", "--tool", "cli.audit.revert", "--json"); strings.Count(row, `"revertOf":"`+spoilt) != 1 {
		t.Errorf("%s", row)
	}
	s.stop(t)
}

// The operator takes back all that a call changed, or with best_effort what can be; the service beside it obeys at once.
func TestRevertingACallByCommand(t *testing.T) {
	t.Parallel()
	p := withDatabase(t)
	s := p.serve(t, "--demo")
	key := keyPattern.FindString(s.output)
	stocks := func() [2]int64 {
		t.Helper()
		var stocks [2]int64
		for i, slug := range []string{"round-metal", "mikrofiberklud"} {
			var product struct{ Stock int64 }
			s.want(t, key, "products.get", object{"slug": slug}, &product)
			stocks[i] = product.Stock
		}
		return stocks
	}
	before := stocks()
	upsert := func() string {
		t.Helper()
		s.want(t, key, "products.bulk_upsert", object{"mode": "all_or_nothing", "items": []object{{"slug": "round-metal", "stock": 7}, {"slug": "mikrofiberklud", "stock": 8}}}, nil)
		var row struct{ RequestID string }
		if err := json.Unmarshal([]byte(p.ok(t, "", "audit", "list", "--tool", "products.bulk_upsert", "--limit", "1", "--json")), &row); err != nil {
			t.Fatal(err)
		}
		return row.RequestID
	}
	request := upsert()
	dry, stderr, status := p.run(t, "", "audit", "revert", "--request", request)
	if status != 1 || strings.Count(dry, ": reverted\n") != 2 || !strings.Contains(stderr, "--confirm") || stocks() != [2]int64{7, 8} {
		t.Errorf("status %d: %s%s", status, dry, stderr)
	}
	if done := p.ok(t, "", "audit", "revert", "--request", request, "--confirm"); strings.Count(done, ": reverted by ") != 2 || stocks() != before {
		t.Errorf("%s: %v, want %v", done, stocks(), before)
	}
	if rows := p.ok(t, "", "audit", "list", "--tool", "cli.audit.revert", "--json"); strings.Count(rows, `"revertOf":"`) != 2 {
		t.Errorf("%s", rows)
	}

	request = upsert()
	s.want(t, key, "products.update", object{"slug": "round-metal", "patch": object{"stock": 9}}, nil)
	if _, stderr, status := p.run(t, "", "audit", "revert", "--request", request, "--confirm"); status != 1 || !strings.Contains(stderr, "1 of 2 entries cannot be reverted") || stocks() != [2]int64{9, 8} {
		t.Errorf("status %d: %s", status, stderr)
	}
	done, stderr, status := p.run(t, "", "audit", "revert", "--request", request, "--mode", "best_effort", "--confirm")
	if status != 1 || !strings.Contains(done, ": conflict, revert_conflict\n/stock was changed since: it is 9, not 7\n") || !strings.Contains(stderr, "1 of 2 rows were not reverted") ||
		stocks() != [2]int64{9, before[1]} {
		t.Errorf("status %d: %s%s", status, done, stderr)
	}
	for args, want := range map[string]string{
		"":                             "--request",
		"x --request y":                "--request",
		"--request x --fields /stock":  "--fields",
		"x --mode best_effort":         "--mode",
		"--request x --mode sometimes": "--mode",
	} {
		if _, stderr, status := p.run(t, "", append([]string{"audit", "revert"}, strings.Fields(args)...)...); status != 80 || !strings.Contains(stderr, want) {
			t.Errorf("%q: status %d: %s", args, status, stderr)
		}
	}
	if _, stderr, status := p.run(t, "", "audit", "revert", "--request", "findes-ikke"); status != 1 || !strings.Contains(stderr, `"findes-ikke"`) {
		t.Errorf("status %d: %s", status, stderr)
	}
	s.stop(t)
}

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
	count := func(query string) int64 {
		t.Helper()
		return column[int64](t, db, query)[0]
	}
	execute(t, db, "UPDATE audit_log SET at = now() - interval '400 days' WHERE tool IN ('products.update', 'orders.list')")
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

// The operator erases by the e-mail address who has no id, once that is confirmed; the
// audit has a row of it without the address.
func TestCustomersErase(t *testing.T) {
	t.Parallel()
	p := withDatabase(t)
	s := p.serve(t, "--demo")
	key := keyPattern.FindString(s.output)
	s.want(t, key, "cart.create", object{"email": "Zebulon@example.com"}, nil)
	db := database(t, p)
	carts := func() int {
		return len(column[string](t, db, "SELECT id::text FROM carts WHERE email_key = 'zebulon@example.com'"))
	}
	for _, c := range []struct{ args, want string }{
		{"--email=zebulon@example.com", "add --confirm"},
		{"--email=zebulon --confirm", `"zebulon" is no e-mail address`},
		{"--email=erased-1@erased.invalid --confirm", "erased.invalid"},
		{"--confirm", "--email"},
	} {
		_, stderr, status := p.run(t, "", append([]string{"customers", "erase"}, strings.Fields(c.args)...)...)
		if status == 0 || !strings.Contains(stderr, c.want) || carts() != 1 {
			t.Errorf("%s: status %d, %s", c.args, status, stderr)
		}
	}
	out := p.ok(t, "", "customers", "erase", "--email", "\u202aZEBU\u00adLON@example.com\u202c", "--confirm")
	if !strings.HasPrefix(out, "0 orders, 1 carts, 0 notes and 1 rows of the audit were made anonymous, 0 kept answers deleted. The id is ") || carts() != 0 {
		t.Error(out)
	}
	listed := p.ok(t, "", "audit", "list")
	if !strings.Contains(listed, "cli.customers.erase") || strings.Contains(strings.ToLower(listed), "zebulon") {
		t.Error(listed)
	}
	s.stop(t)
}
