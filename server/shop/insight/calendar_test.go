package insight_test

import (
	"testing"
	"time"

	"github.com/storefront/storefront/server/platform/problem"
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
	s.Refused(t, s.key, "analytics.sales_over_time", servertest.With(body, object{"fromDate": "0000-01-01T00:00Z", "toDate": "9999-12-31T00:00Z", "interval": "month"}), problem.ValidationFailed)
	for _, zone := range []string{"Local", "Mars/Olympus", "/etc/localtime", "europe"} {
		s.Refused(t, s.key, "analytics.sales_over_time", servertest.With(body, object{"timezone": zone}), problem.ValidationFailed)
	}
	wantSame(t, "an empty period", s.list(t, "analytics.sales_over_time", servertest.With(body, object{"toDate": "2025-01-01T00:00Z"})), []object{})
}
