package server_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/storefront/storefront/server/config"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/test/servertest"
)

// Refused calls leave small audit rows, however much they send; a successful
// write keeps all of its arguments.
func TestRefusedCallsLeaveSmallAuditRows(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	key := s.Key(t, "products:write")
	const calls = 40
	body := object{"slug": "findes-ikke", "patch": object{"description": strings.Repeat("Lang tekst. ", 8000), "useCases": slices.Repeat([]object{{"title": "Brug", "description": strings.Repeat("b", 8000)}}, 100)}}
	for range calls {
		s.Refused(t, key, "products.update", body, problem.ProductNotFound)
	}
	if longest := servertest.One[int](t, s, "SELECT max(octet_length(args::text)) FROM audit_log WHERE outcome = 'failure'"); longest > store.MaxRefusedArgs || longest < 1000 {
		t.Errorf("%d bytes of arguments are kept", longest)
	}
	if size := servertest.One[int](t, s, "SELECT pg_total_relation_size('audit_log')"); size > 1<<20 {
		t.Errorf("%d calls left %d bytes", calls, size)
	}
	body["slug"] = "round-metal"
	s.OK(t, key, "products.update", body, nil)
	if kept := servertest.One[int](t, s, "SELECT max(octet_length(args::text)) FROM audit_log WHERE outcome = 'success'"); kept < 800_000 {
		t.Errorf("%d bytes of a write's arguments are kept", kept)
	}
}

// The service deletes audit rows after the retention period, batch by batch, and
// records that in the audit; replicas share the work.
func TestAuditRowsAreDeletedAfterTheRetentionPeriod(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	young := s.AuditCount(t)
	s.Execute(t, `INSERT INTO audit_log (id, at, actor, tool, outcome, request_id, channel)
		SELECT gen_random_uuid(), now() - interval '91 days' + n * interval '1 second', 'cli:test', 'test.old', 'success', gen_random_uuid(), 'cli'
		FROM generate_series(1, 2500) n`)
	s.Execute(t, `INSERT INTO audit_log (id, at, actor, tool, outcome, request_id, channel)
		VALUES (gen_random_uuid(), now() - interval '89 days', 'cli:test', 'test.young', 'success', gen_random_uuid(), 'cli')`)
	keep := func(c *config.Serve) { c.AuditRetention = config.Period(90 * 24 * time.Hour) }
	s.Beside(t, servertest.Options{Config: keep})
	s.Beside(t, servertest.Options{Config: keep})
	eventually(t, 20*time.Second, func() bool {
		return servertest.One[int](t, s, "SELECT count(*) FROM audit_log WHERE tool = 'test.old'") == 0
	})
	if left := servertest.One[int](t, s, "SELECT count(*) FROM audit_log WHERE tool <> 'system.audit.prune'"); left != young+1 {
		t.Errorf("%d rows are left, want %d", left, young+1)
	}
	if told := servertest.One[int](t, s, `SELECT sum((after->>'rows')::int) FROM audit_log WHERE tool = 'system.audit.prune' AND actor = 'system:audit.prune'`); told != 2500 {
		t.Errorf("the audit tells of %d rows", told)
	}
}
