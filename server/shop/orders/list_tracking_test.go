package orders_test

import (
	"testing"

	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/test/servertest"
)

// A tracking number is found whole and by its parts, whatever set it.
func TestOrdersListByTrackingNumber(t *testing.T) {
	t.Parallel()
	s := attended(t, servertest.Options{})
	track := func(n int, number string) {
		s.Execute(t, "UPDATE orders SET tracking_number = $2 WHERE id = $1", orderID(n), number)
	}
	track(4, "00370 1234-AA56DK")
	track(3, "JJD000390007")
	s.wantOrders(t, []wantedOrders{
		{"as it is written", object{"q": "00370 1234-AA56DK"}, []int{4}},
		{"without what divides it", object{"q": "003701234aa56dk"}, []int{4}},
		{"a part", object{"q": "aa56dk"}, []int{4}},
		{"another", object{"q": "jjd000390007"}, []int{3}},
		{"with a name", object{"q": "JJD000390007 freja"}, []int{3}},
		{"of nobody", object{"q": "JJD000390008"}, nil},
	})
	track(2, "A")
	track(2, "B")
	s.WantList(t, s.key, "orders.list", object{"q": "b"}, "id", orderID(2))
}

// The words of orders that are older than their table are written by a
// migration, and are those that a new order has.
func TestOrdersListFindsOlderOrders(t *testing.T) {
	t.Parallel()
	s := attended(t, servertest.Options{Unaided: true}) // migrations write the products anew
	const all = "SELECT string_agg(word || ordered_at || order_id, ' ' ORDER BY word, order_id) FROM order_words"
	s.Execute(t, "UPDATE orders SET tracking_number = 'JJD-7' WHERE id = $1", orderID(4))
	want := servertest.One[string](t, s.Server, all)
	const before = 8
	if err := store.MigrateDown(t.Context(), s.DatabaseURL, before); err != nil {
		t.Fatal(err)
	}
	s.Execute(t, "UPDATE orders SET billing_name = 'Ærø Optik' WHERE id = $1", orderID(5))
	if _, err := store.Migrate(t.Context(), s.DatabaseURL); err != nil {
		t.Fatal(err)
	}
	s.WantList(t, s.key, "orders.list", object{"q": "aeroe optik freja"}, "id", orderID(5))
	s.Execute(t, "DELETE FROM order_words WHERE word IN ('aeroe', 'aero', 'optik')")
	if got := servertest.One[string](t, s.Server, all); got != want {
		t.Errorf("the words are %s, want %s", got, want)
	}
}
