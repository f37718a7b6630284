package config_test

import (
	"testing"
	"time"

	"github.com/storefront/storefront/server/config"
)

func TestTheLimitsOfASandbox(t *testing.T) {
	t.Parallel()
	limits := config.DefaultLimits()
	for _, real := range []bool{true, false} {
		c := config.Serve{Limits: limits, AdminAddr: config.DefaultAdminAddr}
		if err := (config.Sandbox{Sandbox: true, Seed: 1, RealLimits: real}).Apply(&c); err != nil {
			t.Fatal(err)
		}
		if (c.Limits == limits) != real || c.Limits.Anonymous().Validate() != nil || c.AdminAddr != config.NoAdmin {
			t.Errorf("%v: %+v", real, c)
		}
	}
}

func TestClockOfASandbox(t *testing.T) {
	t.Parallel()
	noon := time.Date(2026, time.January, 1, 12, 0, 0, 0, time.UTC)
	for text, want := range map[string]config.Clock{
		"fixed:2026-01-01T12:00:00Z":      {At: noon, Fixed: true},
		"from:2026-01-01T13:00:00+01:00":  {At: noon},
		"from:2026-01-01T12:00:00.00012Z": {At: noon},
	} {
		var c config.Clock
		if err := c.UnmarshalText([]byte(text)); err != nil || c != want {
			t.Errorf("%s: %+v, %v", text, c, err)
		}
	}
	for _, text := range []string{"", "fixed:", "fixed", "2026-01-01T12:00:00Z", "until:2026-01-01T12:00:00Z", "fixed:2026-01-01", "from:2300-01-01T00:00:00Z"} {
		var c config.Clock
		if c.UnmarshalText([]byte(text)) == nil {
			t.Errorf("%q is accepted", text)
		}
	}
}

func TestOnLoopback(t *testing.T) {
	t.Parallel()
	for addr, want := range map[string]bool{
		"127.0.0.1:8080": true, "[::1]:80": true, "localhost:1": true, "127.8.8.8:1": true,
		":8080": false, "0.0.0.0:80": false, "192.0.2.1:80": false, "shop.example:80": false, "nonsense": false,
	} {
		if config.OnLoopback(addr) != want {
			t.Errorf("%s: %v", addr, !want)
		}
	}
}
