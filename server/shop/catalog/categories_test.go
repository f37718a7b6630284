package catalog_test

import (
	"fmt"
	"maps"
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
	if len(list[1]) != 6 {
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
	want := object{"id": created["id"], "slug": "sol", "name": "Sol", "description": "Mod solen.", "productCount": 0, "updatedAt": created["updatedAt"]}
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

func TestCategoriesUpsert(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, categoryScopes)
	var created, result object
	s.OK(t, key, "categories.upsert", object{"slug": "sol", "name": " Solbriller ", "description": "Mod solen."}, &created)
	servertest.WantFields(t, "created", created, object{"slug": "sol", "name": "Solbriller"})
	id := created["id"].(string)
	want := object{"id": id, "slug": "sol", "name": "Solbriller", "description": "Mod solen.", "productCount": 0, "updatedAt": created["updatedAt"]}
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
		if !servertest.SameJSON(result, object{"id": id, "slug": "sol", "name": step.want["name"], "updatedAt": result["updatedAt"]}) {
			t.Errorf("%v answers %v", step.body, result)
		}
		var list []object
		s.OK(t, key, "categories.list", object{}, &list)
		servertest.WantFields(t, "listed", list[0], step.want)
		wasAfter := after
		before, after = s.Wrote(t, "categories.upsert", "category", id)
		servertest.WantFields(t, "after", after, step.want)
		servertest.WantFields(t, "before", before, object{"name": wasAfter["name"], "description": wasAfter["description"]})
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

// described fills the shop with categories whose descriptions have the given
// total size in bytes, and then starts the service.
func described(t *testing.T, bytes int) *servertest.Server {
	t.Helper()
	s := servertest.NewEmpty(t)
	s.Execute(t, `INSERT INTO categories (id, slug, name, name_sort, description, search, created_at, updated_at)
		SELECT gen_random_uuid(), 'c-' || n, 'Kategori', 'kategori', repeat('b', least(2000, $1 - n * 2000)), '', now(), now()
		FROM generate_series(0, ($1 - 1) / 2000) n`, bytes)
	return s.Beside(t, servertest.Options{})
}

const mostDescribed = 1 << 20

func TestADescriptionHasAtMost2000Characters(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, categoryScopes)
	s.OK(t, key, "categories.upsert", object{"slug": "sol", "name": "Sol", "description": strings.Repeat("ø", 2000)}, nil)
	p := s.Refused(t, key, "categories.upsert", object{"slug": "sol", "name": "Sol", "description": strings.Repeat("ø", 2001)}, problem.ValidationFailed)
	if len(p.Errors) != 1 || p.Errors[0].Pointer != "/description" {
		t.Errorf("%+v", p)
	}
}

// All live descriptions together take at most 1 MiB of UTF-8.
func TestAllDescriptionsHaveAtMostOneMebibyte(t *testing.T) {
	t.Parallel()
	s := described(t, mostDescribed-10)
	key := s.Key(t, categoryScopes)
	upsert := func(slug string, description any) object {
		return object{"slug": slug, "name": "Ny", "description": description}
	}
	for description, resolution := range map[string]string{
		"12345678901": `Shorten "description" to at most 10 characters.`,
		"ææææææ":      `Shorten "description" to at most 5 characters.`,
	} {
		if p := s.Refused(t, key, "categories.upsert", upsert("ny", description), problem.LimitReached); p.Resolution != resolution {
			t.Errorf("%q: %s", description, p.Resolution)
		}
	}
	s.OK(t, key, "categories.upsert", upsert("ny", "æææææ"), nil)
	for slug, longer := range map[string]string{"c-0": strings.Repeat("b", 1999) + "æ", "ny": "æææææ1", "anden": "1"} {
		s.Refused(t, key, "categories.upsert", upsert(slug, longer), problem.LimitReached)
	}
	s.OK(t, key, "categories.upsert", object{"slug": "anden", "name": "Uden"}, nil)
	s.OK(t, key, "categories.upsert", upsert("ny", "12345"), nil)
	s.OK(t, key, "categories.upsert", upsert("anden", "12345"), nil)
	s.OK(t, key, "categories.delete", object{"slug": "c-1", "confirm": true}, nil)
	s.OK(t, key, "categories.upsert", upsert("anden", strings.Repeat("b", 2000)), nil)
	if size := len(s.Call(t, "", "categories.list", object{}).Body); size >= 2<<20 {
		t.Errorf("categories.list answers %d bytes", size)
	}
}

// Descriptions that were stored before the limit existed can be read, and
// changed as long as they do not grow.
func TestDescriptionsFromBeforeTheLimitStayReadable(t *testing.T) {
	t.Parallel()
	s := described(t, mostDescribed)
	s.Execute(t, "UPDATE categories SET description = repeat('b', 100000) WHERE slug = 'c-7'")
	s = s.Beside(t, servertest.Options{})
	key := s.Key(t, categoryScopes)
	s.OK(t, "", "categories.list", object{}, nil)
	s.OK(t, key, "categories.upsert", object{"slug": "c-7", "name": "Anden"}, nil)
	s.OK(t, key, "categories.upsert", object{"slug": "c-8", "name": "Anden", "description": strings.Repeat("c", 2000)}, nil)
	s.Refused(t, key, "categories.upsert", object{"slug": "ny", "name": "Ny", "description": "1"}, problem.LimitReached)
	s.OK(t, key, "categories.upsert", object{"slug": "c-7", "name": "Anden", "description": "kort"}, nil)
	s.OK(t, key, "categories.upsert", object{"slug": "c-8", "name": "Anden", "description": nil}, nil)
	s.OK(t, key, "categories.upsert", object{"slug": "ny", "name": "Ny", "description": "1"}, nil)
}

// Concurrent calls cannot exceed the limit together, whether they create
// categories or change existing ones.
func TestConcurrentDescriptionsStayWithinTheLimit(t *testing.T) {
	t.Parallel()
	s := described(t, mostDescribed-5*1000)
	key := s.Key(t, categoryScopes)
	for i := range 6 {
		s.OK(t, key, "categories.upsert", object{"slug": fmt.Sprintf("new-%d", i), "name": "Uden"}, nil)
	}
	statuses, replies := servertest.Together(12, func(i int) servertest.Reply {
		return s.Call(t, key, "categories.upsert", object{"slug": fmt.Sprintf("new-%d", i), "name": "Ny", "description": strings.Repeat("b", 1000)})
	})
	if !maps.Equal(statuses, map[int]int{200: 5, 409: 7}) {
		t.Errorf("statuses %v", statuses)
	}
	for _, r := range replies {
		if r.Status == 409 {
			r.Problem(t, problem.LimitReached)
		}
	}
	if sum := servertest.One[int64](t, s, "SELECT sum(octet_length(description)) FROM categories WHERE deleted_at IS NULL"); sum != mostDescribed {
		t.Errorf("they take %d bytes", sum)
	}
}

// Who read a category changes it only if nobody else has. One that was deleted since is not made anew.
func TestTheVersionOfACategory(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, "categories:read,categories:write")
	body := object{"slug": "briller", "name": "Briller"}
	var created struct{ UpdatedAt string }
	s.OK(t, key, "categories.upsert", body, &created)
	s.WantList(t, key, "categories.list", object{}, "updatedAt", created.UpdatedAt)
	seen := s.OneWins(t, key, "categories.upsert", created.UpdatedAt, body)
	s.WantList(t, key, "categories.list", object{}, "updatedAt", seen)
	p := s.Refused(t, key, "categories.upsert", servertest.With(body, object{"expectedUpdatedAt": created.UpdatedAt}), problem.VersionConflict)
	if p.Detail != "The category changed at "+seen+"." || p.Resolution != `Call categories.list and set "expectedUpdatedAt" to the updatedAt of the category.` {
		t.Errorf("%+v", p)
	}

	s.OK(t, key, "categories.delete", object{"slug": "briller", "confirm": true}, nil)
	p = s.Refused(t, key, "categories.upsert", servertest.With(body, object{"expectedUpdatedAt": seen}), problem.VersionConflict)
	if p.Detail != `The category "briller" does not exist any more.` || p.Resolution != `Remove "expectedUpdatedAt" from the body to create the category.` {
		t.Errorf("%+v", p)
	}
	s.WantList(t, key, "categories.list", object{}, "slug")
}
