package content_test

import (
	"strings"
	"testing"

	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

const pageScopes = "pages:read,pages:write"

func page(slug string, more object) object {
	return servertest.With(object{"slug": slug, "title": "Titel", "body": "## Overskrift\n\nEn tekst."}, more)
}

func getPage(t *testing.T, s *servertest.Server, key, slug string) (got object) {
	t.Helper()
	s.OK(t, key, "pages.get", object{"slug": slug}, &got)
	return got
}

func TestPagesRefusals(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
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
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, pageScopes)
	s.WantList(t, key, "pages.list", object{}, "slug")
	for slug, title := range map[string]string{"aa": "Åbent", "bb": "betingelser", "zz": "Zoo"} {
		s.OK(t, key, "pages.upsert", page(slug, object{"title": title, "status": "draft"}), nil)
	}
	s.WantList(t, key, "pages.list", object{}, "slug", "bb", "zz", "aa")
	var list []object
	s.OK(t, key, "pages.list", object{}, &list)
	full := getPage(t, s, key, "bb")
	want := object{"id": full["id"], "slug": "bb", "title": "betingelser", "status": "draft", "updatedAt": full["updatedAt"]}
	if !servertest.SameJSON(list[0], want) {
		t.Errorf("listed %v, want %v", list[0], want)
	}
}

func TestPagesGetLayout(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, pageScopes)
	s.OK(t, key, "pages.upsert", page("om-os", object{"status": "draft"}), nil)
	var got object
	s.OK(t, key, "pages.get_layout", object{"slug": "om-os"}, &got)
	if !servertest.SameJSON(got, object{"layout": nil}) {
		t.Errorf("without a layout: %v", got)
	}
	s.Execute(t, `UPDATE pages SET layout = '{"sections": [{"id": "top", "key": "hero", "enabled": true, "props": {"size": 6.0}}]}'`)
	raw := s.OK(t, key, "pages.get_layout", object{"slug": "om-os"}, nil)
	if !strings.Contains(string(raw.Body), `"layout":{"sections":[{"id":"top","key":"hero","enabled":true,"props":{"size":6.0}}]}`) {
		t.Errorf("with a layout: %s", raw.Body)
	}
	servertest.WantFields(t, "the page", getPage(t, s, key, "om-os"), object{"hasLayout": true})
}

func TestPagesDelete(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, pageScopes)
	var created, deleted, again object
	s.OK(t, key, "pages.upsert", page("om-os", nil), &created)
	was := getPage(t, s, key, "om-os")
	s.OK(t, key, "pages.delete", object{"slug": "om-os", "confirm": true}, &deleted)
	if !servertest.SameJSON(deleted, object{"ok": true, "slug": "om-os"}) {
		t.Errorf("deleted %v", deleted)
	}
	before, after := s.Wrote(t, "pages.delete", "page", created["id"].(string))
	if !servertest.SameJSON(before, audited(was)) || after != nil {
		t.Errorf("the deletion left %v → %v", before, after)
	}
	s.Refused(t, key, "pages.get", object{"slug": "om-os"}, problem.PageNotFound)
	s.Refused(t, key, "pages.delete", object{"slug": "om-os", "confirm": true}, problem.PageNotFound)
	s.WantList(t, key, "pages.list", object{}, "slug")
	s.OK(t, key, "pages.upsert", page("om-os", nil), &again)
	if again["id"] == created["id"] {
		t.Error("a new page has the id of the deleted one")
	}
}
