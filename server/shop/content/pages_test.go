package content_test

import (
	"fmt"
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
	servertest.WantFields(t, "without a layout", got, object{"layout": nil})
	s.Execute(t, `UPDATE pages SET layout = '{"sections": [{"id": "top", "key": "hero", "enabled": true, "props": {"size": 6.0}}]}'`)
	raw := s.OK(t, key, "pages.get_layout", object{"slug": "om-os"}, nil)
	if !strings.Contains(string(raw.Body), `"layout":{"sections":[{"id":"top","key":"hero","enabled":true,"props":{"size":6.0}}]}`) {
		t.Errorf("with a layout: %s", raw.Body)
	}
	servertest.WantFields(t, "the page", getPage(t, s, key, "om-os"), object{"hasLayout": true})
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
	if before != nil || !servertest.SameJSON(after, inAudit(first)) {
		t.Errorf("the creation left %v → %v", before, after)
	}

	s.OK(t, key, "pages.upsert", page("om-os", object{"body": "En anden tekst.", "status": "draft"}), &changed)
	second := getPage(t, s, key, "om-os")
	servertest.WantFields(t, "changed", second, object{"id": id, "title": "Titel", "body": "En anden tekst.", "status": "draft", "createdAt": first["createdAt"]})
	if second["updatedAt"].(string) <= first["updatedAt"].(string) {
		t.Errorf("updatedAt went from %v to %v", first["updatedAt"], second["updatedAt"])
	}
	before, after = s.Wrote(t, "pages.upsert", "page", id)
	if !servertest.SameJSON(before, inAudit(first)) || !servertest.SameJSON(after, inAudit(second)) {
		t.Errorf("the change left %v → %v", before, after)
	}
}

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

func TestPagesUpsertMetaDescription(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, pageScopes)
	for _, step := range []struct {
		fields object
		want   any
	}{
		{nil, nil},
		{object{"metaDescription": " Hvem vi er. "}, "Hvem vi er."},
		{object{"title": "Andet"}, "Hvem vi er."},
		{object{"metaDescription": strings.Repeat("æ", 300)}, strings.Repeat("æ", 300)},
		{object{"metaDescription": nil}, nil},
	} {
		var written, public object
		s.OK(t, key, "pages.upsert", page("om", step.fields), &written)
		read := getPage(t, s, key, "om")
		_, after := s.Wrote(t, "pages.upsert", "page", written["id"].(string))
		s.OK(t, "", "site.get_page", object{"slug": "om"}, &public)
		if read["metaDescription"] != step.want || after["metaDescription"] != step.want || public["metaDescription"] != step.want {
			t.Errorf("%v: pages.get has %v, the audit %v, site.get_page %v", step.fields, read["metaDescription"], after["metaDescription"], public["metaDescription"])
		}
	}
	s.OK(t, key, "pages.upsert", page("ny", object{"metaDescription": "Fra begyndelsen."}), nil)
	if got := getPage(t, s, key, "ny")["metaDescription"]; got != "Fra begyndelsen." {
		t.Errorf("of a new page: %v", got)
	}
	for _, bad := range []any{"", " ", strings.Repeat("æ", 301), 5} {
		s.Refused(t, key, "pages.upsert", page("om", object{"metaDescription": bad}), problem.ValidationFailed)
	}
}

// Over MCP too null clears what may be null.
func TestPagesUpsertMetaDescriptionOverMCP(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, pageScopes)
	for _, want := range []any{"Hvem vi er.", nil} {
		s.CallMCP(t, key, "pages_upsert", page("om", object{"metaDescription": want}))
		if got := getPage(t, s, key, "om")["metaDescription"]; got != want {
			t.Errorf("it is %v, want %v", got, want)
		}
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

func TestPagesRefusals(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, pageScopes)
	for _, bad := range []object{
		{"slug": "x", "title": "Titel", "body": "En lang tekst."}, page("Om-os", nil), page("om os", nil),
		page("om", object{"title": "T"}), page("om", object{"body": "For kort"}), page("om", object{"body": "         1"}),
		page("om", object{"status": "hidden"}), page("om", object{"status": nil}), page("om", object{"expectedUpdatedAt": nil}),
		page("om", object{"layout": object{}}), {"slug": "om", "title": "Titel"},
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
	if !servertest.SameJSON(before, inAudit(was)) || after != nil {
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

func TestSitePages(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, pageScopes)
	s.WantList(t, "", "site.list_pages", object{}, "slug")
	for slug, more := range map[string]object{
		"om-os": {"title": "Om os"}, "aabent": {"title": "Åbent"}, "kladde": {"title": "Kladde", "status": "draft"},
	} {
		s.OK(t, key, "pages.upsert", page(slug, more), nil)
	}
	s.Execute(t, "UPDATE pages SET meta_description = 'Hvem vi er.' WHERE slug = 'om-os'")
	full := getPage(t, s, key, "om-os")
	for _, caller := range []string{"", key} {
		s.WantList(t, caller, "site.list_pages", object{}, "slug", "om-os", "aabent")
		var list []object
		s.OK(t, caller, "site.list_pages", object{}, &list)
		summary := object{"slug": "om-os", "title": "Om os", "metaDescription": "Hvem vi er.", "updatedAt": full["updatedAt"], "url": s.URL + "/info/om-os"}
		if !servertest.SameJSON(list[0], summary) || list[1]["metaDescription"] != nil {
			t.Errorf("listed %v", list)
		}
		var got object
		s.OK(t, caller, "site.get_page", object{"slug": "om-os"}, &got)
		summary["body"], summary["bodyFormat"], summary["layout"] = full["body"], "markdown", nil
		if !servertest.SameJSON(got, summary) {
			t.Errorf("read %v, want %v", got, summary)
		}
		draft := s.Refused(t, caller, "site.get_page", object{"slug": "kladde"}, problem.PageNotFound)
		missing := s.Refused(t, caller, "site.get_page", object{"slug": "ingen"}, problem.PageNotFound)
		if draft.Resolution != missing.Resolution || draft.Title != missing.Title {
			t.Errorf("a draft is told from a missing page: %v, %v", draft, missing)
		}
	}

	s.OK(t, key, "pages.upsert", page("kladde", object{"title": "Kladde", "status": "published"}), nil)
	s.OK(t, key, "pages.upsert", page("om-os", object{"title": "Om os", "status": "draft"}), nil)
	s.OK(t, key, "pages.delete", object{"slug": "aabent", "confirm": true}, nil)
	s.WantList(t, "", "site.list_pages", object{}, "slug", "kladde")
	s.Refused(t, "", "site.get_page", object{"slug": "aabent"}, problem.PageNotFound)
}

func TestSiteGetPageWithALayout(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	s.OK(t, s.Key(t, pageScopes), "pages.upsert", page("om-os", nil), nil)
	s.Execute(t, `UPDATE pages SET layout = '{"sections":[{"id":"top","key":"hero","enabled":true}]}'`)
	var got object
	s.OK(t, "", "site.get_page", object{"slug": "om-os"}, &got)
	servertest.WantFields(t, "read", got, object{"layout": object{"sections": []object{{"id": "top", "key": "hero", "enabled": true}}}})
}

func TestSiteRefusals(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	for _, tool := range []string{"site.list_pages", "site.get_page"} {
		s.Refused(t, s.Key(t, "catalog:read"), tool, object{}, problem.InsufficientScope)
		s.Refused(t, "sfk_bad", tool, object{}, problem.InvalidKey)
		s.Refused(t, "", tool, object{"limit": 1}, problem.ValidationFailed)
	}
	s.Refused(t, "", "site.get_page", object{}, problem.ValidationFailed)
	s.Refused(t, "", "site.get_page", object{"slug": "Æ Ø"}, problem.PageNotFound)
}
