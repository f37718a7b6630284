package content_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

func service(title string, more object) object {
	return servertest.With(object{"title": title, "body": "En tekst."}, more)
}

func getService(t *testing.T, s *servertest.Server, key, slug string) (got object) {
	t.Helper()
	s.OK(t, key, "services.get", object{"slug": slug}, &got)
	return got
}

// Without a key drafts are not found.
func TestServicesListAndGet(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, pageScopes)
	s.WantList(t, "", "services.list", object{}, "slug")
	s.WantList(t, key, "services.list", object{}, "slug")
	for _, c := range []struct {
		slug, title, status string
		order               int
	}{
		{"aa", "Åbning", "published", 1}, {"zz", "Zoneinddeling", "published", 1}, {"first", "Øverst", "published", -3},
		{"last", "Sidst", "published", 9}, {"hidden", "Kladde", "draft", 2},
	} {
		s.OK(t, key, "services.create", service(c.title, object{"slug": c.slug, "status": c.status, "navOrder": c.order}), nil)
	}
	for _, c := range []struct {
		key  string
		body object
		want []string
	}{
		{key, object{}, []string{"first", "zz", "aa", "hidden", "last"}},
		{key, object{"status": "draft"}, []string{"hidden"}},
		{key, object{"status": "published"}, []string{"first", "zz", "aa", "last"}},
		{key, object{"limit": 2, "offset": 2}, []string{"aa", "hidden"}},
		{key, object{"offset": 5}, nil},
		{"", object{}, []string{"first", "zz", "aa", "last"}},
		{"", object{"status": "published"}, []string{"first", "zz", "aa", "last"}},
		{"", object{"status": "draft"}, nil},
		{"", object{"limit": 3}, []string{"first", "zz", "aa"}},
		{"", object{"limit": 3, "offset": 3}, []string{"last"}},
	} {
		s.WantList(t, c.key, "services.list", c.body, "slug", c.want...)
	}

	full := getService(t, s, "", "first")
	if !servertest.SameJSON(full, getService(t, s, key, "first")) {
		t.Error("a published service differs with a key")
	}
	var list []object
	s.OK(t, "", "services.list", object{"limit": 1}, &list)
	delete(full, "body")
	delete(full, "createdAt")
	if !servertest.SameJSON(list[0], full) {
		t.Errorf("listed %v, want %v", list[0], full)
	}
	servertest.WantFields(t, "with a key", getService(t, s, key, "hidden"), object{"status": "draft"})
	draft := s.Refused(t, "", "services.get", object{"slug": "hidden"}, problem.ServiceNotFound)
	missing := s.Refused(t, "", "services.get", object{"slug": "missing"}, problem.ServiceNotFound)
	if draft.Resolution != missing.Resolution || strings.ReplaceAll(draft.Detail, "hidden", "missing") != missing.Detail {
		t.Errorf("a draft is told from a missing service: %v, %v", draft, missing)
	}
}

func TestAPageBesideThousandsOfServices(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	s.Execute(t, `INSERT INTO services (id, slug, title, title_sort, body, features, show_in_nav, nav_order, status, created_at, updated_at)
		SELECT gen_random_uuid(), 'nr-' || n, 'Nr.', 'nr.', 'Tekst.', '{}', false, n, 'published', now(), now() FROM generate_series(1, 10001) n`)
	_, page := s.Page(t, "", "services.list", object{})
	if page.Total != 10_000 || page.TotalIsExact || page.NextOffset == nil || *page.NextOffset != 20 {
		t.Errorf("%+v", page)
	}
	s.WantPage(t, "", "services.list", object{"offset": 10_000}, 1, 10_001, 0)
}

func TestServicesCreate(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, pageScopes)
	var created object
	s.OK(t, key, "services.create", service(" Synsprøve på stedet ", object{
		"shortDescription": "Kort.", "priceString": "Fra 395 kr.", "heroImage": "https://images.example/a.jpg",
		"features": []string{"Tager 30 minutter"}, "showInNav": true, "navOrder": -9007199254740991, "status": "draft",
	}), &created)
	want := object{"id": created["id"], "slug": "synsproeve-paa-stedet", "status": "draft", "publicUrl": s.URL + "/services/synsproeve-paa-stedet",
		"updatedAt": created["updatedAt"]}
	if !servertest.SameJSON(created, want) {
		t.Errorf("created %v, want %v", created, want)
	}
	got := getService(t, s, key, "synsproeve-paa-stedet")
	if len(got) != 14 || got["createdAt"] != got["updatedAt"] {
		t.Errorf("read %v", got)
	}
	servertest.WantFields(t, "read", got, want)
	servertest.WantFields(t, "read", got, object{
		"title": "Synsprøve på stedet", "body": "En tekst.", "shortDescription": "Kort.", "priceString": "Fra 395 kr.",
		"heroImage": "https://images.example/a.jpg", "features": []string{"Tager 30 minutter"}, "showInNav": true, "navOrder": -9007199254740991,
	})
	before, after := s.Wrote(t, "services.create", "service", created["id"].(string))
	if before != nil || !servertest.SameJSON(after, got) {
		t.Errorf("the creation left %v → %v", before, after)
	}
}

// Left out and null are the same in a new service.
func TestServicesCreateWithRequiredFieldsOnly(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, pageScopes)
	s.OK(t, key, "services.create", service("Left out", object{"slug": "one"}), nil)
	s.OK(t, key, "services.create", service("Null", object{"slug": "two", "shortDescription": nil, "priceString": nil, "heroImage": nil, "features": []string{}}), nil)
	for _, slug := range []string{"one", "two"} {
		servertest.WantFields(t, slug, getService(t, s, key, slug), object{
			"shortDescription": nil, "priceString": nil, "heroImage": nil, "features": []string{}, "showInNav": false, "navOrder": 0, "status": "published",
		})
	}
}

func TestServicesCreateSlug(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, pageScopes)
	long := strings.Repeat("ab", 100)
	for _, c := range []struct{ title, want string }{
		{"Reparation", "reparation"}, {"Reparation!", "reparation-2"}, {"REPARATION", "reparation-3"}, {"Rep", "rep"},
		{"修理", "xiu-li"}, {"修理", "xiu-li-2"}, {"Ремонт очков", "remont-ochkov"}, {"!?", "service"}, {"X!", "service-2"}, {long, long}, {long, long[:198] + "-2"}, {long, long[:198] + "-3"},
	} {
		var created object
		s.OK(t, key, "services.create", service(c.title, nil), &created)
		servertest.WantFields(t, c.title, created, object{"slug": c.want})
	}
	p := s.Refused(t, key, "services.create", service("Andet", object{"slug": "reparation"}), problem.SlugTaken)
	if !strings.Contains(p.Detail, `"reparation"`) || !strings.Contains(p.Resolution, "services.update") {
		t.Errorf("detail %q, resolution %q", p.Detail, p.Resolution)
	}
	s.OK(t, key, "services.create", service("Andet", object{"slug": "reparation-4"}), nil)
	var created object
	s.OK(t, key, "services.create", service("Reparation", nil), &created)
	servertest.WantFields(t, "past a slug that was given", created, object{"slug": "reparation-5"})
}

// Many services with one title are created at once, some with the very slugs
// that the others would get: each call succeeds or gets slug_taken.
func TestServicesCreateAtOnce(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, pageScopes)
	const calls = 20
	_, replies := servertest.Together(calls, func(i int) servertest.Reply {
		if i%4 == 0 {
			return s.Call(t, key, "services.create", service("Andet", object{"slug": fmt.Sprintf("reparation-%d", i+2)}))
		}
		return s.Call(t, key, "services.create", service("Reparation", nil))
	})
	slugs := map[any]bool{}
	created := 0
	for i, r := range replies {
		if r.Status != 200 && i%4 == 0 {
			r.Problem(t, problem.SlugTaken)
			continue
		}
		var result object
		r.Result(t, &result)
		slugs[result["slug"]] = true
		created++
	}
	if len(slugs) != created || created < calls*3/4 || !slugs["reparation"] {
		t.Errorf("%d services have the slugs %v", created, slugs)
	}
}

// Texts of the contract's maximum length that take the most room in an index:
// rare characters, and syllables that are decomposed into letters for sorting.
func TestTitlesOfTheLargestCharacters(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, pageScopes+",categories:read,categories:write,products:write,catalog:read")
	random := rand.New(rand.NewPCG(1, 2))
	of := func(first, last rune, n int) string {
		signs := make([]rune, n)
		for i := range signs {
			signs[i] = first + random.Int32N(last-first)
		}
		return string(signs)
	}
	s.OK(t, key, "services.create", service(of('가', '힣', 200), nil), nil)
	s.OK(t, key, "pages.upsert", page("long", object{"title": of('가', '힣', 300)}), nil)
	s.OK(t, key, "categories.upsert", object{"slug": "long", "name": of('가', '힣', 300)}, nil)
	s.OK(t, key, "products.create", servertest.With(servertest.ProductIn("long", "long"), object{"name": of('가', '힣', 300), "brand": of('𠀀', '𪛖', 300)}), nil)
}

func TestServicesUpdate(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, pageScopes)
	var created, result object
	s.OK(t, key, "services.create", service("Synsprøve", object{
		"shortDescription": "Kort.", "priceString": "395 kr.", "heroImage": "https://images.example/a.jpg", "features": []string{"a"}, "navOrder": 5,
	}), &created)
	id := created["id"].(string)
	for _, step := range []struct{ patch, changes object }{
		{object{"title": "Ny"}, object{"title": "Ny"}},
		{object{"shortDescription": nil}, object{"shortDescription": nil}},
		{object{"priceString": nil, "status": "draft"}, object{"priceString": nil, "status": "draft"}},
		{object{"priceString": "1 kr.", "shortDescription": "Igen.", "body": "Ny tekst."}, object{"priceString": "1 kr.", "shortDescription": "Igen.", "body": "Ny tekst."}},
		{object{"showInNav": true, "navOrder": -1, "status": "published"}, object{"showInNav": true, "navOrder": -1, "status": "published"}},
		{object{"heroImage": "https://images.example/b.jpg", "features": []string{"B", "A"}}, object{"heroImage": "https://images.example/b.jpg", "features": []string{"B", "A"}}},
		{object{"heroImage": nil, "features": []string{}}, object{"heroImage": nil, "features": []string{}}},
		{object{"navOrder": 0, "showInNav": false}, object{"navOrder": 0, "showInNav": false}},
	} {
		was := getService(t, s, key, "synsproeve")
		s.OK(t, key, "services.update", object{"slug": "synsproeve", "patch": step.patch}, &result)
		now := getService(t, s, key, "synsproeve")
		if !servertest.SameJSON(result, object{"id": id, "slug": "synsproeve", "updatedAt": now["updatedAt"]}) {
			t.Errorf("%v answers %v", step.patch, result)
		}
		before, after := s.Wrote(t, "services.update", "service", id)
		if !servertest.SameJSON(before, was) || !servertest.SameJSON(after, now) {
			t.Errorf("%v left %v → %v", step.patch, before, after)
		}
		if now["updatedAt"].(string) <= was["updatedAt"].(string) {
			t.Errorf("updatedAt went from %v to %v", was["updatedAt"], now["updatedAt"])
		}
		want := was
		want["updatedAt"] = now["updatedAt"]
		for name, value := range step.changes {
			want[name] = value
		}
		if !servertest.SameJSON(now, want) {
			t.Errorf("%v makes it %v, want %v", step.patch, now, want)
		}
	}
}

func TestServicesUpdateVersion(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, pageScopes)
	s.OK(t, key, "services.create", service("Synsprøve", nil), nil)
	seen := getService(t, s, key, "synsproeve")["updatedAt"]
	statuses, replies := servertest.Together(8, func(i int) servertest.Reply {
		return s.Call(t, key, "services.update", object{"slug": "synsproeve", "expectedUpdatedAt": seen, "patch": object{"navOrder": i}})
	})
	if !servertest.SameJSON(statuses, map[string]int{"200": 1, "409": 7}) {
		t.Errorf("statuses %v", statuses)
	}
	for _, r := range replies {
		if r.Status == 409 {
			r.Problem(t, problem.VersionConflict)
		}
	}
}

func TestServicesRefusals(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, pageScopes)
	s.OK(t, key, "services.create", service("Synsprøve", nil), nil)
	for _, bad := range []object{
		{"title": "Titel"}, service("T", nil), service(strings.Repeat("t", 201), nil), service("Titel", object{"body": " "}),
		service("Titel", object{"slug": "Titel"}), service("Titel", object{"slug": "x"}), service("Titel", object{"slug": nil}),
		service("Titel", object{"heroImage": "a picture"}), service("Titel", object{"features": nil}), service("Titel", object{"features": []string{""}}),
		service("Titel", object{"navOrder": 9007199254740992}), service("Titel", object{"status": "hidden"}),
		service("Titel", object{"shortDescription": strings.Repeat("k", 501)}), service("Titel", object{"priceString": strings.Repeat("k", 101)}),
	} {
		s.Refused(t, key, "services.create", bad, problem.ValidationFailed)
	}
	for _, bad := range []object{{}, {"title": nil}, {"heroImage": "a picture"}, {"features": nil}, {"features": []string{" "}}, {"navOrder": nil}} {
		s.Refused(t, key, "services.update", object{"slug": "synsproeve", "patch": bad}, problem.ValidationFailed)
	}
	s.Refused(t, key, "services.update", object{"slug": "synsproeve", "patch": object{"slug": "ny"}}, problem.SlugImmutable)
	s.Refused(t, key, "services.update", object{"slug": "ingen", "patch": object{"title": "Titel"}}, problem.ServiceNotFound)
	s.Refused(t, key, "services.get", object{"slug": "ingen"}, problem.ServiceNotFound)
	s.Refused(t, key, "services.list", object{"limit": 0}, problem.ValidationFailed)
	s.Refused(t, key, "services.list", object{"status": "hidden"}, problem.ValidationFailed)

	reader, writer := s.Key(t, "pages:read"), s.Key(t, "pages:write")
	for _, tool := range []string{"services.create", "services.update"} {
		s.Refused(t, "", tool, object{}, problem.AuthenticationRequired)
		s.Refused(t, reader, tool, object{}, problem.InsufficientScope)
	}
	for _, tool := range []string{"services.list", "services.get"} {
		s.Refused(t, writer, tool, object{}, problem.InsufficientScope)
	}
	if rows := s.Succeeded(t, "services.create"); len(rows) != 1 {
		t.Errorf("%d creations", len(rows))
	}
}

func TestServicesDelete(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, pageScopes)
	var created, deleted, again object
	s.OK(t, key, "services.create", service("Synsprøve", nil), &created)
	s.OK(t, key, "services.create", service("Tilpasning", object{"status": "draft"}), nil)
	was := getService(t, s, key, "synsproeve")
	contents := s.Contents(t)
	for _, bad := range []object{
		{"slug": "synsproeve"}, {"slug": "synsproeve", "confirm": false}, {"slug": "synsproeve", "confirm": nil}, {"slug": "synsproeve", "confirm": "true"},
		{"confirm": true}, {"slug": " ", "confirm": true}, {"slug": 1, "confirm": true}, {"id": created["id"], "confirm": true},
	} {
		s.Refused(t, key, "services.delete", bad, problem.ValidationFailed)
	}
	s.Refused(t, key, "services.delete", object{"slug": "ingen", "confirm": true}, problem.ServiceNotFound)
	if after := s.Contents(t); after != contents {
		t.Errorf("before\n%s\nafter\n%s", contents, after)
	}

	s.OK(t, key, "services.delete", object{"slug": " synsproeve ", "confirm": true}, &deleted)
	if !servertest.SameJSON(deleted, object{"ok": true, "slug": "synsproeve"}) {
		t.Errorf("deleted %v", deleted)
	}
	before, after := s.Wrote(t, "services.delete", "service", created["id"].(string))
	if !servertest.SameJSON(before, was) || after != nil {
		t.Errorf("the deletion left %v → %v", before, after)
	}
	for _, caller := range []string{key, ""} {
		s.Refused(t, caller, "services.get", object{"slug": "synsproeve"}, problem.ServiceNotFound)
	}
	s.WantList(t, key, "services.list", object{}, "slug", "tilpasning")
	s.WantList(t, "", "services.list", object{}, "slug")
	s.Refused(t, key, "services.update", object{"slug": "synsproeve", "patch": object{"navOrder": 1}}, problem.ServiceNotFound)
	s.Refused(t, key, "services.delete", object{"slug": "synsproeve", "confirm": true}, problem.ServiceNotFound)
	if kept := servertest.One[string](t, s, "SELECT slug FROM services WHERE deleted_at IS NOT NULL"); kept != "synsproeve" {
		t.Errorf("the deleted row is %s", kept)
	}

	// Its slug is free, also for one that is made from the title.
	s.OK(t, key, "services.create", service("Synsprøve", nil), &again)
	if again["slug"] != "synsproeve" || again["id"] == created["id"] {
		t.Errorf("created %v after %v", again, created)
	}
	s.OK(t, key, "services.delete", object{"slug": "synsproeve", "confirm": true}, nil)
	s.OK(t, key, "services.delete", object{"slug": "tilpasning", "confirm": true}, nil)
	s.WantList(t, key, "services.list", object{}, "slug")
}

func TestServicesDeleteAtOnce(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, pageScopes)
	s.OK(t, key, "services.create", service("Synsprøve", nil), nil)
	statuses, _ := servertest.Together(8, func(int) servertest.Reply {
		return s.Call(t, key, "services.delete", object{"slug": "synsproeve", "confirm": true})
	})
	if !servertest.SameJSON(statuses, map[string]int{"200": 1, "404": 7}) {
		t.Errorf("statuses %v", statuses)
	}
	if rows := s.Succeeded(t, "services.delete"); len(rows) != 1 {
		t.Errorf("%d deletions are in the audit", len(rows))
	}
}
