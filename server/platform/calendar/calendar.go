// Package calendar knows the days of the shop, and the periods that callers give a name.
package calendar

import (
	"time"
	_ "time/tzdata" // for machines without a time zone database

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/schema"
	"github.com/storefront/storefront/server/platform/wire"
)

// Zone is the time zone of the shop's days. Since 2000, the first year that a period may name, none of them begins at another
// time than 00:00.
var Zone = func() *time.Location {
	zone, err := time.LoadLocation("Europe/Copenhagen")
	if err != nil { // the program contains the zones
		return time.UTC
	}
	return zone
}()

// Span is the period of a request. Both ends are in it; nil is an open one.
type Span struct {
	From *wire.From
	To   *wire.Time

	Asked time.Time // when a period with a name was asked for; zero for any other
}

// SpanOf returns the period with a name, which is nil for that from a moment until another. Today and this month end with
// the day and the month, so that a list of them has the same ends when its next page is asked for. Name and dates together are refused:
// 422 validation_failed.
func SpanOf(name *api.Period, from *wire.From, to *wire.Time, now time.Time) (Span, error) {
	if name == nil {
		return Span{From: from, To: to}, nil
	}
	if from != nil || to != nil {
		return Span{}, problem.Invalid("/period", schema.CodeUnknownField, "must be left out beside fromDate and toDate",
			`Remove "period" from the body, or "fromDate" and "toDate".`, schema.Correction{Do: schema.Remove})
	}
	first, next, err := daysOf(*name, now)
	if err != nil {
		return Span{}, err
	}
	last := wire.TimeOf(next.Add(-time.Millisecond))
	return Span{From: &wire.From{Time: first.UTC()}, To: &last, Asked: now}, nil
}

// Bounds is what an answer says of a period with a name; nil for any other.
func (s Span) Bounds() *api.PeriodBounds {
	if s.Asked.IsZero() {
		return nil
	}
	return &api.PeriodBounds{From: wire.TimeOf(s.From.Time), To: *s.To}
}

// Fields returns the fields of the request that say the period; none if it has no ends.
func (s Span) Fields() []string {
	switch {
	case !s.Asked.IsZero():
		return []string{"period"}
	case s.From != nil || s.To != nil:
		return []string{"fromDate", "toDate"}
	}
	return nil
}

// daysOf returns when the first day of a period begins, and the one after its last.
func daysOf(name string, now time.Time) (first, next time.Time, err error) {
	year, month, day := now.In(Zone).Date()
	at := func(month time.Month, day int) time.Time { return time.Date(year, month, day, 0, 0, 0, 0, Zone) }
	switch name {
	case "today":
		return at(month, day), at(month, day+1), nil
	case "yesterday":
		return at(month, day-1), at(month, day), nil
	case "last_7_days":
		return at(month, day-6), at(month, day+1), nil
	case "last_30_days":
		return at(month, day-29), at(month, day+1), nil
	case "this_month":
		return at(month, 1), at(month+1, 1), nil
	case "last_month":
		return at(month-1, 1), at(month, 1), nil
	case "this_year":
		return at(time.January, 1), at(time.January+12, 1), nil
	}
	first, err = time.ParseInLocation("2006-01", name, Zone)
	return first, first.AddDate(0, 1, 0), err
}
