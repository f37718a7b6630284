package config

import (
	"fmt"
	"time"

	"github.com/storefront/storefront/server/platform/wire"
)

// Past is a time in the past, or a period before now.
type Past struct {
	at  time.Time // or zero, if it is a period
	ago time.Duration
}

// UnmarshalText parses a date such as 2026-11-01, which means midnight UTC, a
// timestamp such as 2026-11-01T09:30Z, or a period such as 365d.
func (p *Past) UnmarshalText(text []byte) error {
	if day, err := time.Parse(time.DateOnly, string(text)); err == nil {
		p.at = day
		return nil
	}
	if moment, err := wire.ParseTime(string(text)); err == nil {
		p.at = moment.Time
		return nil
	}
	var period Period
	if err := period.UnmarshalText(text); err != nil {
		return fmt.Errorf("%q is neither a date such as 2026-11-01 nor a period such as 365d", text)
	}
	p.ago = time.Duration(period)
	return nil
}

// From returns the moment, relative to now. A moment in the future is an
// error.
func (p Past) From(now time.Time) (time.Time, error) {
	moment := p.at
	if moment.IsZero() {
		moment = now.Add(-p.ago)
	}
	if moment.After(now) {
		return time.Time{}, fmt.Errorf("%s is in the future", wire.TimeOf(moment))
	}
	return moment, nil
}
