package insight_test

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/test/servertest"
)

// Every bucket of a year begins where PostgreSQL says that it does, in zones of all kinds, but for those that have a day with two
// midnights: of them PostgreSQL takes the second.
func TestBucketsOfAYear(t *testing.T) {
	t.Parallel()
	s := newShop(t, servertest.Options{})
	from, to := time.Date(2025, time.December, 30, 13, 37, 0, 0, time.UTC), time.Date(2027, time.January, 3, 4, 5, 6, 0, time.UTC)
	for _, zone := range []string{
		"Europe/Copenhagen", "America/St_Johns", "Asia/Kathmandu", "Australia/Lord_Howe", "Pacific/Apia", "Africa/Cairo", "Asia/Beirut",
		"America/Santiago", "UTC",
	} {
		for _, interval := range []string{"day", "week", "month"} {
			body := object{"fromDate": from, "toDate": to, "interval": interval, "timezone": zone}
			wantSame(t, zone+" "+interval, s.list(t, "analytics.sales_over_time", body), s.salesOverTime(t, from, to, interval, zone))
		}
	}
}

// A day that has no 00:00, has two, or does not exist.
func TestBucketsWhereClocksChangeAtMidnight(t *testing.T) {
	t.Parallel()
	s := newShop(t, servertest.Options{})
	for _, c := range []struct {
		zone, from, to string
		want           []string
	}{
		{"America/Havana", "2026-03-07T12:00:00Z", "2026-03-09T12:00:00Z", []string{"2026-03-07T05:00:00.000Z", "2026-03-08T05:00:00.000Z", "2026-03-09T04:00:00.000Z"}},
		{"America/Havana", "2026-10-31T12:00:00Z", "2026-11-02T12:00:00Z", []string{"2026-10-31T04:00:00.000Z", "2026-11-01T04:00:00.000Z", "2026-11-02T05:00:00.000Z"}},
		{"America/Sao_Paulo", "2018-11-03T12:00:00Z", "2018-11-05T12:00:00Z", []string{"2018-11-03T03:00:00.000Z", "2018-11-04T03:00:00.000Z", "2018-11-05T02:00:00.000Z"}},
		{"America/Sao_Paulo", "2018-02-17T12:00:00Z", "2018-02-19T12:00:00Z", []string{"2018-02-17T02:00:00.000Z", "2018-02-18T03:00:00.000Z", "2018-02-19T03:00:00.000Z"}},
		{"Pacific/Apia", "2011-12-29T12:00:00Z", "2011-12-31T12:00:00Z", []string{"2011-12-29T10:00:00.000Z", "2011-12-30T10:00:00.000Z", "2011-12-31T10:00:00.000Z"}},
	} {
		var got []string
		for _, b := range s.list(t, "analytics.sales_over_time", object{"fromDate": c.from, "toDate": c.to, "interval": "day", "timezone": c.zone}) {
			got = append(got, b["bucketStart"].(string))
		}
		wantSame(t, c.zone+" from "+c.from, got, c.want)
	}
}

// The day of a change of summer time has 23 or 25 hours, and an order belongs to the day on the clock.
func TestTheDaysOfSummerTime(t *testing.T) {
	t.Parallel()
	s := newShop(t, servertest.Options{})
	for _, moment := range []string{
		"2026-03-28T22:59:59.999Z", "2026-03-28T23:00:00.000Z", "2026-03-29T21:59:59.999Z", "2026-03-29T22:00:00.000Z",
		"2026-10-24T21:59:59.999Z", "2026-10-24T22:00:00.000Z", "2026-10-25T22:59:59.999Z", "2026-10-25T23:00:00.000Z",
	} {
		s.at(t, s.buy(t, []object{{"slug": "p0", "quantity": 1}}, "", nil), moment)
	}
	for day, want := range map[string][]object{
		"2026-03-28T12:00Z 2026-03-30T12:00Z": {bucket("2026-03-27T23:00:00.000Z", 1), bucket("2026-03-28T23:00:00.000Z", 2), bucket("2026-03-29T22:00:00.000Z", 1)},
		"2026-10-24T12:00Z 2026-10-26T12:00Z": {bucket("2026-10-23T22:00:00.000Z", 1), bucket("2026-10-24T22:00:00.000Z", 2), bucket("2026-10-25T23:00:00.000Z", 1)},
	} {
		got := s.list(t, "analytics.sales_over_time", object{"fromDate": day[:17], "toDate": day[18:], "interval": "day"})
		wantSame(t, day, got, want)
	}
}

func bucket(start string, orders int) object {
	return object{"bucketStart": start, "orderCount": orders, "revenueOere": 0, "refundedOere": 0}
}

func TestSalesOverTimeBounds(t *testing.T) {
	t.Parallel()
	s := newShop(t, servertest.Options{})
	body := object{"fromDate": "2026-01-01T00:00Z", "toDate": "2028-09-26T23:59:59.999Z", "interval": "day", "timezone": "UTC"}
	if n := len(s.list(t, "analytics.sales_over_time", body)); n != 1000 {
		t.Errorf("%d buckets", n)
	}
	s.Refused(t, s.key, "analytics.sales_over_time", servertest.With(body, object{"toDate": "2028-09-27T00:00Z"}), problem.ValidationFailed)
	long := servertest.With(body, object{"fromDate": "0000-01-01T00:00Z", "toDate": "9999-12-31T00:00Z", "interval": "month"})
	if p := s.Refused(t, s.key, "analytics.sales_over_time", long, problem.ValidationFailed); p.Resolution != `Set "toDate" to "0083-04-30T23:59:59.999Z".` {
		t.Error(p.Resolution)
	}
	if n := len(s.list(t, "analytics.sales_over_time", servertest.With(long, object{"toDate": "0083-04-30T23:59:59.999Z"}))); n != 1000 {
		t.Errorf("%d months", n)
	}
	for _, zone := range []string{
		"Local", "Mars/Olympus", "/etc/localtime", "europe", "localtime", "posixrules", "leapseconds", "right/UTC", "right/Europe/Copenhagen", "posix/UTC", "posix/America/New_York",
		"Europe", "Europe/", "Etc", "utc", "EUROPE/COPENHAGEN", "Europe/../localtime", "SystemV/PST8", "UTC/", "GMT+5",
	} {
		s.Refused(t, s.key, "analytics.sales_over_time", servertest.With(body, object{"timezone": zone}), problem.ValidationFailed)
	}
	wantSame(t, "an empty period", s.list(t, "analytics.sales_over_time", servertest.With(body, object{"toDate": "2025-01-01T00:00Z"})), []object{})
}

// The days of local mean time begin in the middle of quarter hours: the orders there are read with one statement for
// all days, of which there may be a thousand.
func TestDaysOfLocalMeanTime(t *testing.T) {
	t.Parallel()
	var statements counter
	s := newShop(t, servertest.Options{Store: func(o *store.Options) { o.Tracers = append(o.Tracers, &statements) }})
	for _, moment := range []string{"1850-03-01T23:09:39.999Z", "1850-03-01T23:09:40.000Z", "1850-03-02T23:09:39.999Z", "1850-03-02T23:09:40.000Z", "1850-03-02T23:14:59.999Z"} {
		s.at(t, s.buy(t, []object{{"slug": "p0", "quantity": 1}}, "", nil), moment)
	}
	body := object{"fromDate": "1850-03-01T12:00Z", "toDate": "1850-03-03T12:00Z", "interval": "day"}
	wantSame(t, "days", s.list(t, "analytics.sales_over_time", body),
		[]object{bucket("1850-02-28T23:09:40.000Z", 1), bucket("1850-03-01T23:09:40.000Z", 2), bucket("1850-03-02T23:09:40.000Z", 2)})

	body = object{"fromDate": "1849-01-01T12:00Z", "toDate": "1851-09-27T12:00Z", "interval": "day"}
	before := statements.n.Load()
	if n := len(s.list(t, "analytics.sales_over_time", body)); n != 1000 {
		t.Fatalf("%d days", n)
	}
	if n := statements.n.Load() - before; n == 0 || n > 100 { // one for each day would be a thousand
		t.Errorf("%d statements", n)
	}
}

// counter counts the statements of a store.
type counter struct{ n atomic.Int64 }

func (c *counter) TraceQueryStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryStartData) context.Context {
	c.n.Add(1)
	return ctx
}

func (c *counter) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

// Periods at the ends of what the contract accepts have answers that it allows, which the harness validates.
func TestTheFirstAndTheLastYear(t *testing.T) {
	t.Parallel()
	s := newShop(t, servertest.Options{})
	for _, zone := range []string{"UTC", "Europe/Copenhagen", "Pacific/Kiritimati", "America/Los_Angeles"} {
		for _, interval := range []string{"day", "week", "month"} {
			first := s.list(t, "analytics.sales_over_time", object{"fromDate": "0000-01-01T00:00Z", "toDate": "0000-02-01T00:00Z", "interval": interval, "timezone": zone})
			if start := first[0]["bucketStart"].(string); start[:7] != "0000-01" {
				t.Errorf("%s of %s: the first begins at %s", interval, zone, start)
			}
			last := s.list(t, "analytics.sales_over_time", object{"fromDate": "9999-12-01T00:00Z", "toDate": "9999-12-31T23:59:59.9999999Z", "interval": interval, "timezone": zone})
			if start := last[len(last)-1]["bucketStart"].(string); start[:7] != "9999-12" && start[:7] != "9999-11" {
				t.Errorf("%s of %s: the last begins at %s", interval, zone, start)
			}
		}
	}
	const end = "9999-12-31T23:59:59.9991Z"
	wantSame(t, "the period", s.summary(t, object{"fromDate": end, "toDate": end})["period"], object{"from": "9999-12-31T23:59:59.999Z", "to": "9999-12-31T23:59:59.999Z"})
	for tool, body := range map[string]object{
		"analytics.top_products": {"by": "revenue"}, "analytics.discount_performance": {}, "analytics.agent_activity": {}, "analytics.search_terms": {},
	} {
		for _, at := range []string{"0000-01-01T00:00Z", end} {
			s.OK(t, s.key, tool, servertest.With(body, object{"fromDate": at}), nil)
			s.OK(t, s.key, tool, servertest.With(body, object{"toDate": at}), nil)
		}
	}
}
