package server_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/storefront/storefront/server/problem"
	"github.com/storefront/storefront/server/servertest"
)

const categoryScopes = "categories:read,categories:write,products:write,catalog:read"

func productIn(category, slug string) object {
	return object{"slug": slug, "name": "Model " + slug, "description": "A thing to be sold.", "priceDkk": 100, "stock": 1, "categorySlug": category}
}

func TestCategoriesUpsert(t *testing.T) {
	t.Parallel()
	s := empty(t)
	key := s.Key(t, categoryScopes)
	var created, result object
	s.OK(t, key, "categories.upsert", object{"slug": "sol", "name": " Solbriller ", "description": "Mod solen."}, &created)
	wantFields(t, "created", created, object{"slug": "sol", "name": "Solbriller"})
	id := created["id"].(string)
	want := object{"id": id, "slug": "sol", "name": "Solbriller", "description": "Mod solen.", "productCount": 0}
	before, after := wrote(t, s, "categories.upsert", "category", id)
	if before != nil || !sameJSON(after, want) {
		t.Errorf("the creation left %v → %v", before, after)
	}
	s.OK(t, key, "products.create", productIn("sol", "p1"), nil)

	for _, step := range []struct{ body, want object }{
		{object{"slug": "sol", "name": "Briller"}, object{"name": "Briller", "description": "Mod solen."}},
		{object{"slug": "sol", "name": "Briller", "description": nil}, object{"name": "Briller", "description": nil}},
		{object{"slug": "sol", "name": "Sol", "description": "Igen."}, object{"name": "Sol", "description": "Igen."}},
	} {
		s.OK(t, key, "categories.upsert", step.body, &result)
		if !sameJSON(result, object{"id": id, "slug": "sol", "name": step.want["name"]}) {
			t.Errorf("%v answers %v", step.body, result)
		}
		var list []object
		s.OK(t, key, "categories.list", object{}, &list)
		wantFields(t, "listed", list[0], step.want)
		wasAfter := after
		before, after = wrote(t, s, "categories.upsert", "category", id)
		wantFields(t, "after", after, step.want)
		wantFields(t, "before", before, object{"name": wasAfter["name"], "description": wasAfter["description"], "productCount": 1})
	}
}

func TestCategoriesRefusals(t *testing.T) {
	t.Parallel()
	s := empty(t)
	key := s.Key(t, categoryScopes)
	for _, bad := range []object{
		{"slug": "a", "name": "Aa"}, {"slug": "Aa", "name": "Aa"}, {"slug": "aa", "name": " a "}, {"slug": "aa"},
		{"slug": "aa", "name": nil}, {"slug": strings.Repeat("a", 201), "name": "Aa"}, {"slug": "aa", "name": "Aa", "description": 1},
		{"slug": "aa", "name": "Aa", "title": "Aa"},
	} {
		s.Refused(t, key, "categories.upsert", bad, problem.ValidationFailed)
	}
	s.Refused(t, key, "categories.delete", object{"slug": "aa", "confirm": false}, problem.ValidationFailed)
	s.Refused(t, key, "categories.delete", object{"slug": "aa"}, problem.ValidationFailed)
	s.Refused(t, key, "categories.delete", object{"slug": "Nøgle", "confirm": true}, problem.CategoryNotFound)
	reader := s.Key(t, "categories:read")
	for _, tool := range []string{"categories.upsert", "categories.delete"} {
		s.Refused(t, "", tool, object{}, problem.AuthenticationRequired)
		s.Refused(t, reader, tool, object{}, problem.InsufficientScope)
	}
	s.Refused(t, s.Key(t, "categories:write"), "categories.list", object{}, problem.InsufficientScope)
	wantList(t, s, key, "categories.list", object{}, "slug")
}

func TestCategoriesList(t *testing.T) {
	t.Parallel()
	s := empty(t)
	key := s.Key(t, categoryScopes)
	wantList(t, s, "", "categories.list", object{}, "slug")
	for slug, name := range map[string]string{"aa": "Åbne", "ae": "Æsker", "oe": "øl", "zz": "Zebra", "ab": "abe"} {
		s.OK(t, key, "categories.upsert", object{"slug": slug, "name": name}, nil)
	}
	for _, p := range []object{productIn("zz", "p1"), productIn("zz", "p2"), productIn("zz", "p3"), productIn("ae", "p4")} {
		s.OK(t, key, "products.create", p, nil)
	}
	s.OK(t, key, "products.delete", object{"slug": "p3", "confirm": true}, nil)
	s.OK(t, key, "products.delete", object{"slug": "p4", "confirm": true}, nil)
	for _, caller := range []string{"", key} {
		wantList(t, s, caller, "categories.list", object{}, "slug", "ab", "zz", "ae", "oe", "aa")
		wantList(t, s, caller, "categories.list", object{"includeEmpty": true}, "slug", "ab", "zz", "ae", "oe", "aa")
		wantList(t, s, caller, "categories.list", object{"includeEmpty": false}, "slug", "zz")
	}
	var list []object
	s.OK(t, "", "categories.list", object{}, &list)
	if len(list[1]) != 5 {
		t.Errorf("the fields are %v", list[1])
	}
	wantFields(t, "zz", list[1], object{"name": "Zebra", "description": nil, "productCount": 2})
	wantFields(t, "ae", list[2], object{"productCount": 0})
}

// A product is found under the name that its category has now.
func TestCategoriesRename(t *testing.T) {
	t.Parallel()
	s := empty(t)
	key := s.Key(t, categoryScopes)
	s.OK(t, key, "categories.upsert", object{"slug": "old", "name": "Kikkerter"}, nil)
	s.OK(t, key, "products.create", productIn("old", "p1"), nil)
	wantList(t, s, "", "products.search", object{"q": "kikkert"}, "slug", "p1")
	s.OK(t, key, "categories.upsert", object{"slug": "old", "name": "Teleskoper"}, nil)
	wantList(t, s, "", "products.search", object{"q": "teleskop"}, "slug", "p1")
	wantList(t, s, "", "products.search", object{"q": "teleskøper"}, "slug", "p1") // spelt alike: its words are known
	wantList(t, s, "", "products.search", object{"q": "kikkert"}, "slug")
	wantList(t, s, "", "products.search", object{"q": "model p1"}, "slug", "p1")
}

func TestCategoriesDelete(t *testing.T) {
	t.Parallel()
	s := empty(t)
	key := s.Key(t, categoryScopes)
	var created, again, deleted object
	s.OK(t, key, "categories.upsert", object{"slug": "sol", "name": "Sol", "description": "Mod solen."}, &created)
	s.OK(t, key, "products.create", productIn("sol", "p1"), nil)
	p := s.Refused(t, key, "categories.delete", object{"slug": "sol", "confirm": true}, problem.CategoryNotEmpty)
	if !strings.Contains(p.Resolution, "products.update") || !strings.Contains(p.Resolution, `"sol"`) {
		t.Errorf("resolution %q", p.Resolution)
	}
	s.OK(t, key, "products.delete", object{"slug": "p1", "confirm": true}, nil)
	s.OK(t, key, "categories.delete", object{"slug": "sol", "confirm": true}, &deleted)
	if !sameJSON(deleted, object{"ok": true, "slug": "sol"}) {
		t.Errorf("deleted %v", deleted)
	}
	before, after := wrote(t, s, "categories.delete", "category", created["id"].(string))
	want := object{"id": created["id"], "slug": "sol", "name": "Sol", "description": "Mod solen.", "productCount": 0}
	if !sameJSON(before, want) || after != nil {
		t.Errorf("the deletion left %v → %v", before, after)
	}
	s.Refused(t, key, "categories.delete", object{"slug": "sol", "confirm": true}, problem.CategoryNotFound)
	wantList(t, s, key, "categories.list", object{}, "slug")
	s.Refused(t, key, "products.create", productIn("sol", "p2"), problem.UnknownCategory)
	s.OK(t, key, "categories.upsert", object{"slug": "sol", "name": "Sol"}, &again)
	if again["id"] == created["id"] {
		t.Error("the slug of a deleted category came back with the old id")
	}
	wantList(t, s, key, "categories.list", object{}, "description", "")
}

// At most 2,000 categories exist, however many calls come at once; those that
// exist can be changed all the same.
func TestCategoriesLimit(t *testing.T) {
	t.Parallel()
	s := empty(t)
	key := s.Key(t, categoryScopes)
	execute(t, s, `INSERT INTO categories (id, slug, name, name_sort, created_at, updated_at, deleted_at)
		SELECT gen_random_uuid(), 'c-' || n, 'Kategori', 'kategori', now(), now(), CASE WHEN n > 1997 THEN now() END
		FROM generate_series(1, 2100) n`)
	statuses, replies := together(10, func(i int) servertest.Reply {
		return s.Call(t, key, "categories.upsert", object{"slug": fmt.Sprintf("new-%d", i), "name": "Ny"})
	})
	if !sameJSON(statuses, map[string]int{"200": 3, "409": 7}) {
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
	s := empty(t)
	key := s.Key(t, categoryScopes)
	statuses, replies := together(12, func(i int) servertest.Reply {
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
	for _, row := range succeeded(t, s, "categories.upsert") {
		if row.Before == nil {
			creations++
		}
	}
	if creations != 1 {
		t.Errorf("%d creations", creations)
	}
}

// Whoever comes first, no product ends up in a deleted category.
func TestCategoriesDeleteWhileAProductComes(t *testing.T) {
	t.Parallel()
	s := empty(t)
	key := s.Key(t, categoryScopes)
	for round := range 15 {
		slug := fmt.Sprintf("c-%d", round)
		s.OK(t, key, "categories.upsert", object{"slug": slug, "name": "Sol"}, nil)
		_, replies := together(2, func(i int) servertest.Reply {
			if i == 0 {
				return s.Call(t, key, "categories.delete", object{"slug": slug, "confirm": true})
			}
			return s.Call(t, key, "products.create", productIn(slug, "p-"+slug))
		})
		switch {
		case replies[0].Status == 200:
			replies[1].Problem(t, problem.UnknownCategory)
		case replies[1].Status == 200:
			replies[0].Problem(t, problem.CategoryNotEmpty)
		default:
			t.Errorf("both were refused: %s %s", replies[0].Body, replies[1].Body)
		}
	}
}
