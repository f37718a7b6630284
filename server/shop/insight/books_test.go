package insight_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math/big"
	"slices"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/storefront/storefront/server/platform/wire"
	"github.com/storefront/storefront/server/test/servertest"
)

// books are the orders as the database has them, from which the tests add up what the
// service should answer.
type books struct {
	orders    []bookedOrder
	customers []time.Time
}

type bookedOrder struct {
	ID        string
	At        time.Time
	Status    string
	Paid, AI  bool
	Subtotal  int64
	Discount  int64
	Shipping  int64
	Total     int64
	Refunded  int64
	Code      *string
	Source    *string
	ItemsJSON []byte
	items     []bookedItem
}

type bookedItem struct {
	Product, Slug, Name, Category string
	Variant                       *string
	Price, Quantity, Refunded     int64
}

func (s shop) books(t *testing.T) (b books) {
	t.Helper()
	rows, err := s.Store.Query(t.Context(), `SELECT o.id::text, o.created_at, o.status, o.paid_at IS NOT NULL, o.is_ai_generated, o.subtotal_oere, o.discount_oere,
		o.shipping_oere, o.total_oere, o.refunded_oere, o.discount_code, o.ai_agent_source,
		(SELECT coalesce(json_agg(json_build_object('Product', p.id, 'Slug', p.slug, 'Name', p.name, 'Category', c.slug, 'Variant', i.variant_id, 'Price', i.unit_price_oere,
			'Quantity', i.quantity, 'Refunded', i.refunded_quantity)), '[]')
		FROM order_items i JOIN products p ON p.id = i.product_id JOIN categories c ON c.id = p.category_id WHERE i.order_id = o.id)
		FROM orders o`)
	if err != nil {
		t.Fatal(err)
	}
	if b.orders, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (o bookedOrder, err error) {
		err = row.Scan(&o.ID, &o.At, &o.Status, &o.Paid, &o.AI, &o.Subtotal, &o.Discount, &o.Shipping, &o.Total, &o.Refunded, &o.Code, &o.Source, &o.ItemsJSON)
		if err == nil {
			err = json.Unmarshal(o.ItemsJSON, &o.items)
		}
		return o, err
	}); err != nil {
		t.Fatal(err)
	}
	rows, err = s.Store.Query(t.Context(), "SELECT created_at FROM customers WHERE erased_at IS NULL")
	if err != nil {
		t.Fatal(err)
	}
	if b.customers, err = pgx.CollectRows(rows, pgx.RowTo[time.Time]); err != nil {
		t.Fatal(err)
	}
	return b
}

// within returns the books of a period of which both ends are in it.
func (b books) within(from, to time.Time) (part books) {
	outside := func(at time.Time) bool { return at.Before(from) || at.After(to) }
	part.orders = slices.DeleteFunc(slices.Clone(b.orders), func(o bookedOrder) bool { return outside(o.At) })
	part.customers = slices.DeleteFunc(slices.Clone(b.customers), outside)
	return part
}

// revenue is the money that was taken and not given back.
func (o *bookedOrder) revenue() int64 {
	if !o.Paid {
		return 0
	}
	return o.Total - o.Refunded
}

// summary is what analytics.summary answers about the orders.
func (b books) summary() object {
	var revenue, discounts, shipping, refunded, average, owed, paid int64
	statuses := object{"pending_payment": 0, "pending": 0, "paid": 0, "processing": 0, "shipped": 0, "delivered": 0, "completed": 0, "cancelled": 0,
		"refunded": 0, "partial_refund": 0, "flagged_review": 0, "disputed": 0}
	for _, o := range b.orders {
		statuses[o.Status] = statuses[o.Status].(int) + 1
		revenue += o.revenue()
		refunded += o.Refunded
		if o.Paid {
			paid++
			discounts += o.Discount
			shipping += o.Shipping
			if o.Status == "cancelled" && o.Refunded < o.Total {
				owed++
			}
		}
	}
	if paid > 0 {
		average = (2*revenue + paid) / (2 * paid)
	}
	return object{"count": len(b.orders), "revenueOere": revenue, "discountsGivenOere": discounts, "shippingCollectedOere": shipping,
		"refundedOere": refunded, "averageOrderOere": average, "statusCounts": statuses, "refundOwedCount": owed}
}

// products is what analytics.top_products answers, by revenue or by quantity, of products or of their variants.
func (b books) products(by, category string, limit int, byVariant bool) []object {
	type sold struct {
		bookedItem
		pieces, revenue int64
	}
	all := map[string]*sold{}
	for _, o := range b.orders {
		if !o.Paid || o.Refunded == o.Total && (o.Total > 0 || o.Status == "refunded") {
			continue
		}
		for _, item := range o.items {
			pieces := item.Quantity - item.Refunded
			if pieces == 0 || category != "" && item.Category != category {
				continue
			}
			if !byVariant {
				item.Variant = nil
			}
			goods := item.Product + wire.OrEmpty(item.Variant)
			if all[goods] == nil {
				all[goods] = &sold{bookedItem: item}
			}
			price := item.Price * pieces
			all[goods].pieces += pieces
			all[goods].revenue += price - half(price, o.Discount, o.Subtotal)
		}
	}
	list := []*sold{}
	for _, p := range all {
		list = append(list, p)
	}
	slices.SortFunc(list, func(p, q *sold) int {
		revenue, pieces := cmp.Compare(q.revenue, p.revenue), cmp.Compare(q.pieces, p.pieces)
		if by == "quantity" {
			revenue, pieces = pieces, revenue
		}
		return cmp.Or(revenue, pieces, cmp.Compare(p.Product, q.Product), cmp.Compare(wire.OrEmpty(p.Variant), wire.OrEmpty(q.Variant)))
	})
	result := []object{}
	for _, p := range list[:min(limit, len(list))] {
		result = append(result, object{"productId": p.Product, "slug": p.Slug, "productName": p.Name, "variantId": p.Variant, "variantSku": nil, "variantAttributes": nil,
			"deleted": false, "quantity": p.pieces, "revenueOere": p.revenue})
	}
	return result
}

// half returns amount × part / whole, rounded half up.
func half(amount, part, whole int64) int64 {
	if part == 0 {
		return 0
	}
	twice := new(big.Int).Mul(big.NewInt(2*amount), big.NewInt(part))
	return twice.Add(twice, big.NewInt(whole)).Div(twice, big.NewInt(2*whole)).Int64()
}

// named is what the orders with some name have in common.
type named struct {
	name                     string
	count, revenue, discount int64
}

func (b books) byName(of func(*bookedOrder) *string) []named {
	all := map[string]*named{}
	for _, o := range b.orders {
		name := of(&o)
		if name == nil {
			continue
		}
		if all[*name] == nil {
			all[*name] = &named{name: *name}
		}
		sum := all[*name]
		sum.count++
		sum.revenue += o.revenue()
		if o.Paid {
			sum.discount += o.Discount
		}
	}
	list := []named{}
	for _, sum := range all {
		list = append(list, *sum)
	}
	return list
}

// codes is what analytics.discount_performance answers, without the uses.
func (b books) codes() []object {
	list := b.byName(func(o *bookedOrder) *string { return o.Code })
	slices.SortFunc(list, func(x, y named) int {
		return cmp.Or(cmp.Compare(y.revenue, x.revenue), cmp.Compare(y.count, x.count), cmp.Compare(x.name, y.name))
	})
	result := []object{}
	for _, n := range list {
		result = append(result, object{"code": n.name, "orderCount": n.count, "discountOere": n.discount, "revenueOere": n.revenue})
	}
	return result
}

// agents is what analytics.agent_activity answers of orders.
func (b books) agents() object {
	unnamed := ""
	list := b.byName(func(o *bookedOrder) *string {
		switch {
		case !o.AI:
			return nil
		case o.Source == nil:
			return &unnamed
		}
		return o.Source
	})
	slices.SortFunc(list, func(x, y named) int {
		return cmp.Or(cmp.Compare(y.count, x.count), cmp.Compare(y.revenue, x.revenue), cmp.Compare(x.name, y.name))
	})
	var count, revenue int64
	sources := []object{}
	for _, n := range list {
		count, revenue = count+n.count, revenue+n.revenue
		source := object{"aiAgentSource": n.name, "orderCount": n.count, "revenueOere": n.revenue}
		if n.name == "" {
			source["aiAgentSource"] = nil
		}
		sources = append(sources, source)
	}
	ofAgents := books{orders: slices.DeleteFunc(slices.Clone(b.orders), func(o bookedOrder) bool { return !o.AI })}
	products := ofAgents.products("revenue", "", 20, false)
	for _, p := range products {
		for _, field := range []string{"variantId", "variantSku", "variantAttributes", "deleted"} {
			delete(p, field)
		}
	}
	return object{"aiOrderCount": count, "aiRevenueOere": revenue, "bySource": sources, "topProducts": products}
}

// salesOverTime is what analytics.sales_over_time answers, by the calendar of PostgreSQL.
func (s shop) salesOverTime(t *testing.T, from, to time.Time, interval, zone string) []object {
	t.Helper()
	rows, err := s.Store.Query(t.Context(), fmt.Sprintf(`WITH buckets AS (
			SELECT began FROM generate_series(date_trunc($3, $1::timestamptz AT TIME ZONE $4), $2::timestamptz AT TIME ZONE $4, interval '1 %s') AS began
		)
		SELECT to_char(began AT TIME ZONE $4 AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), count(o.id), coalesce(sum(o.total_oere - o.refunded_oere) FILTER (WHERE o.paid_at IS NOT NULL), 0)::bigint,
			coalesce(sum(o.refunded_oere), 0)::bigint
		FROM buckets LEFT JOIN orders o ON date_trunc($3, o.created_at AT TIME ZONE $4) = began AND o.created_at BETWEEN $1 AND $2
		GROUP BY began ORDER BY began`, interval), from, to, interval, zone)
	if err != nil {
		t.Fatal(err)
	}
	list, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (object, error) {
		var start string
		var count, revenue, refunded int64
		err := row.Scan(&start, &count, &revenue, &refunded)
		return object{"bucketStart": start, "orderCount": count, "revenueOere": revenue, "refundedOere": refunded}, err
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// wantSame fails the test unless two answers are the same.
func wantSame(t *testing.T, what string, got, want any) {
	t.Helper()
	if !servertest.SameJSON(got, want) {
		a, _ := json.Marshal(got)
		b, _ := json.Marshal(want)
		t.Errorf("%s:\n got %s\nwant %s", what, a, b)
	}
}
