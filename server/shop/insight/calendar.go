package insight

import (
	"time"

	"github.com/storefront/storefront/gen/api"
)

// starts returns when the days, weeks or months of a time zone begin that a period touches,
// at most one more than most. What begins before the year 0 is said to begin with it: RFC 3339 has no earlier moments.
func starts(p period, interval api.SalesInterval, zone *time.Location, most int) (all []time.Time) {
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
