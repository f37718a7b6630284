package orders_test

import (
	"testing"
	"time"

	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/shop/orders"
	"github.com/storefront/storefront/server/test/servertest"
)

// The history of orders that are older than it comes from the audit, as far as
// that tells it, and ends with the status that each order has; what they are
// refunded becomes a refund.
func TestHistoryOfOlderOrders(t *testing.T) {
	t.Parallel()
	// Two moves of an order in one millisecond differ in its history, not in the audit.
	clock := servertest.NewClock()
	s := newOrderingWith(t, servertest.Options{Clock: clock.Now, Unaided: true}) // migrations write the products anew
	move := func(id string, path ...string) {
		for _, to := range path {
			clock.Advance(time.Second)
			s.OK(t, s.key, "orders.update_status", object{"orderId": id, "status": to}, nil)
		}
	}
	fresh, told, unpaid := s.place(t, orderDraft()), s.place(t, orderDraft()), s.placeOnAccount(t, orderDraft())
	move(told, "paid", "shipped", "refunded")
	move(unpaid, "paid")
	bySQL := s.place(t, orderDraft())
	move(bySQL, "paid")
	s.Execute(t, "UPDATE orders SET status = 'delivered', updated_at = updated_at + interval '1 hour' WHERE id = $1", bySQL)
	pruned := s.place(t, orderDraft(orders.Line{Slug: "rund", Quantity: 1}))
	move(pruned, "paid", "processing", "shipped")
	forgotten := s.placeOnAccount(t, orderDraft())
	move(forgotten, "paid", "refunded")
	s.Execute(t, "DELETE FROM audit_log WHERE entity_id = $1 AND after->>'status' <> 'shipped'", pruned)
	s.Execute(t, "DELETE FROM audit_log WHERE entity_id = $1", forgotten)
	s.Refused(t, s.key, "orders.update_status", object{"orderId": told, "status": "paid"}, "illegal_transition")
	want := s.history(t, told)

	const before = 12
	if err := store.MigrateDown(t.Context(), s.DatabaseURL, before); err != nil {
		t.Fatal(err)
	}
	if _, err := store.Migrate(t.Context(), s.DatabaseURL); err != nil {
		t.Fatal(err)
	}
	s.wantStory(t, fresh, ">pending_payment")
	s.wantStory(t, told, ">pending_payment", "pending_payment>paid", "paid>shipped", "shipped>refunded")
	s.wantStory(t, unpaid, ">pending", "pending>paid")
	s.wantStory(t, bySQL, ">pending_payment", "pending_payment>paid", "paid>delivered")
	s.wantStory(t, pruned, ">pending_payment", "processing>shipped")
	s.wantStory(t, forgotten, ">pending_payment", "pending_payment>refunded")
	want[0].Actor = "system:migration" // the test places orders without orders.create
	if got := s.history(t, told); !servertest.SameJSON(got, want) {
		t.Errorf("the history is %+v, want %+v", got, want)
	}
	last := s.history(t, forgotten)[1]
	if updated := servertest.One[string](t, s.Server, `SELECT to_char(updated_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') FROM orders WHERE id = $1`, forgotten); last.At.String() != updated ||
		last.Actor != "system:migration" {
		t.Errorf("%+v, updated at %s", last, updated)
	}

	const refunds = `SELECT coalesce(string_agg(r.amount_oere - o.total_oere || ' ' || (r.at = o.refunded_at) || ' ' || split_part(r.actor, ':', 1), ';'), '')
		FROM order_refunds r JOIN orders o ON o.id = r.order_id WHERE o.id = $1`
	for id, want := range map[string]string{fresh: "", told: "0 true apikey", forgotten: "0 true system"} {
		if got := servertest.One[string](t, s.Server, refunds, id); got != want {
			t.Errorf("the refunds are %q, want %q", got, want)
		}
	}
	move(unpaid, "shipped")
	s.wantStory(t, unpaid, ">pending", "pending>paid", "paid>shipped")
}
