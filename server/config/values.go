package config

import (
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/storefront/storefront/server/edge/ratelimit"
	"github.com/storefront/storefront/server/platform/wire"
)

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
	if at, err := wire.ParseTime(string(text)); err == nil {
		p.at = at.Time
		return nil
	}
	var period Period
	if err := period.UnmarshalText(text); err != nil {
		return fmt.Errorf("%q is neither a date such as 2026-11-01 nor a period such as 365d", text)
	}
	p.ago = time.Duration(period)
	return nil
}

// From returns the time, relative to now. One in the future is an error.
func (p Past) From(now time.Time) (time.Time, error) {
	at := p.at
	if at.IsZero() {
		at = now.Add(-p.ago)
	}
	if at.After(now) {
		return time.Time{}, fmt.Errorf("%s is in the future", wire.TimeOf(at))
	}
	return at, nil
}

// Clock is the clock of a sandbox. The zero Clock is that of the machine.
type Clock struct {
	At    time.Time
	Fixed bool // whether it stands still
}

// The first and the last year of a clock; every date of the contract has room around them.
const (
	firstYear = 2000
	lastYear  = 2199
)

// UnmarshalText parses fixed:MOMENT or from:MOMENT.
func (c *Clock) UnmarshalText(text []byte) error {
	kind, moment, _ := strings.Cut(string(text), ":")
	at, err := time.Parse(time.RFC3339, moment)
	if err != nil || kind != "fixed" && kind != "from" {
		return fmt.Errorf("%q is not fixed:MOMENT or from:MOMENT with a moment such as 2026-01-01T12:00:00Z", text)
	}
	if at = at.UTC(); at.Year() < firstYear || at.Year() > lastYear {
		return fmt.Errorf("%q is not in the years from %d to %d", text, firstYear, lastYear)
	}
	*c = Clock{At: at.Truncate(time.Millisecond), Fixed: kind == "fixed"}
	return nil
}

// Prefixes is a list of networks, separated by commas.
type Prefixes []netip.Prefix

// UnmarshalText parses "10.0.0.0/8, 127.0.0.1".
func (p *Prefixes) UnmarshalText(text []byte) (err error) {
	if strings.TrimSpace(string(text)) == "" {
		return nil
	}
	*p, err = ratelimit.ParsePrefixes(string(text))
	return err
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

// OriginIn reports whether an origin, as Origin returns it, is one of some.
func OriginIn(origin string, some []string) bool {
	return slices.ContainsFunc(some, func(one string) bool {
		known, ok := Origin(one)
		return ok && known == origin
	})
}

// OnLoopback reports whether only this machine reaches an address to listen on.
func OnLoopback(addr string) bool {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return false
	}
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}
