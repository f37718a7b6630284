package walk_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/shop/orders"
)

const aProduct = "00000000-0000-0000-0000-000000000007"

// ordersByIndex lists orders by every kind of filter, whose statements depend on
// the request, and looks which indexes have found them. Each list is read often
// enough that PostgreSQL could choose its generic plan.
func ordersByIndex(t *testing.T, address string) {
	for _, c := range []struct{ body, index string }{
		{`{}`, "orders_created"},
		{`{"sort":"oldest"}`, "orders_created"},
		{`{"fromDate":"2026-01-01T00:00Z","toDate":"2027-01-01T00:00Z"}`, "orders_created"},
		{`{"status":"paid"}`, "orders_status_created"},
		{`{"status":"paid","sort":"oldest"}`, "orders_status_created"},
		{`{"statuses":["paid","refunded","disputed"]}`, "orders_status_created"},
		{`{"needsAttention":true}`, "orders_attention"},
		{`{"needsAttention":true,"status":"cancelled","sort":"oldest"}`, "orders_attention"},
		{`{"email":"a7@example.com"}`, "orders_email_created"},
		{`{"email":"a7@example.com","statuses":["paid","shipped"]}`, "orders_email_created"},
		{`{"productId":"` + aProduct + `"}`, "order_items_product_ordered"},
		{`{"productId":"` + aProduct + `","status":"paid","sort":"oldest"}`, "order_items_product_ordered"},
		{`{"q":"a7"}`, "order_words_pkey"},
		{`{"q":"freja holm a7"}`, "order_words_pkey"},
		{`{"q":"freja holm"}`, "order_words_pkey"},
		{`{"q":"freja","productId":"` + aProduct + `"}`, "order_words_pkey"},
		{`{"q":"` + aProduct + `"}`, "orders_pkey"},
	} {
		for _, offset := range []int64{0, 500} {
			before := ordersScanned(t, address)
			listOften(t, address, c.body, offset)
			after := ordersScanned(t, address)
			if after.Sequential != before.Sequential {
				t.Errorf("%s at %d: %d sequential scans", c.body, offset, after.Sequential-before.Sequential)
			}
			if after.Indexes[c.index] == before.Indexes[c.index] {
				t.Errorf("%s at %d does not use %s: before %v, after %v", c.body, offset, c.index, before.Indexes, after.Indexes)
			}
			// The orders that are skipped are not read, only their index.
			if read := after.Read - before.Read; read > 8*2*(101+10) && !strings.Contains(c.body, "status") && !strings.Contains(c.body, "q") {
				t.Errorf("%s at %d reads %d orders", c.body, offset, read)
			}
		}
	}
}

// scannedOrders is how often the tables of orders were scanned.
type scannedOrders struct {
	Sequential, Read int64
	Indexes          map[string]int64
}

func ordersScanned(t *testing.T, address string) (s scannedOrders) {
	t.Helper()
	text := afterSessions[string](t, address, `SELECT json_build_object(
		'Sequential', (SELECT sum(seq_scan) FROM pg_stat_user_tables WHERE relname LIKE 'order%'),
		'Read', (SELECT sum(heap_blks_read + heap_blks_hit) FROM pg_statio_user_tables WHERE relname = 'orders'),
		'Indexes', (SELECT json_object_agg(indexrelname, idx_scan) FROM pg_stat_user_indexes WHERE relname LIKE 'order%'))::text`)
	if err := json.Unmarshal([]byte(text), &s); err != nil {
		t.Fatal(err)
	}
	return s
}

func listOften(t *testing.T, address, body string, offset int64) {
	t.Helper()
	st, err := store.Open(address+"&random_page_cost=1.1&max_parallel_workers_per_gather=0", store.Options{MaxConns: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close() // a session reports its counts when it ends at the latest
	limit, newest := int64(10), api.OrderSortNewest
	request := api.OrdersListRequest{Limit: &limit, Offset: &offset, Sort: &newest}
	if err := json.Unmarshal([]byte(body), &request); err != nil {
		t.Fatal(err)
	}
	for range 8 {
		if _, err := (orders.Orders{Store: st}).OrdersList(t.Context(), api.OrdersListRequestObject{Body: &request}); err != nil {
			t.Fatalf("%s: %v", body, err)
		}
	}
}
