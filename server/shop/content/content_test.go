package content_test

import (
	"fmt"
	"testing"

	"github.com/storefront/storefront/server/config"
	"github.com/storefront/storefront/server/platform/problem"
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

// Every write answers the updatedAt that the next one can expect, so that nobody
// has to read in between.
func TestEveryWriteAnswersItsVersion(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, pageScopes)
	write := func(tool, read string, body object) any {
		t.Helper()
		var written, now object
		s.OK(t, key, tool, body, &written)
		s.OK(t, key, read, object{"slug": written["slug"]}, &now)
		if written["updatedAt"] == nil || written["updatedAt"] != now["updatedAt"] {
			t.Errorf("%s answers %v, and %s %v", tool, written["updatedAt"], read, now["updatedAt"])
		}
		return written["updatedAt"]
	}
	first := write("services.create", "services.get", service("Synsprøve", nil))
	change := func(seen any, order int) object {
		return object{"slug": "synsproeve", "expectedUpdatedAt": seen, "patch": object{"navOrder": order}}
	}
	second := write("services.update", "services.get", change(first, 1))
	write("services.update", "services.get", change(second, 2))
	s.Refused(t, key, "services.update", change(first, 3), problem.VersionConflict)

	first = write("pages.upsert", "pages.get", page("om", nil))
	second = write("pages.upsert", "pages.get", page("om", object{"expectedUpdatedAt": first}))
	write("pages.upsert", "pages.get", page("om", object{"expectedUpdatedAt": second}))
	s.Refused(t, key, "pages.upsert", page("om", object{"expectedUpdatedAt": first}), problem.VersionConflict)
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
