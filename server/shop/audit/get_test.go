package audit_test

import (
	"strings"
	"testing"

	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

// entry returns the newest entry of a tool.
func entry(t *testing.T, s *servertest.Server, key, tool string) object {
	t.Helper()
	var p page
	s.OK(t, s.Key(t, "audit:read"), "audit.list", object{"toolPrefix": tool, "limit": 1}, &p)
	var e object
	s.OK(t, key, "audit.get", object{"auditLogId": p.Items[0]["id"]}, &e)
	for name, value := range p.Items[0] {
		if name != "changes" && !servertest.SameJSON(e[name], value) {
			t.Errorf("%s: %s is %v in the list and %v here", tool, name, value, e[name])
		}
	}
	return e
}

func TestGetShowsWhatChanged(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, "all")
	s.OK(t, key, "categories.upsert", object{"slug": "briller", "name": "Briller"}, nil)
	created := entry(t, s, key, "categories.upsert")
	if created["before"] != nil || !servertest.SameJSON(created["args"], object{"slug": "briller", "name": "Briller"}) || created["notRevertibleReason"] != nil {
		t.Errorf("%v", created)
	}
	for _, c := range created["changes"].([]any) {
		if change := c.(map[string]any); change["previousValue"] != nil || change["nextValue"] == nil || change["path"] == "" {
			t.Errorf("%v", change)
		}
	}
	s.OK(t, key, "settings.update_tax", object{"patch": object{"vatRatePercent": 12.5}}, nil)
	updated := entry(t, s, key, "settings.update_tax")
	changes := updated["changes"].([]any)
	if len(changes) != 2 || !servertest.SameJSON(changes[0], object{"path": "/tax/vatRatePercent", "previousValue": 25, "nextValue": 12.5}) {
		t.Errorf("%v", changes)
	}
	s.OK(t, key, "audit.revert", object{"auditLogId": updated["id"], "confirm": true}, nil)
	reverting := entry(t, s, key, "audit.revert")
	servertest.WantFields(t, "reverting", reverting, object{"revertible": true, "revertOf": updated["id"], "revertedAt": nil})
	again := entry(t, s, key, "settings.update_tax")
	servertest.WantFields(t, "reverted", again, object{"revertible": false, "revertedAt": reverting["at"], "revertOf": nil})
	if why, _ := again["notRevertibleReason"].(string); !strings.Contains(why, "reverted already") {
		t.Errorf("%v", again)
	}
}

func TestGetOfWhatIsNotThere(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, "audit:read")
	for _, id := range []string{"findes-ikke", "01994f5e-0000-7000-8000-000000000999"} {
		p := s.Refused(t, key, "audit.get", object{"auditLogId": id}, problem.AuditEntryNotFound)
		if !strings.Contains(p.Resolution, "audit.list") {
			t.Error(p.Resolution)
		}
	}
}

// What was done to orders and carts is shown only to keys that may read orders;
// that a call was made, and by whom, to all that may read the audit.
func TestPersonalDataNeedsItsScope(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	owner, reader, both := s.Key(t, "all"), s.Key(t, "audit:read"), s.Key(t, "audit:read,orders:read")
	s.OK(t, owner, "cart.create", object{"email": "freja@example.com"}, nil)
	s.OK(t, owner, "orders.list", object{"email": "freja@example.com"}, nil)
	for _, tool := range []string{"cart.create", "orders.list", "orders.update_status", "orders.create"} {
		hidden, shown := entry(t, s, reader, tool), entry(t, s, both, tool)
		for _, field := range []string{"args", "before", "after"} {
			if hidden[field] != nil {
				t.Errorf("%s shows %s: %v", tool, field, hidden[field])
			}
		}
		if why, _ := hidden["notShownReason"].(string); !strings.Contains(why, "orders:read") || len(hidden["changes"].([]any)) != 0 {
			t.Errorf("%s: %v", tool, hidden)
		}
		if shown["args"] == nil || shown["notShownReason"] != nil {
			t.Errorf("%s: %v", tool, shown)
		}
	}
	if last := s.LastAudit(t, 1)[0]; last.Tool != "audit.get" || last.Outcome != "success" {
		t.Errorf("reading leaves the row %+v", last)
	}
	if e := entry(t, s, reader, "products.create"); e["args"] == nil || e["notShownReason"] != nil {
		t.Errorf("%v", e)
	}
}
