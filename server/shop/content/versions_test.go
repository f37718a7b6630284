package content_test

import (
	"testing"

	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

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
