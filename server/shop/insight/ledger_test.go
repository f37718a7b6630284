package insight_test

import (
	"math/rand/v2"
	"testing"

	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/test/servertest"
)

// The migration adds up the orders that exist.
func TestTheMigrationAddsUpOlderOrders(t *testing.T) {
	t.Parallel()
	h := history{shop: newShop(t, servertest.Options{Unaided: true}), Rand: rand.New(rand.NewPCG(20, 26))}
	for range 60 {
		h.step(t)
	}
	h.Execute(t, "UPDATE order_items SET variant_id = NULL") // none had one then
	const before = 19
	if err := store.MigrateDown(t.Context(), h.DatabaseURL, before); err != nil {
		t.Fatal(err)
	}
	if _, err := store.Migrate(t.Context(), h.DatabaseURL); err != nil {
		t.Fatal(err)
	}
	if open := servertest.One[int](t, h.Server, "SELECT count(*) FROM insight_open WHERE kind NOT IN ('key', 'term')"); open != 0 {
		t.Errorf("%d rows are not folded", open)
	}
	upgraded := history{shop: shop{h.Beside(t, servertest.Options{}), h.key}, Rand: h.Rand, orders: h.orders}
	for range 10 {
		upgraded.compare(t)
	}
	upgraded.step(t)
	upgraded.compare(t)
}

// TRUNCATE leaves no sums behind, in the processes that have read them neither; what is counted stays.
func TestTruncatedOrders(t *testing.T) {
	t.Parallel()
	h := history{shop: newShop(t, servertest.Options{}), Rand: rand.New(rand.NewPCG(20, 27))}
	for range 30 {
		h.step(t)
	}
	h.compare(t)
	h.OK(t, "", "products.search", object{"q": "prøve"}, nil)
	h.eventually(t, object{}, []object{{"q": "prove", "count": 1, "averageResults": productCount}})
	h.RunJobs(t)
	h.Execute(t, "TRUNCATE customers, orders CASCADE")
	for range 3 {
		h.compare(t)
	}
	h.eventually(t, object{}, []object{{"q": "prove", "count": 1, "averageResults": productCount}})
	h.orders = nil
	for range 10 {
		h.step(t)
	}
	h.compare(t)
}
