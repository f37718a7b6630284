package catalog_test

import (
	"fmt"
	"testing"

	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

func TestCategoriesUpsert(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, categoryScopes)
	var created, result object
	s.OK(t, key, "categories.upsert", object{"slug": "sol", "name": " Solbriller ", "description": "Mod solen."}, &created)
	servertest.WantFields(t, "created", created, object{"slug": "sol", "name": "Solbriller"})
	id := created["id"].(string)
	want := object{"id": id, "slug": "sol", "name": "Solbriller", "description": "Mod solen.", "productCount": 0}
	before, after := s.Wrote(t, "categories.upsert", "category", id)
	if before != nil || !servertest.SameJSON(after, want) {
		t.Errorf("the creation left %v → %v", before, after)
	}
	s.OK(t, key, "products.create", servertest.ProductIn("sol", "p1"), nil)

	for _, step := range []struct{ body, want object }{
		{object{"slug": "sol", "name": "Briller"}, object{"name": "Briller", "description": "Mod solen."}},
		{object{"slug": "sol", "name": "Briller", "description": nil}, object{"name": "Briller", "description": nil}},
		{object{"slug": "sol", "name": "Sol", "description": "Igen."}, object{"name": "Sol", "description": "Igen."}},
	} {
		s.OK(t, key, "categories.upsert", step.body, &result)
		if !servertest.SameJSON(result, object{"id": id, "slug": "sol", "name": step.want["name"]}) {
			t.Errorf("%v answers %v", step.body, result)
		}
		var list []object
		s.OK(t, key, "categories.list", object{}, &list)
		servertest.WantFields(t, "listed", list[0], step.want)
		wasAfter := after
		before, after = s.Wrote(t, "categories.upsert", "category", id)
		servertest.WantFields(t, "after", after, step.want)
		servertest.WantFields(t, "before", before, object{"name": wasAfter["name"], "description": wasAfter["description"], "productCount": 1})
	}
}

// A product is found by the current name of its category.
func TestCategoriesRename(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, categoryScopes)
	s.OK(t, key, "categories.upsert", object{"slug": "old", "name": "Kikkerter"}, nil)
	s.OK(t, key, "products.create", servertest.ProductIn("old", "p1"), nil)
	s.WantList(t, "", "products.search", object{"q": "kikkert"}, "slug", "p1")
	s.OK(t, key, "categories.upsert", object{"slug": "old", "name": "Teleskoper"}, nil)
	s.WantList(t, "", "products.search", object{"q": "teleskop"}, "slug", "p1")
	s.WantList(t, "", "products.search", object{"q": "teleskøper"}, "slug", "p1") // a similar spelling: its words are indexed
	s.WantList(t, "", "products.search", object{"q": "kikkert"}, "slug")
	s.WantList(t, "", "products.search", object{"q": "prøve p1"}, "slug", "p1")
}

// At most 2,000 categories exist, however many calls run at once; existing ones
// can still be changed.
func TestCategoriesLimit(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, categoryScopes)
	s.Execute(t, `INSERT INTO categories (id, slug, name, name_sort, search, created_at, updated_at, deleted_at)
		SELECT gen_random_uuid(), 'c-' || n, 'Kategori', 'kategori', '', now(), now(), CASE WHEN n > 1997 THEN now() END
		FROM generate_series(1, 2100) n`)
	statuses, replies := servertest.Together(10, func(i int) servertest.Reply {
		return s.Call(t, key, "categories.upsert", object{"slug": fmt.Sprintf("new-%d", i), "name": "Ny"})
	})
	if !servertest.SameJSON(statuses, map[string]int{"200": 3, "409": 7}) {
		t.Fatalf("statuses %v", statuses)
	}
	for _, r := range replies {
		if r.Status == 409 {
			r.Problem(t, problem.LimitReached)
		}
	}
	s.OK(t, key, "categories.upsert", object{"slug": "c-1", "name": "Anden"}, nil)
	s.OK(t, key, "categories.delete", object{"slug": "c-1", "confirm": true}, nil)
	s.OK(t, key, "categories.upsert", object{"slug": "c-1", "name": "Ny"}, nil)
	var list []object
	if s.OK(t, "", "categories.list", object{}, &list); len(list) != 2000 {
		t.Errorf("the list holds %d", len(list))
	}
}

func TestCategoriesUpsertAtOnce(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, categoryScopes)
	statuses, replies := servertest.Together(12, func(i int) servertest.Reply {
		return s.Call(t, key, "categories.upsert", object{"slug": "same", "name": fmt.Sprintf("Navn %d", i)})
	})
	ids := map[any]bool{}
	for _, r := range replies {
		var result object
		r.Result(t, &result)
		ids[result["id"]] = true
	}
	if statuses[200] != 12 || len(ids) != 1 {
		t.Errorf("statuses %v, ids %v", statuses, ids)
	}
	creations := 0
	for _, row := range s.Succeeded(t, "categories.upsert") {
		if row.Before == nil {
			creations++
		}
	}
	if creations != 1 {
		t.Errorf("%d creations", creations)
	}
}
