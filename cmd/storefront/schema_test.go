package main_test

import (
	"strings"
	"testing"
)

func TestEveryCommandRefusesADatabaseOfANewerProgram(t *testing.T) {
	t.Parallel()
	p := withDatabase(t)
	p.ok(t, "", "migrate")
	if _, err := database(t, p).Exec(t.Context(), "INSERT INTO goose_db_version (version_id, is_applied) VALUES (9001, true)"); err != nil {
		t.Fatal(err)
	}
	for _, command := range []string{
		"serve --addr 127.0.0.1:0", "migrate", "keys create --name n --scopes all", "keys list",
		"keys rotate 01994f5e-0000-7000-8000-000000000101", "keys revoke 01994f5e-0000-7000-8000-000000000101",
		"import products -", "import categories -", "export products",
	} {
		stdout, stderr, status := p.run(t, "", strings.Fields(command)...)
		if status == 0 || stdout != "" || !strings.Contains(stderr, "the program knows version") || !strings.Contains(stderr, "the database has version 9001") {
			t.Errorf("storefront %s: status %d\n%s%s", command, status, stdout, stderr)
		}
	}
}
