package main_test

import (
	"encoding/json"
	"strings"
	"testing"
)

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
