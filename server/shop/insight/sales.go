package insight

import (
	"context"
	"fmt"
	"iter"
	"regexp"
	"strconv"
	"time"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/calendar"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/schema"
	"github.com/storefront/storefront/server/platform/wire"
	"github.com/storefront/storefront/server/shop/discounts"
	"github.com/storefront/storefront/server/shop/search"
)

// AnalyticsSummary returns the sums of the orders in a period, with the products and the customers.
func (h Analytics) AnalyticsSummary(ctx context.Context, req api.AnalyticsSummaryRequestObject) (api.AnalyticsSummaryResponseObject, error) {
	b := req.Body
	p, span, err := h.period(b.Period, b.FromDate, b.ToDate)
	if err != nil {
		return nil, err
	}
	result := api.AnalyticsSummaryResult{Period: api.SummaryPeriod{To: span.To}, TopProducts: []api.SummaryTopProduct{}}
	if span.From != nil {
		result.Period.From = wire.TimeOrNil(&span.From.Time)
	}
	var sums orderSums
	top := topList{most: int(*b.TopProductsLimit), order: byAmount}
	err = h.readSums(ctx, []period{p}, func(_ int, kind string, all iter.Seq[rankedThing]) {
		switch kind {
		case kindStatus:
			sums.statuses = figuresByName(all)
		case kindShop:
			sums.shop = figuresByName(all)
		case kindProduct:
			for r := range all {
				top.add(r)
			}
		}
	}, kindStatus, kindShop, kindProduct)
	if err != nil {
		return nil, err
	}
	result.Orders, result.Customers.Count = sums.orders(), sums.shop[shopCustomers].count
	if result.Catalog, err = h.summaryCatalog(ctx, b.LowStockThreshold); err != nil {
		return nil, err
	}
	names, err := h.productsOf(ctx, top.found)
	for _, r := range top.found {
		result.TopProducts = append(result.TopProducts, api.SummaryTopProduct{
			ProductId: r.name, ProductName: names[r.name].Name, TotalSold: r.count, RevenueOere: safeAmount(r.amount),
		})
	}
	return api.AnalyticsSummary200JSONResponse{Ok: true, Result: result}, err
}

// orderSums has the sums of the orders in a period, by status, and of the shop.
type orderSums struct{ statuses, shop map[string]figures }

func (s *orderSums) orders() api.SummaryOrders {
	var sum figures
	for _, f := range s.statuses {
		sum.add(f)
	}
	count := func(status api.OrderStatus) int64 { return s.statuses[string(status)].count }
	o := api.SummaryOrders{
		Count: sum.count, RevenueOere: safeAmount(sum.amount), DiscountsGivenOere: safeAmount(s.shop[shopDiscounts].amount),
		ShippingCollectedOere: safeAmount(s.shop[shopPaid].amount), RefundedOere: safeAmount(s.shop[shopRefunds].amount), RefundOwedCount: s.shop[shopRefunds].count,
		StatusCounts: api.SummaryStatusCounts{
			PendingPayment: count(api.OrderStatusPendingPayment), Pending: count(api.OrderStatusPending), Paid: count(api.OrderStatusPaid),
			Processing: count(api.OrderStatusProcessing), Shipped: count(api.OrderStatusShipped), Delivered: count(api.OrderStatusDelivered),
			Completed: count(api.OrderStatusCompleted), Cancelled: count(api.OrderStatusCancelled), Refunded: count(api.OrderStatusRefunded),
			PartialRefund: count(api.OrderStatusPartialRefund), FlaggedReview: count(api.OrderStatusFlaggedReview), Disputed: count(api.OrderStatusDisputed),
		},
	}
	if paid := s.shop[shopPaid].count; paid > 0 {
		o.AverageOrderOere = safeAmount(addAmounts(sum.amount, paid/2) / paid)
	}
	return o
}

func figuresByName(all iter.Seq[rankedThing]) map[string]figures {
	of := map[string]figures{}
	for r := range all {
		of[r.name] = r.figures
	}
	return of
}

// lowStock is how many pieces are few, where a request does not say it.
const lowStock = 3

// summaryCatalog counts the products, and lists the first that are low if there is a threshold.
func (h Analytics) summaryCatalog(ctx context.Context, threshold *int64) (api.SummaryCatalog, error) {
	const some = 20
	q := search.ScarceQuery{Threshold: lowStock, After: search.BeforeScarce}
	if threshold != nil {
		q.Threshold, q.Limit = *threshold, some
	}
	first, scarce, live, err := h.Search.Scarce(ctx, q, nil, nil)
	if err != nil {
		return api.SummaryCatalog{}, err
	}
	names, variants, err := h.namesOf(ctx, first)
	list := []api.SummaryLowStock{}
	for _, p := range first {
		r := names[p.ID.String()]
		one := api.SummaryLowStock{Slug: r.Slug, Name: r.Name, Brand: r.Brand, Stock: p.Stock}
		one.VariantId, one.VariantSku, one.VariantAttributes = variants.shown(variantOf(p))
		list = append(list, one)
	}
	return api.SummaryCatalog{TotalProducts: live, LowStock: list, LowStockCount: scarce}, err
}

// AnalyticsSalesOverTime returns the sales of each day, week or month.
func (h Analytics) AnalyticsSalesOverTime(ctx context.Context, req api.AnalyticsSalesOverTimeRequestObject) (api.AnalyticsSalesOverTimeResponseObject, error) {
	zone, err := zoneOf(*req.Body.Timezone)
	if err != nil {
		return nil, err
	}
	name := req.Body.Period
	if name == nil && req.Body.FromDate == nil && req.Body.ToDate == nil {
		name = new("last_30_days")
	}
	p, span, err := h.period(name, req.Body.FromDate, req.Body.ToDate)
	if err != nil {
		return nil, err
	}
	if err := isWhole(span); err != nil {
		return nil, err
	}
	if begun := h.Store.Now().Add(time.Millisecond); span.Bounds() != nil && begun.Before(p.until) {
		p.until = begun // a day to come is not one without sales
	}
	began := bucketStarts(p, req.Body.Interval, zone, maxBuckets)
	if len(began) > maxBuckets {
		return nil, tooManyBuckets(string(req.Body.Interval), string(api.Month), began[maxBuckets])
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
	err = h.readSums(ctx, parts, func(i int, kind string, all iter.Seq[rankedThing]) {
		b := &result[i]
		b.BucketStart = wire.TimeOf(began[i])
		for r := range all {
			switch {
			case kind == kindStatus:
				b.OrderCount += r.count
				b.RevenueOere = safeAmount(addAmounts(b.RevenueOere, r.amount))
			case r.name == shopRefunds:
				b.RefundedOere = safeAmount(r.amount)
			}
		}
	}, kindStatus, kindShop)
	return api.AnalyticsSalesOverTime200JSONResponse{Ok: true, Result: result, Period: span.Bounds()}, err
}

// isWhole refuses a period without a first or a last moment.
func isWhole(span calendar.Span) error {
	var missing []schema.Fault
	require := func(field string, given bool) {
		if !given {
			missing = append(missing, schema.Fault{
				Pointer: "/" + field, Code: schema.CodeRequired, Detail: "is required without period",
				Fix:        fmt.Sprintf(`Set %q to a moment such as "2026-11-01T09:30Z", or "period" in place of both dates.`, field),
				Correction: schema.Correction{Do: schema.Set, Value: `"2026-11-01T09:30Z"`},
			})
		}
	}
	require("fromDate", span.From != nil)
	require("toDate", span.To != nil)
	if missing == nil {
		return nil
	}
	return problem.InvalidBody(missing)
}

// maxBuckets is the largest number of buckets of an answer; the contract has the same.
const maxBuckets = 1000

// tooManyBuckets refuses a period of which the first bucket that is too many begins at a moment; longest is the longest interval.
func tooManyBuckets(interval, longest string, next time.Time) error {
	field, value := "interval", strconv.Quote(longest)
	if interval == longest {
		field, value = "toDate", fmt.Sprintf("%q", wire.TimeOf(next.Add(-time.Millisecond)))
	}
	return problem.Invalid("/interval", schema.CodeMaxItems, fmt.Sprintf("must divide the period into at most %d buckets", maxBuckets),
		fmt.Sprintf("Set %q to %s.", field, value), schema.Correction{Do: schema.Set, At: "/" + field, Value: value})
}

// ianaName finds the names of the IANA database, by its areas: the machine has other files beside them, such as localtime and right/UTC.
var ianaName = regexp.MustCompile(`^((Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Brazil|Canada|Chile|Etc|Europe|Indian|Mexico|Pacific|US)/.+|` +
	`CET|CST6CDT|Cuba|EET|EST|EST5EDT|Egypt|Eire|Factory|GB|GB-Eire|GMT|GMT[+-]?0|Greenwich|HST|Hongkong|Iceland|Iran|Israel|Jamaica|Japan|Kwajalein|` +
	`Libya|MET|MST|MST7MDT|NZ|NZ-CHAT|Navajo|PRC|PST8PDT|Poland|Portugal|ROC|ROK|Singapore|Turkey|UCT|UTC|Universal|W-SU|WET|Zulu)$`)

// zoneOf returns a time zone by its name in the IANA database.
func zoneOf(name string) (*time.Location, error) {
	zone, err := time.LoadLocation(name)
	if err != nil || !ianaName.MatchString(name) {
		return nil, problem.Invalid("/timezone", schema.CodeEnum, "is not an IANA time zone such as Europe/Copenhagen or UTC", `Set "timezone" to "Europe/Copenhagen".`,
			schema.Correction{Do: schema.Set, Value: `"Europe/Copenhagen"`})
	}
	return zone, nil
}

// AnalyticsDiscountPerformance returns what discount codes did.
func (h Analytics) AnalyticsDiscountPerformance(ctx context.Context, req api.AnalyticsDiscountPerformanceRequestObject) (api.AnalyticsDiscountPerformanceResponseObject, error) {
	p, span, err := h.period(req.Body.Period, req.Body.FromDate, req.Body.ToDate)
	if err != nil {
		return nil, err
	}
	var only string
	if req.Body.Code != nil {
		only = discounts.Canonical(*req.Body.Code)
	}
	b := topList{most: int(*req.Body.Limit), order: byAmount}
	reduced := map[string]int64{} // in ore
	err = h.readSums(ctx, []period{p}, func(_ int, kind string, all iter.Seq[rankedThing]) {
		for r := range all {
			switch {
			case only != "" && r.name != only:
			case kind == kindCode:
				b.add(r)
			default:
				reduced[r.name] = r.amount
			}
		}
	}, kindCode, kindReduction)
	if err != nil {
		return nil, err
	}
	if only != "" && len(b.found) == 0 {
		b.found = []rankedThing{{name: only}}
	}
	uses, err := h.discountsByCode(ctx, b.found)
	if err != nil {
		return nil, err
	}
	if _, known := uses[only]; only != "" && !known && b.found[0].figures == (figures{}) {
		return nil, problem.Newf(problem.DiscountNotFound, "No discount has the code %q.", only)
	}
	result := []api.DiscountPerformance{}
	for _, r := range b.found {
		result = append(result, api.DiscountPerformance{
			Code: r.name, OrderCount: r.count, RevenueOere: safeAmount(r.amount), DiscountOere: safeAmount(reduced[r.name]),
			UsageCount: uses[r.name].UsageCount, UsageLimit: uses[r.name].UsageLimit,
		})
	}
	return api.AnalyticsDiscountPerformance200JSONResponse{Ok: true, Result: result, Period: span.Bounds()}, nil
}

// discountsByCode returns the discounts with the codes, by code.
func (h Analytics) discountsByCode(ctx context.Context, found []rankedThing) (map[string]db.InsightDiscountsRow, error) {
	names := make([]string, len(found))
	for i, r := range found {
		names[i] = r.name
	}
	rows, err := h.Store.Read().InsightDiscounts(ctx, names)
	all := make(map[string]db.InsightDiscountsRow, len(rows))
	for _, r := range rows {
		all[r.Code] = r
	}
	return all, err
}
