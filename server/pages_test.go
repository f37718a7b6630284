package server_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/storefront/storefront/server/problem"
	"github.com/storefront/storefront/server/servertest"
)

const pageScopes = "pages:read,pages:write"

func page(slug string, more object) object {
	return with(object{"slug": slug, "title": "Titel", "body": "## Overskrift\n\nEn tekst."}, more)
}

func getPage(t *testing.T, s *servertest.Server, key, slug string) (got object) {
	t.Helper()
	s.OK(t, key, "pages.get", object{"slug": slug}, &got)
	return got
}

// The table of the specification: a new page is published unless it says
// otherwise, an existing one keeps its status unless it says otherwise.
func TestPagesUpsertStatus(t *testing.T) {
	t.Parallel()
	s := empty(t)
	key := s.Key(t, pageScopes)
	for i, c := range []struct{ first, second, want string }{
		{"", "", "published"}, {"", "draft", "draft"}, {"", "published", "published"},
		{"draft", "", "draft"}, {"draft", "published", "published"}, {"draft", "draft", "draft"},
		{"published", "", "published"}, {"published", "draft", "draft"},
	} {
		slug := fmt.Sprintf("page-%d", i)
		var result object
		for n, status := range []string{c.first, c.second} {
			more := object{"title": fmt.Sprintf("Titel %d", n)}
			if status != "" {
				more["status"] = status
			}
			s.OK(t, key, "pages.upsert", page(slug, more), &result)
		}
		wantFields(t, c.first+" then "+c.second, result, object{"slug": slug, "title": "Titel 1", "status": c.want})
		wantFields(t, "read", getPage(t, s, key, slug), object{"id": result["id"], "title": "Titel 1", "status": c.want})
	}
}

func TestPagesUpsert(t *testing.T) {
	t.Parallel()
	s := empty(t)
	key := s.Key(t, pageScopes)
	var created, changed object
	s.OK(t, key, "pages.upsert", page("om-os", object{"title": "  Om os "}), &created)
	id := created["id"].(string)
	if !sameJSON(created, object{"id": id, "slug": "om-os", "title": "Om os", "status": "published"}) {
		t.Errorf("created %v", created)
	}
	first := getPage(t, s, key, "om-os")
	if len(first) != 8 || first["createdAt"] != first["updatedAt"] {
		t.Errorf("the page is %v", first)
	}
	wantFields(t, "read", first, object{"id": id, "title": "Om os", "body": "## Overskrift\n\nEn tekst.", "status": "published", "hasLayout": false})
	before, after := wrote(t, s, "pages.upsert", "page", id)
	if before != nil || !sameJSON(after, first) {
		t.Errorf("the creation left %v → %v", before, after)
	}

	s.OK(t, key, "pages.upsert", page("om-os", object{"body": "En anden tekst.", "status": "draft"}), &changed)
	second := getPage(t, s, key, "om-os")
	wantFields(t, "changed", second, object{"id": id, "title": "Titel", "body": "En anden tekst.", "status": "draft", "createdAt": first["createdAt"]})
	if second["updatedAt"].(string) <= first["updatedAt"].(string) {
		t.Errorf("updatedAt went from %v to %v", first["updatedAt"], second["updatedAt"])
	}
	before, after = wrote(t, s, "pages.upsert", "page", id)
	if !sameJSON(before, first) || !sameJSON(after, second) {
		t.Errorf("the change left %v → %v", before, after)
	}
}

func TestPagesUpsertVersion(t *testing.T) {
	t.Parallel()
	s := empty(t)
	key := s.Key(t, pageScopes)
	p := s.Refused(t, key, "pages.upsert", page("new", object{"expectedUpdatedAt": "2026-11-01T09:30Z"}), problem.VersionConflict)
	if !strings.Contains(p.Detail, "does not exist") {
		t.Errorf("detail %q", p.Detail)
	}
	wantList(t, s, key, "pages.list", object{}, "slug")
	s.OK(t, key, "pages.upsert", page("new", nil), nil)
	seen := getPage(t, s, key, "new")["updatedAt"]
	s.OK(t, key, "pages.upsert", page("new", object{"expectedUpdatedAt": seen, "title": "Anden"}), nil)
	p = s.Refused(t, key, "pages.upsert", page("new", object{"expectedUpdatedAt": seen, "title": "Tredje"}), problem.VersionConflict)
	now := getPage(t, s, key, "new")
	if !strings.Contains(p.Detail, now["updatedAt"].(string)) {
		t.Errorf("detail %q, want %v", p.Detail, now["updatedAt"])
	}
	wantFields(t, "refused", now, object{"title": "Anden"})

	// Of many who read the same version one wins.
	statuses, _ := together(8, func(i int) servertest.Reply {
		return s.Call(t, key, "pages.upsert", page("new", object{"expectedUpdatedAt": now["updatedAt"], "title": fmt.Sprintf("Nr. %d", i)}))
	})
	if !sameJSON(statuses, map[string]int{"200": 1, "409": 7}) {
		t.Errorf("statuses %v", statuses)
	}
}

func TestPagesRefusals(t *testing.T) {
	t.Parallel()
	s := empty(t)
	key := s.Key(t, pageScopes)
	for _, bad := range []object{
		{"slug": "x", "title": "Titel", "body": "En lang tekst."}, page("Om-os", nil), page("om os", nil),
		page("om", object{"title": "T"}), page("om", object{"body": "For kort"}), page("om", object{"body": "         1"}),
		page("om", object{"status": "hidden"}), page("om", object{"status": nil}), page("om", object{"expectedUpdatedAt": nil}),
		page("om", object{"layout": nil}), {"slug": "om", "title": "Titel"},
	} {
		s.Refused(t, key, "pages.upsert", bad, problem.ValidationFailed)
	}
	s.Refused(t, key, "pages.get", object{"slug": "om"}, problem.PageNotFound)
	s.Refused(t, key, "pages.get_layout", object{"slug": "om"}, problem.PageNotFound)
	s.Refused(t, key, "pages.get_layout", object{"slug": "Om os"}, problem.ValidationFailed)
	s.Refused(t, key, "pages.delete", object{"slug": "om", "confirm": true}, problem.PageNotFound)
	s.Refused(t, key, "pages.delete", object{"slug": "om", "confirm": false}, problem.ValidationFailed)
	s.Refused(t, key, "pages.list", object{"limit": 1}, problem.ValidationFailed)

	reader, writer := s.Key(t, "pages:read"), s.Key(t, "pages:write")
	for _, tool := range []string{"pages.upsert", "pages.delete"} {
		s.Refused(t, "", tool, object{}, problem.AuthenticationRequired)
		s.Refused(t, reader, tool, object{}, problem.InsufficientScope)
	}
	for _, tool := range []string{"pages.list", "pages.get", "pages.get_layout"} {
		s.Refused(t, "", tool, object{}, problem.AuthenticationRequired)
		s.Refused(t, writer, tool, object{}, problem.InsufficientScope)
	}
}

func TestPagesList(t *testing.T) {
	t.Parallel()
	s := empty(t)
	key := s.Key(t, pageScopes)
	wantList(t, s, key, "pages.list", object{}, "slug")
	for slug, title := range map[string]string{"aa": "Åbent", "bb": "betingelser", "zz": "Zoo"} {
		s.OK(t, key, "pages.upsert", page(slug, object{"title": title, "status": "draft"}), nil)
	}
	wantList(t, s, key, "pages.list", object{}, "slug", "bb", "zz", "aa")
	var list []object
	s.OK(t, key, "pages.list", object{}, &list)
	full := getPage(t, s, key, "bb")
	want := object{"id": full["id"], "slug": "bb", "title": "betingelser", "status": "draft", "updatedAt": full["updatedAt"]}
	if !sameJSON(list[0], want) {
		t.Errorf("listed %v, want %v", list[0], want)
	}
}

func TestPagesGetLayout(t *testing.T) {
	t.Parallel()
	s := empty(t)
	key := s.Key(t, pageScopes)
	s.OK(t, key, "pages.upsert", page("om-os", object{"status": "draft"}), nil)
	var got object
	s.OK(t, key, "pages.get_layout", object{"slug": "om-os"}, &got)
	if !sameJSON(got, object{"layout": nil}) {
		t.Errorf("without a layout: %v", got)
	}
	execute(t, s, `UPDATE pages SET layout = '{"sections": [{"id": "top", "key": "hero", "enabled": true, "props": {"size": 6.0}}]}'`)
	raw := s.OK(t, key, "pages.get_layout", object{"slug": "om-os"}, nil)
	if !strings.Contains(string(raw.Body), `"layout":{"sections":[{"id":"top","key":"hero","enabled":true,"props":{"size":6.0}}]}`) {
		t.Errorf("with a layout: %s", raw.Body)
	}
	wantFields(t, "the page", getPage(t, s, key, "om-os"), object{"hasLayout": true})
}

func TestPagesDelete(t *testing.T) {
	t.Parallel()
	s := empty(t)
	key := s.Key(t, pageScopes)
	var created, deleted, again object
	s.OK(t, key, "pages.upsert", page("om-os", nil), &created)
	was := getPage(t, s, key, "om-os")
	s.OK(t, key, "pages.delete", object{"slug": "om-os", "confirm": true}, &deleted)
	if !sameJSON(deleted, object{"ok": true, "slug": "om-os"}) {
		t.Errorf("deleted %v", deleted)
	}
	before, after := wrote(t, s, "pages.delete", "page", created["id"].(string))
	if !sameJSON(before, was) || after != nil {
		t.Errorf("the deletion left %v → %v", before, after)
	}
	s.Refused(t, key, "pages.get", object{"slug": "om-os"}, problem.PageNotFound)
	s.Refused(t, key, "pages.delete", object{"slug": "om-os", "confirm": true}, problem.PageNotFound)
	wantList(t, s, key, "pages.list", object{}, "slug")
	s.OK(t, key, "pages.upsert", page("om-os", nil), &again)
	if again["id"] == created["id"] {
		t.Error("a new page has the id of the deleted one")
	}
}

// At most 5,000 pages exist, however many calls come at once; those that exist
// can be changed all the same.
func TestPagesLimit(t *testing.T) {
	t.Parallel()
	s := empty(t)
	key := s.Key(t, pageScopes)
	execute(t, s, `INSERT INTO pages (id, slug, title, title_sort, body, status, created_at, updated_at, deleted_at)
		SELECT gen_random_uuid(), 'p-' || n, 'Titel', 'titel', 'En lang tekst.', 'draft', now(), now(), CASE WHEN n > 4998 THEN now() END
		FROM generate_series(1, 5100) n`)
	statuses, replies := together(8, func(i int) servertest.Reply {
		return s.Call(t, key, "pages.upsert", page(fmt.Sprintf("new-%d", i), nil))
	})
	if !sameJSON(statuses, map[string]int{"200": 2, "409": 6}) {
		t.Fatalf("statuses %v", statuses)
	}
	for _, r := range replies {
		if r.Status == 409 {
			r.Problem(t, problem.LimitReached)
		}
	}
	s.OK(t, key, "pages.upsert", page("p-1", nil), nil)
	var list []object
	if s.OK(t, key, "pages.list", object{}, &list); len(list) != 5000 {
		t.Errorf("the list holds %d", len(list))
	}
	s.OK(t, key, "pages.delete", object{"slug": "p-1", "confirm": true}, nil)
	s.OK(t, key, "pages.upsert", page("p-1", nil), nil)
}

// Of many calls for one new slug the first creates the page and the others
// change it; deletions in between are no trouble.
func TestPagesUpsertAtOnce(t *testing.T) {
	t.Parallel()
	s := empty(t)
	key := s.Key(t, pageScopes)
	statuses, _ := together(12, func(i int) servertest.Reply {
		return s.Call(t, key, "pages.upsert", page("same", object{"title": fmt.Sprintf("Nr. %d", i)}))
	})
	if statuses[200] != 12 {
		t.Errorf("statuses %v", statuses)
	}
	wantList(t, s, key, "pages.list", object{}, "slug", "same")
	versions := map[any]bool{}
	for _, row := range succeeded(t, s, "pages.upsert") {
		versions[decoded(t, row.After)["updatedAt"]] = true
	}
	if len(versions) != 12 {
		t.Errorf("12 changes made %d versions", len(versions))
	}

	statuses, _ = together(24, func(i int) servertest.Reply {
		if i%3 == 0 {
			return s.Call(t, key, "pages.delete", object{"slug": "same", "confirm": true})
		}
		return s.Call(t, key, "pages.upsert", page("same", nil))
	})
	if statuses[200] < 16 || statuses[200]+statuses[404] != 24 {
		t.Errorf("with deletions: statuses %v", statuses)
	}
}
