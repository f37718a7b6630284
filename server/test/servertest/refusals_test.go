package servertest_test

import (
	"testing"

	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
)

// Words that say more than the steps, or less, are found.
func TestAgrees(t *testing.T) {
	t.Parallel()
	const words = `Call products.search and set "slug" to the slug of a product.`
	search, slug := problem.Call{Op: "products.search", Take: "slug"}, problem.Set("slug", "")
	for name, tc := range map[string]struct {
		words string
		steps []problem.Step
		agree bool
	}{
		"as they are":         {words, []problem.Step{search, slug}, true},
		"no operation":        {words, []problem.Step{slug}, false},
		"no steps":            {words, nil, false},
		"another operation":   {words, []problem.Step{problem.Call{Op: "products.get"}, slug}, false},
		"or another":          {words, []problem.Step{slug, problem.Or("products.search")}, true},
		"another field":       {words, []problem.Step{search, problem.Set("patch.name", "")}, false},
		"another value":       {`Set "limit" to at most 100.`, []problem.Step{problem.Set("limit", "50")}, false},
		"an argument":         {`Create it with categories.upsert.`, []problem.Step{problem.Call{Op: "categories.upsert", Args: map[string]any{"slug": "briller"}}}, false},
		"nothing to be done":  {"Leave it as it is, or find it with audit.list.", []problem.Step{problem.Leave{}}, true},
		"nothing, as the end": {words, []problem.Step{search, slug, problem.Leave{}}, true},
	} {
		if err := servertest.Agrees(tc.words, tc.steps); (err == nil) != tc.agree {
			t.Errorf("%s: %v", name, err)
		}
	}
}
