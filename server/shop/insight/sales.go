package insight

import (
	"context"
	"fmt"
	"iter"
	"time"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/schema"
	"github.com/storefront/storefront/server/platform/wire"
	"github.com/storefront/storefront/server/shop/catalog"
)

// AnalyticsSummary returns the sums of the orders in a period, with the products and the customers.
func (h Analytics) AnalyticsSummary(ctx context.Context, req api.AnalyticsSummaryRequestObject) (api.AnalyticsSummaryResponseObject, error) {
	b := req.Body
	result := api.AnalyticsSummaryResult{Period: api.SummaryPeriod{To: b.ToDate}, TopProducts: []api.SummaryTopProduct{}}
	if b.FromDate != nil {
		result.Period.From = wire.TimeOrNil(&b.FromDate.Time)
	}
	var sums summed
	top := best{most: int(*b.TopProductsLimit), order: byAmount}
	err := h.sold(ctx, []period{periodOf(b.FromDate, b.ToDate)}, func(_ int, kind string, all iter.Seq[ranked]) {
		switch kind {
		case statuses:
			sums.statuses = named(all)
		case ofShop:
			sums.shop = named(all)
		case products:
			for r := range all {
				top.add(r)
			}
		}
	}, statuses, ofShop, products)
	if err != nil {
		return nil, err
	}
	result.Orders, result.Customers.Count = sums.orders(), sums.shop[shopCustomers].count
	if result.Catalog, err = h.summaryCatalog(ctx, *b.LowStockThreshold); err != nil {
		return nil, err
	}
	names, err := h.productsOf(ctx, top.found)
	for _, r := range top.found {
		result.TopProducts = append(result.TopProducts, api.SummaryTopProduct{
			ProductId: r.name, ProductName: names[r.name].Name, TotalSold: r.count, RevenueOere: shown(r.amount),
		})
	}
	return api.AnalyticsSummary200JSONResponse{Ok: true, Result: result}, err
}

// summed has the sums of the orders in a period, by status, and of the shop.
type summed struct{ statuses, shop map[string]figures }

func named(all iter.Seq[ranked]) map[string]figures {
	of := map[string]figures{}
	for r := range all {
		of[r.name] = r.figures
	}
	return of
}

func (s *summed) orders() api.SummaryOrders {
	var sum figures
	for _, f := range s.statuses {
		sum.add(f)
	}
	count := func(status api.OrderStatus) int64 { return s.statuses[string(status)].count }
	o := api.SummaryOrders{
		Count: sum.count, RevenueOere: shown(sum.amount), DiscountsGivenOere: shown(s.shop[shopDiscounts].amount),
		ShippingCollectedOere: shown(s.shop[shopPaid].amount), RefundedOere: shown(s.shop[shopRefunds].amount), RefundOwedCount: s.shop[shopRefunds].count,
		StatusCounts: api.SummaryStatusCounts{
			PendingPayment: count(api.OrderStatusPendingPayment), Pending: count(api.OrderStatusPending), Paid: count(api.OrderStatusPaid),
			Processing: count(api.OrderStatusProcessing), Shipped: count(api.OrderStatusShipped), Delivered: count(api.OrderStatusDelivered),
			Completed: count(api.OrderStatusCompleted), Cancelled: count(api.OrderStatusCancelled), Refunded: count(api.OrderStatusRefunded),
			PartialRefund: count(api.OrderStatusPartialRefund), FlaggedReview: count(api.OrderStatusFlaggedReview), Disputed: count(api.OrderStatusDisputed),
		},
	}
	if paid := s.shop[shopPaid].count; paid > 0 {
		o.AverageOrderOere = shown(plus(sum.amount, paid/2) / paid)
	}
	return o
}

func (h Analytics) summaryCatalog(ctx context.Context, threshold int64) (api.SummaryCatalog, error) {
	const some = 20
	first, scarce, live, err := h.Products.Scarce(ctx, threshold, catalog.BeforeScarce, some)
	if err != nil {
		return api.SummaryCatalog{}, err
	}
	names, err := h.productsByID(ctx, idsOf(first))
	list := []api.SummaryLowStock{}
	for _, p := range first {
		r := names[p.ID.String()]
		list = append(list, api.SummaryLowStock{Slug: r.Slug, Name: r.Name, Brand: r.Brand, Stock: p.Stock})
	}
	return api.SummaryCatalog{TotalProducts: live, LowStock: list, LowStockCount: scarce}, err
}

// maxBuckets is the largest number of buckets of an answer; the contract has the same.
const maxBuckets = 1000

// AnalyticsSalesOverTime returns the sales of each day, week or month.
func (h Analytics) AnalyticsSalesOverTime(ctx context.Context, req api.AnalyticsSalesOverTimeRequestObject) (api.AnalyticsSalesOverTimeResponseObject, error) {
	zone, err := zoneOf(*req.Body.Timezone)
	if err != nil {
		return nil, err
	}
	p := periodOf(&req.Body.FromDate, &req.Body.ToDate)
	began := starts(p, req.Body.Interval, zone, maxBuckets)
	if len(began) > maxBuckets {
		return nil, tooManyBuckets(req.Body.Interval, began[maxBuckets])
	}
	parts := make([]period, len(began))
	for i, at := range began {
		parts[i] = period{at, p.until}
		if i > 0 {
			parts[i-1].until = at
		} else {
			parts[i].from = p.from
		}
	}
	result := make([]api.SalesBucket, len(began))
	err = h.sold(ctx, parts, func(i int, kind string, all iter.Seq[ranked]) {
		b := &result[i]
		b.BucketStart = wire.TimeOf(began[i])
		for r := range all {
			switch {
			case kind == statuses:
				b.OrderCount += r.count
				b.RevenueOere = shown(plus(b.RevenueOere, r.amount))
			case r.name == shopRefunds:
				b.RefundedOere = shown(r.amount)
			}
		}
	}, statuses, ofShop)
	return api.AnalyticsSalesOverTime200JSONResponse{Ok: true, Result: result}, err
}

// tooManyBuckets refuses a period of which the first bucket that is too many begins at a moment.
func tooManyBuckets(interval api.SalesInterval, next time.Time) error {
	fix := `Set "interval" to "month".`
	if interval == api.Month {
		fix = fmt.Sprintf("Set %q to %q.", "toDate", wire.TimeOf(next.Add(-time.Millisecond)))
	}
	return problem.Invalid("/interval", schema.CodeMaxItems, fmt.Sprintf("must divide the period into at most %d buckets", maxBuckets), fix)
}

// zoneOf returns a time zone by its name in the IANA database.
func zoneOf(name string) (*time.Location, error) {
	zone, err := time.LoadLocation(name)
	if err != nil || zone == time.Local {
		return nil, problem.Invalid("/timezone", schema.CodeEnum, "is not an IANA time zone such as Europe/Copenhagen or UTC", `Set "timezone" to "Europe/Copenhagen".`)
	}
	return zone, nil
}
