package orders_test

import (
	"strings"
	"testing"

	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
)

func (s ordering) note(t *testing.T, id, text string) servertest.Reply {
	t.Helper()
	return s.Call(t, s.key, "orders.add_note", object{"orderId": id, "text": text})
}

// A note is in the history, and changes nothing else: a caller who has read the
// order before can still move it.
func TestOrdersAddNote(t *testing.T) {
	t.Parallel()
	s := newOrdering(t)
	id := s.place(t, orderDraft())
	version := func() string {
		return servertest.One[string](t, s.Server, "SELECT updated_at::text FROM orders WHERE id = $1", id)
	}
	want := version()
	long := strings.Repeat("æ", 2000)
	var result struct{ ID, NoteID string }
	for _, text := range []string{"  Ring først.\n", long} {
		s.note(t, id, text).Result(t, &result)
	}
	if result.ID != id || result.NoteID == "" {
		t.Errorf("%+v", result)
	}
	entries := s.history(t, id)
	if len(entries) != 3 || *entries[1].Note != "Ring først." || *entries[2].Note != long {
		t.Errorf("%+v", entries)
	}
	for _, e := range entries[1:] {
		if e.From != nil || e.To != nil || !strings.HasPrefix(e.Actor, "apikey:") || e.At.Before(entries[0].At.Time) {
			t.Errorf("%+v", e)
		}
	}
	if version() != want {
		t.Error("a note changed updatedAt")
	}
	before, after := s.Wrote(t, "orders.add_note", "order", id)
	servertest.WantFields(t, "before", before, object{"id": id, "notes": 1})
	servertest.WantFields(t, "after", after, object{"id": id, "notes": 2, "noteId": result.NoteID})

	s.Refused(t, s.key, "orders.add_note", object{"orderId": "x", "text": "x"}, problem.OrderNotFound)
	for _, text := range []any{"", " \n", long + "x", "a\x00b", nil, 7} {
		s.Refused(t, s.key, "orders.add_note", object{"orderId": id, "text": text}, problem.ValidationFailed)
	}
	if len(s.history(t, id)) != 3 {
		t.Error("a refused note is in the history")
	}
}

// Of many notes at once on an order with room for three, three are added.
func TestOrdersHaveAtMost500Notes(t *testing.T) {
	t.Parallel()
	s := newOrdering(t)
	id, other := s.place(t, orderDraft()), s.place(t, orderDraft())
	s.Execute(t, `INSERT INTO order_history (id, order_id, at, actor, note)
		SELECT gen_random_uuid(), $1, now(), 'system:test', 'Note ' || n FROM generate_series(1, 497) n`, id)
	statuses, replies := servertest.Together(8, func(int) servertest.Reply { return s.note(t, id, "x") })
	if statuses[200] != 3 || statuses[409] != 5 {
		t.Errorf("%v", statuses)
	}
	for _, reply := range replies {
		if reply.Status != 200 {
			if p := reply.Problem(t, problem.LimitReached); !strings.Contains(p.Detail, "500") {
				t.Errorf("%+v", p)
			}
		}
	}
	if n := len(s.history(t, id)); n != 501 {
		t.Errorf("%d entries", n)
	}
	if status := s.note(t, other, "x").Status; status != 200 {
		t.Errorf("a note on another order: %d", status)
	}
}
