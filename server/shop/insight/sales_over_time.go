package insight

import (
	"context"
	"fmt"
	"iter"
	"time"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/schema"
	"github.com/storefront/storefront/server/platform/timestamp"
)

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
		b.BucketStart = timestamp.Of(began[i])
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
		fix = fmt.Sprintf("Set %q to %q.", "toDate", timestamp.Of(next.Add(-time.Millisecond)))
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

// shown is a sum of money within what every JSON reader represents exactly.
func shown(amount int64) int64 {
	const most = 9007199254740991
	return min(amount, most)
}
