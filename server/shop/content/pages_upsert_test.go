package content_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

// The table of the specification: a new page is published unless it says
// otherwise, an existing one keeps its status unless it says otherwise.
func TestPagesUpsertStatus(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
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
		servertest.WantFields(t, c.first+" then "+c.second, result, object{"slug": slug, "title": "Titel 1", "status": c.want})
		servertest.WantFields(t, "read", getPage(t, s, key, slug), object{"id": result["id"], "title": "Titel 1", "status": c.want})
	}
}

func TestPagesUpsert(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, pageScopes)
	var created, changed object
	s.OK(t, key, "pages.upsert", page("om-os", object{"title": "  Om os "}), &created)
	id := created["id"].(string)
	if !servertest.SameJSON(created, object{"id": id, "slug": "om-os", "title": "Om os", "status": "published", "updatedAt": created["updatedAt"], "url": s.URL + "/info/om-os"}) {
		t.Errorf("created %v", created)
	}
	first := getPage(t, s, key, "om-os")
	if len(first) != 9 || first["createdAt"] != first["updatedAt"] {
		t.Errorf("the page is %v", first)
	}
	servertest.WantFields(t, "read", first, object{"id": id, "title": "Om os", "body": "## Overskrift\n\nEn tekst.", "status": "published", "hasLayout": false})
	before, after := s.Wrote(t, "pages.upsert", "page", id)
	if before != nil || !servertest.SameJSON(after, audited(first)) {
		t.Errorf("the creation left %v → %v", before, after)
	}

	s.OK(t, key, "pages.upsert", page("om-os", object{"body": "En anden tekst.", "status": "draft"}), &changed)
	second := getPage(t, s, key, "om-os")
	servertest.WantFields(t, "changed", second, object{"id": id, "title": "Titel", "body": "En anden tekst.", "status": "draft", "createdAt": first["createdAt"]})
	if second["updatedAt"].(string) <= first["updatedAt"].(string) {
		t.Errorf("updatedAt went from %v to %v", first["updatedAt"], second["updatedAt"])
	}
	before, after = s.Wrote(t, "pages.upsert", "page", id)
	if !servertest.SameJSON(before, audited(first)) || !servertest.SameJSON(after, audited(second)) {
		t.Errorf("the change left %v → %v", before, after)
	}
}

func TestPagesUpsertVersion(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, pageScopes)
	p := s.Refused(t, key, "pages.upsert", page("new", object{"expectedUpdatedAt": "2026-11-01T09:30Z"}), problem.VersionConflict)
	if !strings.Contains(p.Detail, "does not exist") {
		t.Errorf("detail %q", p.Detail)
	}
	s.WantList(t, key, "pages.list", object{}, "slug")
	s.OK(t, key, "pages.upsert", page("new", nil), nil)
	seen := getPage(t, s, key, "new")["updatedAt"]
	s.OK(t, key, "pages.upsert", page("new", object{"expectedUpdatedAt": seen, "title": "Anden"}), nil)
	p = s.Refused(t, key, "pages.upsert", page("new", object{"expectedUpdatedAt": seen, "title": "Tredje"}), problem.VersionConflict)
	now := getPage(t, s, key, "new")
	if !strings.Contains(p.Detail, now["updatedAt"].(string)) {
		t.Errorf("detail %q, want %v", p.Detail, now["updatedAt"])
	}
	servertest.WantFields(t, "refused", now, object{"title": "Anden"})

	// Of many callers who read the same version one wins.
	statuses, _ := servertest.Together(8, func(i int) servertest.Reply {
		return s.Call(t, key, "pages.upsert", page("new", object{"expectedUpdatedAt": now["updatedAt"], "title": fmt.Sprintf("Nr. %d", i)}))
	})
	if !servertest.SameJSON(statuses, map[string]int{"200": 1, "409": 7}) {
		t.Errorf("statuses %v", statuses)
	}
}

// At most 5,000 pages exist, however many calls run at once; existing ones can
// still be changed.
func TestPagesLimit(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, pageScopes)
	s.Execute(t, `INSERT INTO pages (id, slug, title, title_sort, body, status, created_at, updated_at, deleted_at)
		SELECT gen_random_uuid(), 'p-' || n, 'Titel', 'titel', 'En lang tekst.', 'draft', now(), now(), CASE WHEN n > 4998 THEN now() END
		FROM generate_series(1, 5100) n`)
	statuses, replies := servertest.Together(8, func(i int) servertest.Reply {
		return s.Call(t, key, "pages.upsert", page(fmt.Sprintf("new-%d", i), nil))
	})
	if !servertest.SameJSON(statuses, map[string]int{"200": 2, "409": 6}) {
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
// change it, also when the page is deleted in between.
func TestPagesUpsertAtOnce(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, pageScopes)
	statuses, _ := servertest.Together(12, func(i int) servertest.Reply {
		return s.Call(t, key, "pages.upsert", page("same", object{"title": fmt.Sprintf("Nr. %d", i)}))
	})
	if statuses[200] != 12 {
		t.Errorf("statuses %v", statuses)
	}
	s.WantList(t, key, "pages.list", object{}, "slug", "same")
	versions := map[any]bool{}
	for _, row := range s.Succeeded(t, "pages.upsert") {
		versions[servertest.Decoded(t, row.After)["updatedAt"]] = true
	}
	if len(versions) != 12 {
		t.Errorf("12 changes made %d versions", len(versions))
	}

	statuses, _ = servertest.Together(24, func(i int) servertest.Reply {
		if i%3 == 0 {
			return s.Call(t, key, "pages.delete", object{"slug": "same", "confirm": true})
		}
		return s.Call(t, key, "pages.upsert", page("same", nil))
	})
	if statuses[200] < 16 || statuses[200]+statuses[404] != 24 {
		t.Errorf("with deletions: statuses %v", statuses)
	}
}
