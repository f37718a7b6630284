package insight

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/calendar"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/wire"
)

// AnalyticsKeyActivity returns what a key called, by time, operation and code.
func (h Analytics) AnalyticsKeyActivity(ctx context.Context, req api.AnalyticsKeyActivityRequestObject) (api.AnalyticsKeyActivityResponseObject, error) {
	key, err := store.ID(req.Body.KeyId, keyNotFound)
	if err != nil {
		return nil, err
	}
	known, err := h.Store.Read().InsightKeys(ctx, []uuid.UUID{key})
	if err != nil {
		return nil, err
	}
	if len(known) == 0 {
		return nil, keyNotFound(req.Body.KeyId)
	}
	p := activityPeriod(req.Body, h.Store.Now())
	began := activityBuckets(p, req.Body.Interval)
	if len(began) > maxBuckets {
		return nil, tooManyBuckets(string(req.Body.Interval), string(api.KeyActivityIntervalDay), began[maxBuckets])
	}
	if len(began) == 0 {
		return api.AnalyticsKeyActivity200JSONResponse{Ok: true, Result: toActivity(nil, nil)}, nil
	}
	rows, err := h.Store.Read().KeyCalls(ctx, db.KeyCallsParams{KeyID: key, Starts: began, Since: startOfHour(p.from), Until: p.until})
	return api.AnalyticsKeyActivity200JSONResponse{Ok: true, Result: toActivity(began, rows)}, err
}

func keyNotFound(id string) error {
	return problem.Newf(problem.KeyNotFound, "No key has the id %q.", id).Lookup("keys.list", "id", "keyId", "a key")
}

// activityPeriod returns the period of a request, or until now as many hours or days as a chart shows.
func activityPeriod(b *api.AnalyticsKeyActivityRequest, now time.Time) period {
	p := periodOf(b.FromDate, b.ToDate)
	if b.ToDate == nil {
		p.until = now.Add(time.Millisecond)
	}
	if b.FromDate == nil {
		last := p.until.Add(-time.Millisecond)
		if p.from = startOfHour(last.Add(-23 * time.Hour)); b.Interval == api.KeyActivityIntervalDay {
			year, month, day := last.In(calendar.Zone).Date()
			p.from = startOfDay(year, month, day-29, calendar.Zone)
		}
	}
	if p.from.Before(earliest) {
		p.from = earliest
	}
	if p.until.Before(p.from) {
		p.until = p.from
	}
	return p
}

// activityBuckets returns when the hours, or the days of the shop, begin that a period touches, at most one more than maxBuckets.
func activityBuckets(p period, interval api.KeyActivityInterval) (all []time.Time) {
	if interval == api.KeyActivityIntervalDay {
		return bucketStarts(p, api.Day, calendar.Zone, maxBuckets)
	}
	for at := startOfHour(p.from); !p.isEmpty() && at.Before(p.until) && len(all) <= maxBuckets; at = at.Add(time.Hour) {
		all = append(all, at)
	}
	return all
}

// toActivity returns the calls by bucket, operation and code.
func toActivity(began []time.Time, rows []db.KeyCallsRow) api.AnalyticsKeyActivityResult {
	result := api.AnalyticsKeyActivityResult{
		Buckets: make([]api.KeyActivityBucket, len(began)), ByOperation: []api.KeyActivityOperation{}, ByCode: []api.KeyActivityCode{},
	}
	for i, at := range began {
		result.Buckets[i].BucketStart = wire.TimeOf(at)
	}
	for i := range rows {
		switch r := &rows[i]; {
		case r.By == "span":
			b := &result.Buckets[r.Span-1]
			b.Calls, b.Errors = r.Calls, r.Errors
		case r.By == "operation":
			result.ByOperation = append(result.ByOperation, api.KeyActivityOperation{Operation: r.Name, Calls: r.Calls, Errors: r.Errors, LastUsedAt: wire.TimeOf(r.LastAt)})
		case r.Name != "": // an error
			result.ByCode = append(result.ByCode, api.KeyActivityCode{Code: r.Name, Count: r.Calls})
		}
	}
	return result
}
