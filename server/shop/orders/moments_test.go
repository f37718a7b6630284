package orders_test

import (
	"testing"

	"github.com/storefront/storefront/server/platform/problem"
)

// A time is rounded up to the next millisecond at the beginning of a period and
// down at its end. An offset of zero is the same as Z.
func TestOrdersListRoundsTheLimitsOfThePeriod(t *testing.T) {
	t.Parallel()
	s := listed(t) // two orders at 12:00:00.004, one before and one after
	for name, c := range map[string]struct {
		body object
		want []int
	}{
		"from, a fraction":         {object{"fromDate": "2026-03-01T12:00:00.0040001Z"}, []int{6}},
		"from, the finest":         {object{"fromDate": "2026-03-01T12:00:00.004000000001Z"}, []int{6}},
		"from, zeros":              {object{"fromDate": "2026-03-01T12:00:00.0040000Z"}, []int{6, 5, 4}},
		"to, a fraction":           {object{"toDate": "2026-03-01T12:00:00.0049999Z"}, []int{5, 4, 3, 2, 1}},
		"nothing in between":       {object{"fromDate": "2026-03-01T12:00:00.0040001Z", "toDate": "2026-03-01T12:00:00.0049999Z"}, nil},
		"an offset of zero":        {object{"fromDate": "2026-03-01T12:00:00.004+00:00", "toDate": "2026-03-01T12:00:00.004-00:00"}, []int{5, 4}},
		"an offset and a fraction": {object{"fromDate": "2026-03-01T12:00:00.0040001+00:00"}, []int{6}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var want []string
			for _, n := range c.want {
				want = append(want, orderID(n))
			}
			s.WantList(t, s.key, "orders.list", c.body, "id", want...)
		})
	}
	s.Refused(t, s.key, "orders.list", object{"fromDate": "2026-03-01T12:00:00.004+01:00"}, problem.ValidationFailed)
}

// A reopened dispute keeps the time of its first opening.
func TestTheTimeOfADisputeIsSetOnce(t *testing.T) {
	t.Parallel()
	s := newOrdering(t)
	id := s.put(t, "paid", true)
	move := func(to string) {
		t.Helper()
		s.OK(t, s.key, "orders.update_status", object{"orderId": id, "status": to}, nil)
	}
	move("disputed")
	opened := s.get(t, id).DisputedAt
	move("completed")
	move("disputed")
	if again := s.get(t, id).DisputedAt; opened == nil || again == nil || !again.Equal(opened.Time) {
		t.Errorf("disputed at %v, and after it was opened again at %v", opened, again)
	}
}

// The first refund sets the time, whether it is full or partial.
func TestTheTimeOfARefundIsThatOfTheFirst(t *testing.T) {
	t.Parallel()
	s := newOrdering(t)
	id := s.put(t, "paid", true)
	s.OK(t, s.key, "orders.update_status", object{"orderId": id, "status": "partial_refund"}, nil)
	part := s.get(t, id).RefundedAt
	s.OK(t, s.key, "orders.update_status", object{"orderId": id, "status": "refunded"}, nil)
	if whole := s.get(t, id).RefundedAt; part == nil || whole == nil || !whole.Equal(part.Time) {
		t.Errorf("part of it at %v, all of it at %v", part, whole)
	}
}
