package content_test

import (
	"fmt"
	"testing"

	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

func TestPagesBesideLists(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, pageScopes)
	for _, tool := range []string{"services.list", "pages.list", "site.list_pages"} {
		s.WantPage(t, key, tool, object{}, 0, 0, 0)
	}
	for i := range 5 {
		status := []string{"published", "draft"}[i%2]
		s.OK(t, key, "services.create", service(fmt.Sprintf("Nr. %d", i), object{"status": status}), nil)
		s.OK(t, key, "pages.upsert", page(fmt.Sprintf("nr-%d", i), object{"status": status}), nil)
	}
	s.WantPage(t, key, "pages.list", object{}, 5, 5, 0)
	s.WantPage(t, "", "site.list_pages", object{}, 3, 3, 0)
	s.WantPage(t, key, "services.list", object{"limit": 2}, 2, 5, 2)
	s.WantPage(t, key, "services.list", object{"limit": 2, "offset": 4}, 1, 5, 0)
	s.WantPage(t, key, "services.list", object{"limit": 2, "offset": 6}, 0, 5, 0)
	s.WantPage(t, "", "services.list", object{"limit": 2}, 2, 3, 2)
	s.WantPage(t, "", "services.list", object{"status": "draft"}, 0, 0, 0)
	s.WantPage(t, key, "services.list", object{"status": "draft", "limit": 1}, 1, 2, 1)
	over, rest := s.CallMCP(t, key, "services_list", object{"limit": 2}), s.Call(t, key, "services.list", object{"limit": 2})
	if over.Refused || !servertest.SameJSON(servertest.Decoded(t, over.Reply.Body), servertest.Decoded(t, rest.Body)) {
		t.Errorf("over MCP it is %s", over.Reply.Body)
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
