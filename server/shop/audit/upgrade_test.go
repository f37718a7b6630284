package audit_test

import (
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

// Rows that a program before wrote are found by what they did not say then.
func TestTheRowsOfProgramsBeforeAreFound(t *testing.T) {
	t.Parallel()
	url := storetest.New(t, storetest.Empty)
	if err := store.MigrateDown(t.Context(), url, 37); err != nil {
		t.Fatal(err)
	}
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	_, err = conn.Exec(t.Context(), `INSERT INTO audit_log (id, at, actor, tool, entity_type, entity_id, before, after, outcome, request_id, channel)
		SELECT gen_random_uuid(), now(), 'cli:anna', 'features.set', 'feature', key, '{"enabled":true}', '{"enabled":false}', 'success', gen_random_uuid(), channel
		FROM unnest(ARRAY['checkout', 'agent_writes']) AS key CROSS JOIN unnest(ARRAY['rest', 'mcp']) AS channel`)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := store.Migrate(t.Context(), url); err != nil {
		t.Fatal(err)
	}
	s := servertest.New(t, servertest.Options{Database: url})
	key := s.Key(t, "owner")
	for filter, want := range map[string]int{"mcp": 2, "rest": 2, "cli": 1} { // and the key is made by the command line
		if got := list(t, s, key, object{"channel": filter}, 10); len(got) != want {
			t.Errorf("%s: %d rows, want %d", filter, len(got), want)
		}
	}
	if got := list(t, s, key, object{"holder": "program"}, 10); len(got) != 0 {
		t.Errorf("%d rows of a holder that nobody knew", len(got))
	}
	var p page
	s.OK(t, key, "audit.list", object{"revertible": true}, &p)
	for _, item := range p.Items {
		servertest.WantFields(t, "old", item, object{"actorName": "anna", "entityId": "checkout", "entityLabel": nil})
	}
	if len(p.Items) != 2 {
		t.Errorf("%v", p.Items)
	}
	if n := servertest.One[int](t, s, "SELECT count(*)::int FROM audit_kinds WHERE channel IS NULL"); n != 0 {
		t.Errorf("%d kinds are left", n)
	}
}
