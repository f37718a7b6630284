package content_test

import (
	"testing"

	"github.com/storefront/storefront/server/config"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

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

// With a configured address links lead there, whichever host a request names.
func TestLinksLeadToTheConfiguredAddress(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{Template: storetest.Empty, Config: func(c *config.Serve) { c.BaseURL = "https://butik.example/" }})
	key := s.Key(t, pageScopes)
	s.OK(t, key, "pages.upsert", page("om-os", nil), nil)
	s.WantList(t, "", "site.list_pages", object{}, "url", "https://butik.example/info/om-os")
	s.OK(t, key, "services.create", object{"title": "Synsprøve", "body": "Tekst"}, nil)
	s.WantList(t, "", "services.list", object{}, "publicUrl", "https://butik.example/services/synsproeve")
}
