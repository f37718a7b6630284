package orders_test

import (
	"testing"
	"time"

	"github.com/storefront/storefront/server/test/servertest"
)

// total returns page.total of a list that has more than one order.
func (s ordering) total(t *testing.T, body object) int64 {
	t.Helper()
	_, page := s.Page(t, s.key, "orders.list", servertest.With(body, object{"limit": 1}))
	if !page.TotalIsExact {
		t.Errorf("%v: the total %d is not exact", body, page.Total)
	}
	return page.Total
}

// A total is cached until an order changes, whatever changes it: this replica,
// another one or SQL.
func TestOrdersListTotalsFollowEveryChange(t *testing.T) {
	t.Parallel()
	s := listed(t)
	other := ordering{s.Beside(t, servertest.Options{}), s.key}
	paid, named := object{"status": "paid"}, object{"q": "freja holm"}
	totals := func(s ordering) [2]int64 { return [2]int64{s.total(t, paid), s.total(t, named)} }
	const soon = 10 * time.Second
	for _, c := range []struct {
		name   string
		change func()
		atOnce bool // at the replica that made the change
		want   [2]int64
	}{
		{"nothing", func() {}, true, [2]int64{3, 6}},
		{"a move", func() { s.move(t, orderID(2), "paid") }, true, [2]int64{4, 6}},
		{"an order", func() { s.place(t, orderDraft()) }, true, [2]int64{4, 7}},
		{"SQL", func() { s.Execute(t, "UPDATE orders SET status = 'pending' WHERE id = $1", orderID(1)) }, false, [2]int64{3, 7}},
	} {
		c.change()
		if got := totals(s); c.atOnce && got != c.want {
			t.Errorf("after %s: %v, want %v", c.name, got, c.want)
		}
		for _, replica := range []ordering{s, other} {
			servertest.Eventually(t, soon, func() bool { return totals(replica) == c.want })
		}
	}
}
