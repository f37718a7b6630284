package demo

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/store"
)

// statuses are the statuses of the orders 101, 102 and so on.
var statuses = []api.OrderStatus{
	api.OrderStatusPendingPayment, api.OrderStatusPending, api.OrderStatusPaid, api.OrderStatusProcessing,
	api.OrderStatusShipped, api.OrderStatusDelivered, api.OrderStatusCompleted, api.OrderStatusCancelled,
	api.OrderStatusRefunded, api.OrderStatusPartialRefund, api.OrderStatusFlaggedReview, api.OrderStatusDisputed,
}

func TestAnOrderInEveryStatus(t *testing.T) {
	t.Parallel()
	st := open(t, filled, store.Options{})
	for i, want := range statuses {
		if !want.Valid() {
			t.Errorf("%s is no status", want)
		}
		o, err := st.Read().OrderGet(t.Context(), uuid.MustParse(fmt.Sprintf("01994f5e-0000-7000-8000-000000000%d", 101+i)))
		if err != nil {
			t.Fatal(err)
		}
		if o.Status != string(want) {
			t.Errorf("order %d is %s, want %s", 101+i, o.Status, want)
		}
		if o.UpdatedAt.Before(o.CreatedAt) || o.UpdatedAt.After(time.Now()) {
			t.Errorf("order %d: made %s, last moved %s", 101+i, o.CreatedAt, o.UpdatedAt)
		}
	}
	if n := query(t, st, "SELECT 'orders', count(*) FROM orders")["orders"]; n != int64(len(statuses)) {
		t.Errorf("%d orders", n)
	}
	// The one on account begins as pending, in its history and in the audit too.
	begun := query(t, st, `SELECT 'entries', count(*) FROM order_history WHERE from_status IS NULL AND to_status = 'pending'
		UNION ALL SELECT 'rows', count(*) FROM audit_log WHERE entity_type = 'order' AND after->>'status' = 'pending' AND before IS NULL`)
	if begun["entries"] != 1 || begun["rows"] != 1 {
		t.Errorf("%v", begun)
	}
}

// The order in the contract's examples.
func TestTheOrderOfTheExamples(t *testing.T) {
	t.Parallel()
	st := open(t, filled, store.Options{})
	o, err := st.Read().OrderGet(t.Context(), uuid.MustParse("01994f5e-0000-7000-8000-000000000103"))
	if err != nil {
		t.Fatal(err)
	}
	if o.Email != "freja@example.com" || o.SubtotalOere != 259800 || o.DiscountOere != 25980 || o.ShippingOere != 0 ||
		o.TotalOere != 233820 || *o.VatOere != 46764 || *o.DiscountCode != "VELKOMMEN10" {
		t.Errorf("%+v", o)
	}
	if o.PaidAt == nil || o.PaidAt.Sub(o.CreatedAt) != 72*time.Second {
		t.Errorf("made %s, paid %v", o.CreatedAt, o.PaidAt)
	}
}

// The payments of the contract's examples.
func TestThePaymentsOfTheExamples(t *testing.T) {
	t.Parallel()
	st := open(t, filled, store.Options{})
	for i, want := range []string{"captured", "requires_action", "authorized"} {
		p, err := st.Read().PaymentGet(t.Context(), uuid.MustParse(fmt.Sprintf("01994f5e-0000-7000-8000-00000000fa%02d", i+1)))
		if err != nil {
			t.Fatal(err)
		}
		if p.Status != want || p.CreatedAt.After(time.Now().Add(-time.Hour)) {
			t.Errorf("payment %d is %s, begun at %s, want %s", i+1, p.Status, p.CreatedAt, want)
		}
	}
	books := query(t, st, "SELECT payment_id::text, amount_oere FROM test_payments")
	ours := query(t, st, "SELECT id::text, amount_oere FROM payments WHERE provider = 'test'")
	if len(books) != 2 || fmt.Sprint(books) != fmt.Sprint(ours) {
		t.Errorf("the books of the provider have %v, ours %v", books, ours)
	}
	o, err := st.Read().OrderGet(t.Context(), uuid.MustParse("01994f5e-0000-7000-8000-000000000104"))
	if err != nil || o.PaidAt == nil || o.PaidAt.Sub(o.CreatedAt) != time.Minute || *o.PaymentMethod != "test:card" {
		t.Errorf("the order of the first: %+v %v", o, err)
	}
}

// What has happened to an order is in its history, in the sequence of the file.
func TestTheHistoryOfAnOrder(t *testing.T) {
	t.Parallel()
	st := open(t, filled, store.Options{})
	id := uuid.MustParse("01994f5e-0000-7000-8000-000000000110")
	o, err := st.Read().OrderGet(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	if o.RefundedOere != 15000 || o.Status != "partial_refund" || o.Stage != "delivered" || *o.Carrier != "DAO" {
		t.Errorf("%+v", o)
	}
	rows, err := st.Read().OrderHistory(t.Context(), db.OrderHistoryParams{OrderID: id, Most: 100})
	if err != nil {
		t.Fatal(err)
	}
	var story []string
	for _, r := range rows {
		to := ""
		if r.ToStatus != nil {
			to = *r.ToStatus
		}
		if r.Actor != "system:demo" {
			t.Errorf("%s by %s", to, r.Actor)
		}
		story = append(story, to)
	}
	if want := "pending_payment paid processing shipped delivered  partial_refund"; strings.Join(story, " ") != want {
		t.Errorf("the history is %q, want %q", story, want)
	}
}

// The stock of a product is its initial stock minus what its orders took and
// have not given back.
func TestStockAddsUp(t *testing.T) {
	t.Parallel()
	st := open(t, filled, store.Options{})
	held := map[string]int64{}
	list, err := readOrders()
	if err != nil {
		t.Fatal(err)
	}
	for i, o := range list {
		// Cancelled, or refunded before shipment.
		if statuses[i] == api.OrderStatusCancelled || statuses[i] == api.OrderStatusRefunded {
			continue
		}
		for _, item := range o.Items {
			held[item.Slug] += item.Quantity
		}
	}
	stock := query(t, st, "SELECT slug, stock FROM products")
	for slug, p := range products(t) {
		if stock[slug] != p.Stock-held[slug] {
			t.Errorf("%s: %d in stock, want %d less %d", slug, stock[slug], p.Stock, held[slug])
		}
	}
	inOrders := query(t, st, `SELECT p.slug, sum(i.quantity - i.restocked_quantity)::bigint
		FROM order_items i JOIN products p ON p.id = i.product_id GROUP BY p.slug HAVING sum(i.quantity - i.restocked_quantity) > 0`)
	if fmt.Sprint(inOrders) != fmt.Sprint(held) {
		t.Errorf("the orders hold %v, want %v", inOrders, held)
	}
}
