package insight

import (
	"time"

	"github.com/storefront/storefront/server/platform/timestamp"
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
func periodOf(from *timestamp.From, to *timestamp.Time) period {
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

// quarterHour is the unit of the sums: each day of each time zone consists of quarter hours
// of UTC.
const quarterHour = 15 * time.Minute

// quarters returns the quarter hours that are wholly in the period, and the parts of it
// before and after them. A part may be empty; if there is no whole quarter hour, the first part
// is the period.
func (p period) quarters() (whole, before, after period) {
	first, last := quarterOf(p.from), quarterOf(p.until)
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
	until := dayOf(p.until)
	if until.Before(p.until) {
		until = until.AddDate(0, 0, 1)
	}
	return period{dayOf(p.from), until}
}

func (p period) isEmpty() bool { return !p.from.Before(p.until) }

// quarterOf returns the beginning of the quarter hour of a moment. Truncate counts from the
// year 1, so that the result of an earlier moment would be the end.
func quarterOf(at time.Time) time.Time { return time.Unix(floor(at.Unix(), 900)*900, 0).UTC() }

// dayOf returns the beginning of the day of a moment, in UTC.
func dayOf(at time.Time) time.Time { return time.Unix(floor(at.Unix(), 86400)*86400, 0).UTC() }

// floor returns a divided by b, rounded down.
func floor(a, b int64) int64 {
	if a < 0 {
		return -((-a + b - 1) / b)
	}
	return a / b
}
