package config

import (
	"errors"
	"fmt"
	"net"
	"strings"
	"time"
)

// Sandbox configures a throw-away shop.
type Sandbox struct {
	Sandbox    bool   `env:"STOREFRONT_SANDBOX" negatable:"" help:"Serve a throw-away shop with the demo data and keys that everybody knows, for tests of what calls it (docs/sandbox.md)."`
	Seed       uint64 `env:"STOREFRONT_SEED" default:"1" placeholder:"N" help:"Number from which a sandbox makes its ids: with the same number they are the same."`
	Clock      Clock  `env:"STOREFRONT_CLOCK" placeholder:"CLOCK" help:"Clock of a sandbox: fixed:2026-01-01T12:00:00Z stands still, from:2026-01-01T12:00:00Z begins there and runs. Without it the clock is that of the machine."`
	RealLimits bool   `env:"STOREFRONT_REAL_LIMITS" negatable:"" help:"Let a sandbox refuse calls beyond the limits, as a shop does. Without it no limit is reached."`
}

// Clock is the clock of a sandbox. The zero Clock is that of the machine.
type Clock struct {
	At    time.Time
	Fixed bool // whether it stands still
}

// The first and the last moment of a clock; every date of the contract has room around them.
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

// Apply changes the settings of the server to those of a sandbox, and returns an error that
// names each setting that a sandbox cannot have. Without a sandbox there must be none of its settings.
func (s Sandbox) Apply(c *Serve) error {
	if !s.Sandbox {
		if s.Seed != 1 || s.Clock != (Clock{}) || s.RealLimits {
			return errors.New("STOREFRONT_SEED, STOREFRONT_CLOCK and STOREFRONT_REAL_LIMITS are settings of a sandbox: set STOREFRONT_SANDBOX too, or leave them out")
		}
		return nil
	}
	if c.RedisURL != "" {
		return errors.New("REDIS_URL is set: a sandbox shares its limits with nobody; leave it out")
	}
	c.AdminAddr = NoAdmin
	if !s.RealLimits {
		c.Limits = Limits{
			AnonymousQuota: plenty, AnonymousRefill: time.Millisecond, AuthAttemptQuota: plenty, AuthAttemptRefill: time.Millisecond,
			KeyQuota: plenty, KeyRefill: time.Millisecond, PagesQuota: plenty, PagesRefill: time.Millisecond, MaxAddresses: c.Limits.MaxAddresses,
		}
	}
	return nil
}

// plenty is a quota that no test uses up.
const plenty = 1_000_000

// OnLoopback reports whether only this machine reaches an address to listen on.
func OnLoopback(addr string) bool {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return false
	}
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}
