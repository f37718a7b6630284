package walk_test

import (
	"encoding/json"
	"testing"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/shop/audit"
	"github.com/storefront/storefront/server/test/servertest"
)

// auditByIndex lists the audit by every kind of filter, whose statements depend
// on the request, and counts the sequential scans of it. Each list is read often
// enough that PostgreSQL could choose its generic plan.
func auditByIndex(t *testing.T, address string) {
	const scans = "SELECT seq_scan FROM pg_stat_user_tables WHERE relname = 'audit_log'"
	st, err := store.Open(address+"&random_page_cost=1.1&max_parallel_workers_per_gather=0", store.Options{MaxConns: 1})
	if err != nil {
		t.Fatal(err)
	}
	before := afterSessions[int64](t, address, scans)
	log := audit.Audit{Store: st, Contract: servertest.Contract(), Kinds: server.Undoable()}
	for _, body := range []string{
		`{}`, `{"toolPrefix":"orders."}`, `{"toolPrefix":"products."}`, `{"actorPrefix":"system:"}`, `{"entityType":"order"}`, `{"entityId":"none"}`,
		`{"outcome":"denied"}`, `{"outcome":"success","revertible":false}`, `{"revertible":true}`, `{"entityId":"none","revertible":false}`,
		`{"fromDate":"2026-01-01T00:00Z","toDate":"2026-01-02T00:00Z","toolPrefix":"orders."}`,
	} {
		for range 8 {
			request := api.AuditListRequest{Limit: new(int64(50))}
			if err := json.Unmarshal([]byte(body), &request); err != nil {
				t.Fatal(err)
			}
			if _, err := log.List(t.Context(), &request); err != nil {
				t.Fatalf("%s: %v", body, err)
			}
		}
	}
	st.Close() // a session reports its counts when it ends at the latest
	if after := afterSessions[int64](t, address, scans); after != before {
		t.Errorf("%d sequential scans of the audit", after-before)
	}
}
