package calendar_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/storefront/storefront/server/platform/calendar"
)

// spanOf returns the ends of a period.
func spanOf(t *testing.T, name, now string) (from, to string) {
	t.Helper()
	at, err := time.Parse(time.RFC3339, now)
	if err != nil {
		t.Fatal(err)
	}
	span, err := calendar.SpanOf(&name, nil, nil, at)
	if err != nil {
		t.Fatal(err)
	}
	bounds := span.Bounds()
	return bounds.From.String(), bounds.To.String()
}

// The days of the shop have 23 or 25 hours where its clocks change, and a month and a year may begin while it is still the last one
// in UTC.
func TestPeriods(t *testing.T) {
	t.Parallel()
	const spring, autumn, newYear = "2026-03-29T12:00:00Z", "2026-10-25T00:30:00Z", "2026-12-31T23:30:00Z"
	for _, c := range []struct{ now, name, from, to string }{
		{spring, "today", "2026-03-28T23:00:00.000Z", "2026-03-29T21:59:59.999Z"},
		{spring, "yesterday", "2026-03-27T23:00:00.000Z", "2026-03-28T22:59:59.999Z"},
		{spring, "last_7_days", "2026-03-22T23:00:00.000Z", "2026-03-29T21:59:59.999Z"},
		{spring, "last_30_days", "2026-02-27T23:00:00.000Z", "2026-03-29T21:59:59.999Z"},
		{spring, "this_month", "2026-02-28T23:00:00.000Z", "2026-03-31T21:59:59.999Z"},
		{spring, "last_month", "2026-01-31T23:00:00.000Z", "2026-02-28T22:59:59.999Z"},
		{spring, "this_year", "2025-12-31T23:00:00.000Z", "2026-12-31T22:59:59.999Z"},
		{"2026-03-29T22:00:00Z", "today", "2026-03-29T22:00:00.000Z", "2026-03-30T21:59:59.999Z"},
		{autumn, "today", "2026-10-24T22:00:00.000Z", "2026-10-25T22:59:59.999Z"},
		{autumn, "last_7_days", "2026-10-18T22:00:00.000Z", "2026-10-25T22:59:59.999Z"},
		{"2026-10-25T01:30:00Z", "yesterday", "2026-10-23T22:00:00.000Z", "2026-10-24T21:59:59.999Z"},
		{"2026-10-25T22:59:59.999Z", "this_month", "2026-09-30T22:00:00.000Z", "2026-10-31T22:59:59.999Z"},
		{newYear, "today", "2026-12-31T23:00:00.000Z", "2027-01-01T22:59:59.999Z"},
		{newYear, "last_month", "2026-11-30T23:00:00.000Z", "2026-12-31T22:59:59.999Z"},
		{newYear, "this_year", "2026-12-31T23:00:00.000Z", "2027-12-31T22:59:59.999Z"},
		{newYear, "2024-02", "2024-01-31T23:00:00.000Z", "2024-02-29T22:59:59.999Z"},
		{"2026-03-31T10:00:00Z", "last_month", "2026-01-31T23:00:00.000Z", "2026-02-28T22:59:59.999Z"},
	} {
		if from, to := spanOf(t, c.name, c.now); from != c.from || to != c.to {
			t.Errorf("%s at %s: from %s to %s, want %s to %s", c.name, c.now, from, to, c.from, c.to)
		}
	}
}

// Each period begins with the millisecond after the one before it.
func TestPeriodsFollowEachOther(t *testing.T) {
	t.Parallel()
	var last string
	follow := func(name, now string) {
		t.Helper()
		from, to := spanOf(t, name, now)
		if at, err := time.Parse(time.RFC3339, from); err != nil || last != "" && at.Add(-time.Millisecond).Format("2006-01-02T15:04:05.000Z") != last {
			t.Errorf("%s at %s begins at %s, and the one before ends at %s", name, now, from, last)
		}
		last = to
	}
	for year := 2000; year < 2100; year++ {
		for month := 1; month <= 12; month++ {
			follow(fmt.Sprintf("%d-%02d", year, month), "2026-11-01T12:00:00Z")
		}
	}
	for _, names := range [][2]string{{"yesterday", "today"}, {"last_month", "this_month"}} {
		for day := time.Date(2026, time.January, 1, 11, 0, 0, 0, time.UTC); day.Year() < 2028; day = day.AddDate(0, 0, 1) {
			last = ""
			follow(names[0], day.Format(time.RFC3339))
			follow(names[1], day.Format(time.RFC3339))
		}
	}
}
