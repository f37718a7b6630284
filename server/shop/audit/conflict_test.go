package audit_test

import (
	"strings"
	"testing"

	"github.com/storefront/storefront/server/platform/auth"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
)

// A conflict says who changed the field, if an entry does.
func TestAConflictSaysWhoChangedTheField(t *testing.T) {
	t.Parallel()
	r := newReverting(t)
	id, other := r.Grant(t, auth.Grant{Name: "Price agent", Scopes: []string{"products:write"}})
	r.do(t, "products.create", servertest.NewProduct("rund"))
	entry := r.do(t, "products.update", object{"slug": "rund", "patch": object{"priceDkk": 200, "stock": 9, "featured": true}})
	r.Execute(t, "UPDATE products SET stock = 8 WHERE slug = 'rund'") // as a sale does
	r.OK(t, other, "products.update", object{"slug": "rund", "patch": object{"priceDkk": 300}}, nil)
	row := r.LastAudit(t, 1)[0]
	for _, c := range []struct{ statement, want string }{
		{"SELECT 1", "Price agent"},
		{"UPDATE api_keys SET name = 'Renamed' WHERE id = '" + id + "'", "Price agent"},
		{"UPDATE audit_log SET actor_name = NULL WHERE id = '" + row.ID.String() + "'", "Renamed"},
		{"UPDATE audit_log SET actor = 'cli:ole:2' WHERE id = '" + row.ID.String() + "'", "ole:2"},
	} {
		r.Execute(t, c.statement)
		p := r.refused(t, entry, nil, problem.RevertConflict)
		by := problem.ChangedBy{AuditLogID: row.ID.String(), ActorName: c.want}
		by.At.Time = row.At
		if !servertest.SameJSON(p.Conflicts, []problem.Conflict{{Path: "/priceDkk", Expected: 200, Current: 300, ChangedBy: &by}, {Path: "/stock", Expected: 9, Current: 8}}) {
			t.Errorf("%s: %+v", c.statement, p.Conflicts)
		}
		var dry struct{ Conflicts []problem.Conflict }
		r.OK(t, r.key, "audit.revert", object{"auditLogId": entry, "confirm": true, "dryRun": true}, &dry)
		if !servertest.SameJSON(dry.Conflicts, p.Conflicts) {
			t.Errorf("%v", dry)
		}
	}
}

// Whether agents may write is not decided by a revert.
func TestAgentWritesIsNotReverted(t *testing.T) {
	t.Parallel()
	r := newReverting(t)
	set := func(key string) string {
		return r.do(t, "features.set", object{"key": key, "enabled": false, "confirm": true})
	}
	campaigns, agents := set("campaigns"), set("agent_writes")
	if p := r.refused(t, agents, nil, problem.NotRevertible); !strings.Contains(p.Resolution, "features.set") {
		t.Errorf("%+v", p)
	}
	if result := r.revertMany(t, object{"auditLogIds": []string{campaigns, agents}, "mode": "best_effort"}); outcomes(result) != "not_revertible/not_revertible reverted" {
		t.Errorf("%s", outcomes(result))
	}
	for revertible, want := range map[bool][]any{true: {}, false: {agents, campaigns}} {
		if got := list(t, r.Server, r.key, object{"toolPrefix": "features.", "revertible": revertible}, 10); !servertest.SameJSON(append([]any{}, got...), want) {
			t.Errorf("revertible %v: %v", revertible, got)
		}
	}
}
