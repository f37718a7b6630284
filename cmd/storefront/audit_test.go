package main_test

import (
	"encoding/json"
	"testing"

	"github.com/jackc/pgx/v5"
)

// auditedCreations returns the slugs of the products whose creation is in the
// audit.
func auditedCreations(t *testing.T, p *program) map[string]bool {
	t.Helper()
	rows, err := database(t, p).Query(t.Context(), `SELECT after FROM audit_log WHERE tool = 'products.create' AND outcome = 'success'`)
	if err != nil {
		t.Fatal(err)
	}
	texts, err := pgx.CollectRows(rows, pgx.RowTo[[]byte])
	if err != nil {
		t.Fatal(err)
	}
	slugs := map[string]bool{}
	for _, text := range texts {
		var product struct{ Slug string }
		if err := json.Unmarshal(text, &product); err != nil {
			t.Fatal(err)
		}
		slugs[product.Slug] = true
	}
	return slugs
}
