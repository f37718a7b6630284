package main_test

import (
	"strings"
	"testing"
)

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
	out := p.ok(t, "", "customers", "erase", "--email", "ZEBULON@example.com", "--confirm")
	if !strings.HasPrefix(out, "0 orders, 1 carts and 1 rows of the audit were made anonymous, 0 kept answers deleted. The id is ") || carts() != 0 {
		t.Error(out)
	}
	listed := p.ok(t, "", "audit", "list")
	if !strings.Contains(listed, "cli.customers.erase") || strings.Contains(strings.ToLower(listed), "zebulon") {
		t.Error(listed)
	}
	s.stop(t)
}
