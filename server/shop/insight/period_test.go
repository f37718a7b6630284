package insight_test

import (
	"context"
	"encoding/json"
	"strings"
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

// clocked is a shop with a clock that shows a moment.
func clocked(t *testing.T, moment string) (shop, *servertest.Clock) {
	t.Helper()
	clock := servertest.NewClock()
	clock.Set(t, moment)
	return newShop(t, servertest.Options{Clock: clock.Now}), clock
}

// answer returns all of an answer.
func (s shop) answer(t *testing.T, tool string, body object) (all object) {
	t.Helper()
	if err := json.Unmarshal(s.OK(t, s.key, tool, body, nil).Body, &all); err != nil {
		t.Fatal(err)
	}
	return all
}

// The days of the shop, on both sides of the change of its clocks: each order is in one day and in one month, and the answer says which
// moments those are.
func TestPeriodsOfSales(t *testing.T) {
	t.Parallel()
	s, clock := clocked(t, "2026-10-25T12:00:00Z")
	for i, moment := range []string{
		"2026-09-30T21:59:59.999Z", "2026-09-30T22:00:00Z", "2026-10-24T21:59:59.999Z", "2026-10-24T22:00:00Z", "2026-10-25T22:59:59.999Z",
		"2026-10-25T23:00:00Z", "2026-10-31T22:59:59.999Z", "2026-10-31T23:00:00Z",
	} {
		order := s.buy(t, []object{{"slug": "p0", "quantity": 1 << i}}, "TEN", object{"aiAgentSource": "claude"})
		s.move(t, order, "paid")
		s.at(t, order, moment)
	}
	s.RunJobs(t)
	orders := func(period string) (count any, pieces any) {
		t.Helper()
		all := s.summary(t, object{"period": period})
		return all["orders"].(object)["count"], all["topProducts"].([]any)[0].(object)["totalSold"]
	}
	for _, step := range []struct {
		now, period   string
		count, pieces float64
	}{
		{"2026-10-25T12:00:00Z", "today", 2, 8 + 16}, {"2026-10-25T12:00:00Z", "yesterday", 1, 4}, {"2026-10-25T12:00:00Z", "last_7_days", 3, 4 + 8 + 16},
		{"2026-10-25T12:00:00Z", "last_month", 1, 1}, {"2026-10-25T12:00:00Z", "this_month", 6, 2 + 4 + 8 + 16 + 32 + 64}, {"2026-10-25T12:00:00Z", "this_year", 8, 255},
		{"2026-10-25T23:00:00Z", "today", 1, 32}, {"2026-10-25T23:00:00Z", "yesterday", 2, 8 + 16}, {"2026-11-02T12:00:00Z", "last_month", 6, 126},
		{"2026-11-02T12:00:00Z", "this_month", 1, 128}, {"2026-11-02T12:00:00Z", "2026-09", 1, 1}, {"2026-11-02T12:00:00Z", "last_30_days", 6, 4 + 8 + 16 + 32 + 64 + 128},
	} {
		clock.Set(t, step.now)
		if count, pieces := orders(step.period); count != step.count || pieces != step.pieces {
			t.Errorf("%s at %s: %v orders, %v pieces, want %v, %v", step.period, step.now, count, pieces, step.count, step.pieces)
		}
	}

	october := object{"from": "2026-09-30T22:00:00.000Z", "to": "2026-10-31T22:59:59.999Z"}
	wantSame(t, "summary", s.summary(t, object{"period": "last_month"})["period"], october)
	for tool, body := range map[string]object{
		"sales_over_time": {"interval": "month"}, "top_products": {"by": "quantity"}, "discount_performance": {}, "agent_activity": {}, "search_terms": {},
	} {
		named, dated := servertest.With(body, object{"period": "last_month"}), servertest.With(body, object{"fromDate": october["from"], "toDate": october["to"]})
		a, b := s.answer(t, "analytics."+tool, named), s.answer(t, "analytics."+tool, dated)
		if _, said := b["period"]; said {
			t.Errorf("%s says a period that nobody named: %v", tool, b)
		}
		said := a["period"]
		if tool == "search_terms" {
			wantSame(t, tool, said, object{"from": "2026-10-01T00:00:00.000Z", "to": "2026-10-31T23:59:59.999Z"})
		} else {
			wantSame(t, tool, said, october)
			if tool == "agent_activity" { // calls are written once in a while
				delete(a["result"].(object), "byKey")
				delete(b["result"].(object), "byKey")
			}
			wantSame(t, tool, a["result"], b["result"])
		}
		s.Refused(t, s.key, "analytics."+tool, servertest.With(dated, object{"period": "today"}), problem.ValidationFailed)
	}
}

// The buckets of a period by name end with the one of now.
func TestBucketsOfAPeriod(t *testing.T) {
	t.Parallel()
	s, clock := clocked(t, "2026-03-30T21:59:59.999Z")
	starts := func(body object) (all []any) {
		t.Helper()
		for _, b := range s.list(t, "analytics.sales_over_time", body) {
			all = append(all, b["bucketStart"])
		}
		return all
	}
	month := starts(object{"period": "this_month", "interval": "day"})
	if len(month) != 30 || month[0] != "2026-02-28T23:00:00.000Z" || month[29] != "2026-03-29T22:00:00.000Z" {
		t.Errorf("%v", month)
	}
	clock.Set(t, "2026-03-30T22:00:00Z")
	if n := len(starts(object{"period": "this_month", "interval": "day"})); n != 31 {
		t.Errorf("%d days of March, which has begun its last", n)
	}
	wantSame(t, "the last days", starts(object{"period": "last_7_days", "interval": "week"}), []any{"2026-03-22T23:00:00.000Z", "2026-03-29T22:00:00.000Z"})
	wantSame(t, "a month to come", len(starts(object{"period": "2027-01", "interval": "day"})), 0)
}

// A period stands alone, and is one of a few words: who is refused is told which.
func TestPeriodsThatAreRefused(t *testing.T) {
	t.Parallel()
	s := newShop(t, servertest.Options{})
	for _, c := range []struct {
		body    object
		pointer string
		says    []string
	}{
		{object{"period": "2026-13"}, "/period", []string{"today", "yesterday", "last_7_days", "last_30_days", "this_month", "last_month", "this_year", "2026-10"}},
		{object{"period": "last_week"}, "/period", []string{"last_7_days"}},
		{object{"period": "today", "toDate": "2026-11-01T00:00Z"}, "/period", []string{"period", "fromDate", "toDate"}},
		{object{"range": "today"}, "/range", []string{`"period"`}},
		{object{"fromDate": "2026-11-01T00:00Z"}, "/toDate", []string{"toDate", "period"}},
		{object{"toDate": "2026-11-01T00:00Z"}, "/fromDate", []string{"fromDate", "period"}},
	} {
		p := s.Refused(t, s.key, "analytics.sales_over_time", servertest.With(c.body, object{"interval": "day"}), problem.ValidationFailed)
		for _, word := range c.says {
			if p.Errors[0].Pointer != c.pointer || !strings.Contains(p.Resolution, word) {
				t.Errorf("%v: %s %s", c.body, p.Errors[0].Pointer, p.Resolution)
			}
		}
	}
}
