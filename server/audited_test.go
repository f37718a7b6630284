package server_test

import (
	"testing"

	"github.com/storefront/storefront/server/platform/auth"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
)

func TestRefusedWritesLeaveAnAuditRowAndChangeNothing(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	id, key := s.Grant(t, auth.Grant{Scopes: []string{"products:write"}})
	before := s.Contents(t)
	for _, refused := range []struct {
		tool    string
		body    object
		code    problem.Code
		outcome string
	}{
		{"products.update", object{"slug": "findes-ikke", "patch": object{"stock": 1}}, problem.ProductNotFound, "failure"},
		{"products.update", object{"slug": "round-metal", "patch": object{"stock": -1}}, problem.ValidationFailed, "failure"},
		{"products.create", servertest.NewProduct("round-metal"), problem.SlugTaken, "failure"},
		{"pages.delete", object{"slug": "om-os", "confirm": true}, problem.InsufficientScope, "denied"},
		{"orders.list", object{}, problem.InsufficientScope, "denied"},
	} {
		rows := s.AuditCount(t)
		s.Refused(t, key, refused.tool, refused.body, refused.code)
		if got := s.AuditCount(t) - rows; got != 1 {
			t.Fatalf("%s: %d rows, want 1", refused.tool, got)
		}
		row := s.LastAudit(t, 1)[0]
		if row.Tool != refused.tool || row.Outcome != refused.outcome || *row.Code != string(refused.code) || row.Actor != "apikey:"+id {
			t.Errorf("%+v", row)
		}
	}
	if s.Contents(t) != before {
		t.Error("a refused call changed something")
	}
}
