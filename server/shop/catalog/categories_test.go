package catalog_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

const categoryScopes = "categories:read,categories:write,products:write,catalog:read"

func TestCategoriesRefusals(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
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
	s.WantList(t, key, "categories.list", object{}, "slug")
}

func TestCategoriesList(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, categoryScopes)
	s.WantList(t, "", "categories.list", object{}, "slug")
	s.WantPage(t, "", "categories.list", object{}, 0, 0, 0)
	for slug, name := range map[string]string{"aa": "Åbne", "ae": "Æsker", "oe": "øl", "zz": "Zebra", "ab": "abe"} {
		s.OK(t, key, "categories.upsert", object{"slug": slug, "name": name}, nil)
	}
	for _, p := range []object{servertest.ProductIn("zz", "p1"), servertest.ProductIn("zz", "p2"), servertest.ProductIn("zz", "p3"), servertest.ProductIn("ae", "p4")} {
		s.OK(t, key, "products.create", p, nil)
	}
	s.OK(t, key, "products.delete", object{"slug": "p3", "confirm": true}, nil)
	s.OK(t, key, "products.delete", object{"slug": "p4", "confirm": true}, nil)
	for _, caller := range []string{"", key} {
		s.WantList(t, caller, "categories.list", object{}, "slug", "ab", "zz", "ae", "oe", "aa")
		s.WantList(t, caller, "categories.list", object{"includeEmpty": true}, "slug", "ab", "zz", "ae", "oe", "aa")
		s.WantList(t, caller, "categories.list", object{"includeEmpty": false}, "slug", "zz")
		s.WantPage(t, caller, "categories.list", object{}, 5, 5, 0)
		s.WantPage(t, caller, "categories.list", object{"includeEmpty": false}, 1, 1, 0)
	}
	var list []object
	s.OK(t, "", "categories.list", object{}, &list)
	if len(list[1]) != 5 {
		t.Errorf("the fields are %v", list[1])
	}
	servertest.WantFields(t, "zz", list[1], object{"name": "Zebra", "description": nil, "productCount": 2})
	servertest.WantFields(t, "ae", list[2], object{"productCount": 0})
}

func TestCategoriesDelete(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, categoryScopes)
	var created, again, deleted object
	s.OK(t, key, "categories.upsert", object{"slug": "sol", "name": "Sol", "description": "Mod solen."}, &created)
	s.OK(t, key, "products.create", servertest.ProductIn("sol", "p1"), nil)
	p := s.Refused(t, key, "categories.delete", object{"slug": "sol", "confirm": true}, problem.CategoryNotEmpty)
	if !strings.Contains(p.Resolution, "products.update") || !strings.Contains(p.Resolution, `"sol"`) {
		t.Errorf("resolution %q", p.Resolution)
	}
	s.OK(t, key, "products.delete", object{"slug": "p1", "confirm": true}, nil)
	s.OK(t, key, "categories.delete", object{"slug": "sol", "confirm": true}, &deleted)
	if !servertest.SameJSON(deleted, object{"ok": true, "slug": "sol"}) {
		t.Errorf("deleted %v", deleted)
	}
	before, after := s.Wrote(t, "categories.delete", "category", created["id"].(string))
	want := object{"id": created["id"], "slug": "sol", "name": "Sol", "description": "Mod solen.", "productCount": 0}
	if !servertest.SameJSON(before, want) || after != nil {
		t.Errorf("the deletion left %v → %v", before, after)
	}
	s.Refused(t, key, "categories.delete", object{"slug": "sol", "confirm": true}, problem.CategoryNotFound)
	s.WantList(t, key, "categories.list", object{}, "slug")
	s.Refused(t, key, "products.create", servertest.ProductIn("sol", "p2"), problem.UnknownCategory)
	s.OK(t, key, "categories.upsert", object{"slug": "sol", "name": "Sol"}, &again)
	if again["id"] == created["id"] {
		t.Error("the slug of a deleted category came back with the old id")
	}
	s.WantList(t, key, "categories.list", object{}, "description", "")
}

// Whichever call is first, no product ends up in a deleted category.
func TestCategoriesDeleteWhileAProductComes(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, categoryScopes)
	for round := range 15 {
		slug := fmt.Sprintf("c-%d", round)
		s.OK(t, key, "categories.upsert", object{"slug": slug, "name": "Sol"}, nil)
		_, replies := servertest.Together(2, func(i int) servertest.Reply {
			if i == 0 {
				return s.Call(t, key, "categories.delete", object{"slug": slug, "confirm": true})
			}
			return s.Call(t, key, "products.create", servertest.ProductIn(slug, "p-"+slug))
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
