package config

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"
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

// Period is a duration that can be given in days, such as 90d.
type Period time.Duration

// UnmarshalText parses 90d, 12h or 30m; a negative period is an error.
func (p *Period) UnmarshalText(text []byte) error {
	s := string(text)
	var d time.Duration
	var err error
	if days, ok := strings.CutSuffix(s, "d"); ok {
		var n int
		n, err = strconv.Atoi(days)
		d = time.Duration(n) * 24 * time.Hour
	} else {
		d, err = time.ParseDuration(s)
	}
	const longest = 100 * 365 * 24 * time.Hour
	if err != nil || d < 0 || d > longest {
		return fmt.Errorf("%q is not a period such as 90d or 12h", s)
	}
	*p = Period(d)
	return nil
}

// Origin returns an origin, such as https://shop.example, in the form in which
// origins are compared: in lower case, without the default port. It returns false
// for anything but scheme://host[:port].
func Origin(text string) (string, bool) {
	u, err := url.Parse(strings.ToLower(text))
	if err != nil || u.Host == "" || u.User != nil || u.Scheme != "http" && u.Scheme != "https" {
		return "", false
	}
	if u.Scheme+"://"+u.Host != strings.ToLower(text) {
		return "", false // something follows the host
	}
	usual := map[string]string{"http": ":80", "https": ":443"}[u.Scheme]
	return u.Scheme + "://" + strings.TrimSuffix(u.Host, usual), true
}
