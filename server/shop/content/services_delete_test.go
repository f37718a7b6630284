package content_test

import (
	"testing"

	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

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
