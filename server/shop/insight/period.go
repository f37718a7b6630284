package insight

import (
	"time"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/calendar"
	"github.com/storefront/storefront/server/platform/wire"
)

// period is the time from a moment until another, which is not in it.
type period struct{ from, until time.Time }

// The ends of the period of a request without dates: no order can be placed outside.
var (
	earliest = time.Date(0, time.January, 1, 0, 0, 0, 0, time.UTC)
	latest   = time.Date(10000, time.January, 1, 0, 0, 0, 0, time.UTC)
)

// periodOf returns the period of a request, of which both ends are in it; it is empty if
// they are in the wrong order.
func periodOf(from *wire.From, to *wire.Time) period {
	p := period{earliest, latest}
	if from != nil {
		p.from = from.Time
	}
	if to != nil {
		p.until = to.Add(time.Millisecond)
	}
	if p.until.Before(p.from) {
		p.until = p.from
	}
	return p
}

// period returns the period of a request, as it is asked for too.
func (h Analytics) period(name *api.Period, from *wire.From, to *wire.Time) (period, calendar.Span, error) {
	span, err := calendar.SpanOf(name, from, to, h.Store.Now())
	return periodOf(span.From, span.To), span, err
}

// quarterHour is the unit of the sums: each day of each time zone consists of quarter hours
// of UTC.
const quarterHour = 15 * time.Minute

// quarters returns the quarter hours that are wholly in the period, and the parts of it
// before and after them. A part may be empty; if there is no whole quarter hour, the first part
// is the period.
func (p period) quarters() (whole, before, after period) {
	first, last := startOfQuarter(p.from), startOfQuarter(p.until)
	if first.Before(p.from) {
		first = first.Add(quarterHour)
	}
	if last.Before(first) {
		return period{p.from, p.from}, p, period{p.until, p.until}
	}
	return period{first, last}, period{p.from, first}, period{last, p.until}
}

// days returns the days of UTC that the period touches.
func (p period) days() period {
	until := startOfUTCDay(p.until)
	if until.Before(p.until) {
		until = until.AddDate(0, 0, 1)
	}
	return period{startOfUTCDay(p.from), until}
}

func (p period) isEmpty() bool { return !p.from.Before(p.until) }

// countedDays returns the days of UTC whose counts are those of a period: the days that it touches, or of the shop's days those of
// the same dates, so that today and yesterday have none in common.
func (p period) countedDays(span calendar.Span) period {
	if span.Asked.IsZero() {
		return p.days()
	}
	return period{dateOf(p.from.In(calendar.Zone)), dateOf(p.until.In(calendar.Zone))}
}

// keptDays returns those of the days whose counts are kept.
func (days period) keptDays(now time.Time) period {
	if since := keptSince(now); days.from.Before(since) {
		days.from = since
	}
	if days.until.Before(days.from) {
		days.until = days.from
	}
	return days
}

// startOfQuarter returns the beginning of the quarter hour of a moment. Truncate counts from the
// year 1, so that the result of an earlier moment would be the end.
func startOfQuarter(at time.Time) time.Time { return time.Unix(floor(at.Unix(), 900)*900, 0).UTC() }

// startOfHour returns the beginning of the hour of a moment, in UTC.
func startOfHour(at time.Time) time.Time { return time.Unix(floor(at.Unix(), 3600)*3600, 0).UTC() }

// startOfUTCDay returns the beginning of the day of a moment, in UTC.
func startOfUTCDay(at time.Time) time.Time { return time.Unix(floor(at.Unix(), 86400)*86400, 0).UTC() }

// floor returns a divided by b, rounded down.
func floor(a, b int64) int64 {
	if a < 0 {
		return -((-a + b - 1) / b)
	}
	return a / b
}

// bucketStarts returns when the days, weeks or months of a time zone begin that a period touches,
// at most one more than most. What begins before the year 0 is said to begin with it: RFC 3339 has no earlier moments.
func bucketStarts(p period, interval api.SalesInterval, zone *time.Location, most int) (all []time.Time) {
	if p.isEmpty() {
		return nil
	}
	year, month, day := p.from.In(zone).Date()
	step := func() { day++ }
	switch interval {
	case api.Week:
		day -= (int(time.Date(year, month, day, 0, 0, 0, 0, time.UTC).Weekday()) + 6) % 7
		step = func() { day += 7 }
	case api.Month:
		day = 1
		step = func() { month++ }
	}
	for len(all) <= most {
		at := startOfDay(year, month, day, zone)
		if !at.Before(p.until) {
			break
		}
		if at.Before(earliest) {
			at = earliest
		}
		if len(all) == 0 || at.After(all[len(all)-1]) { // a zone may have left a day out
			all = append(all, at)
		}
		step()
	}
	return all
}

// startOfDay returns the first moment of a day of a time zone. Where clocks were changed at
// midnight that may be 01:00, or the first of two times 00:00.
func startOfDay(year int, month time.Month, day int, zone *time.Location) time.Time {
	at := time.Date(year, month, day, 0, 0, 0, 0, zone)
	wanted := time.Date(year, month, day, 0, 0, 0, 0, time.UTC) // with a normal day and month
	began, ended := at.ZoneBounds()
	switch {
	case dateOf(at).Before(wanted): // 00:00 was left out, and this is before
		return ended.UTC()
	case at.Hour() != 0 || at.Minute() != 0 || at.Second() != 0: // or after
		return began.UTC()
	case !began.IsZero():
		_, offset := at.Zone()
		_, before := began.Add(-time.Nanosecond).Zone()
		if first := at.Add(time.Duration(offset-before) * time.Second); first.Before(began) && first.Before(at) {
			return first.UTC()
		}
	}
	return at.UTC()
}

// dateOf returns the date of a moment, as a moment in UTC.
func dateOf(at time.Time) time.Time {
	year, month, day := at.Date()
	return time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
}
