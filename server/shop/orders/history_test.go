package orders_test

import (
	"cmp"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/auth"
	"github.com/storefront/storefront/server/platform/problem"
)

func (s ordering) history(t *testing.T, id string) (entries []api.OrderHistoryEntry) {
	t.Helper()
	s.OK(t, s.key, "orders.history", object{"orderId": id}, &entries)
	return entries
}

// story is a history in short: "from>to note" for each entry.
func story(entries []api.OrderHistoryEntry) []string {
	lines := make([]string, len(entries))
	text := func(s *string) string { return *cmp.Or(s, new("")) }
	for i, e := range entries {
		lines[i] = strings.TrimSpace(text(e.From) + ">" + text(e.To) + " " + text(e.Note))
	}
	return lines
}

func (s ordering) wantStory(t *testing.T, id string, want ...string) {
	t.Helper()
	if got := story(s.history(t, id)); !slices.Equal(got, want) {
		t.Errorf("the history is\n%q, want\n%q", got, want)
	}
}

// The history has the creation, each move, each refund and each note, with who did
// it; what was refused is not there.
func TestOrdersHistory(t *testing.T) {
	t.Parallel()
	s := newOrdering(t)
	id := s.place(t, orderDraft())
	s.wantStory(t, id, ">pending_payment")
	grant, key := s.Grant(t, auth.Grant{Scopes: []string{"orders:read", "orders:write"}})
	for _, status := range []string{"paid", "shipped"} {
		s.OK(t, key, "orders.update_status", object{"orderId": id, "status": status}, nil)
	}
	s.OK(t, key, "orders.add_note", object{"orderId": id, "text": "Ring."}, nil)
	s.OK(t, key, "orders.set_tracking", parcel(id, nil), nil)
	s.Refused(t, key, "orders.update_status", object{"orderId": id, "status": "pending"}, problem.IllegalTransition)
	for _, reason := range []string{"En ridse.", "Endnu en."} {
		s.OK(t, key, "orders.refund", object{"orderId": id, "amountOere": 100, "reason": reason, "confirm": true}, nil)
	}
	s.OK(t, key, "orders.update_status", object{"orderId": id, "status": "refunded"}, nil)
	s.wantStory(t, id, ">pending_payment", "pending_payment>paid", "paid>shipped", "> Ring.", "shipped>partial_refund En ridse.",
		"partial_refund>partial_refund Endnu en.", "partial_refund>refunded")
	entries := s.history(t, id)
	if entries[0].Actor != "system:test" || !entries[0].At.Equal(s.get(t, id).CreatedAt.Time) {
		t.Errorf("%+v", entries[0])
	}
	for i, e := range entries[1:] {
		if e.Actor != "apikey:"+grant || e.At.Before(entries[i].At.Time) {
			t.Errorf("%+v", e)
		}
	}
	for _, unknown := range []string{"x", orderID(9)} {
		s.Refused(t, s.key, "orders.history", object{"orderId": unknown}, problem.OrderNotFound)
	}
}

// A history of any length is answered with its newest entries.
func TestOrdersHistoryIsCut(t *testing.T) {
	t.Parallel()
	s := newOrdering(t)
	id := s.place(t, orderDraft())
	fill := func(from, to int) {
		s.Execute(t, `INSERT INTO order_history (id, order_id, at, from_status, to_status, actor)
			SELECT gen_random_uuid(), $1, now() + n * interval '1 second', 'disputed', 'completed', 'system:' || n FROM generate_series($2::int, $3::int) n`, id, from, to)
	}
	fill(1, 999)
	s.WantPage(t, s.key, "orders.history", object{"orderId": id}, 1000, 1000, 0)
	fill(1000, 1003)
	listed, page := s.Page(t, s.key, "orders.history", object{"orderId": id})
	if listed != 1000 || page.Total != 1000 || page.TotalIsExact || page.NextOffset != nil || page.NextCursor != nil {
		t.Errorf("%d listed, %+v", listed, page)
	}
	if entries := s.history(t, id); entries[0].Actor != "system:4" || entries[999].Actor != "system:1003" {
		t.Errorf("from %s to %s", entries[0].Actor, entries[999].Actor)
	}
}

// An order that was placed by SQL has no history, and is an order.
func TestOrdersHistoryOfNothing(t *testing.T) {
	t.Parallel()
	s := newOrdering(t)
	id := s.place(t, orderDraft())
	s.Execute(t, "DELETE FROM order_history")
	s.wantStory(t, id)
}

// No statement of the program places or moves an order without its history.
func TestEveryStatementThatMovesAnOrderWritesItsHistory(t *testing.T) {
	t.Parallel()
	moves := regexp.MustCompile(`(?is)INSERT\s+INTO\s+orders\b|UPDATE\s+orders\s+SET\b[^;]*?\b(?:status|refunded_oere)\s*=`)
	files, err := filepath.Glob("../../../sql/queries/*.sql")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	found := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for statement := range strings.SplitSeq(string(text), "-- name: ") {
			if !moves.MatchString(statement) {
				continue
			}
			found++
			if !strings.Contains(statement, "INSERT INTO order_history") && !strings.Contains(statement, "UPDATE order_history") {
				t.Errorf("%s: %s", file, statement)
			}
		}
	}
	if found < 2 {
		t.Errorf("%d statements place or move orders", found)
	}
}
