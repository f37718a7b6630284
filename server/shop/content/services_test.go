package content_test

import (
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
