package config_test

import (
	"testing"
	"time"

	"github.com/storefront/storefront/server/config"
)

func TestAPeriodMayBeInDays(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]time.Duration{"90d": 90 * 24 * time.Hour, "12h": 12 * time.Hour, "0s": 0, "1m30s": 90 * time.Second} {
		var p config.Period
		if err := p.UnmarshalText([]byte(text)); err != nil || time.Duration(p) != want {
			t.Errorf("%s: %v, %v", text, time.Duration(p), err)
		}
	}
	for _, bad := range []string{"", "9", "d", "-1d", "-5m", "1.5d", "99999999d", "soon"} {
		if err := new(config.Period).UnmarshalText([]byte(bad)); err == nil {
			t.Errorf("%q is taken for a period", bad)
		}
	}
}

func TestThePastIsADateOrAPeriod(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, time.November, 22, 12, 0, 0, 0, time.UTC)
	for text, want := range map[string]string{
		"2026-11-01": "2026-11-01T00:00:00Z", "2026-11-01T09:30Z": "2026-11-01T09:30:00Z", "2026-11-01T09:30:00+02:00": "2026-11-01T07:30:00Z",
		"10d": "2026-11-12T12:00:00Z", "12h": "2026-11-22T00:00:00Z", "0s": "2026-11-22T12:00:00Z",
	} {
		var past config.Past
		if err := past.UnmarshalText([]byte(text)); err != nil {
			t.Errorf("%s: %v", text, err)
		}
		if got, err := past.From(now); err != nil || got.Format(time.RFC3339) != want {
			t.Errorf("%s: %v, %v", text, got, err)
		}
	}
	for _, bad := range []string{"", "soon", "2026-13-01", "-1d", "1"} {
		if err := new(config.Past).UnmarshalText([]byte(bad)); err == nil {
			t.Errorf("%q is accepted as a time", bad)
		}
	}
	var future config.Past
	if err := future.UnmarshalText([]byte("2026-11-23")); err != nil {
		t.Error(err)
	}
	if _, err := future.From(now); err == nil {
		t.Error("tomorrow is taken for the past")
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

func TestProxiesAreNetworks(t *testing.T) {
	t.Parallel()
	var p config.Prefixes
	if err := p.UnmarshalText([]byte("10.0.0.0/8, 127.0.0.1")); err != nil || len(p) != 2 {
		t.Errorf("%v, %v", p, err)
	}
	if err := p.UnmarshalText([]byte("10.0.0.0/99")); err == nil {
		t.Error("nonsense is taken for a network")
	}
}

func TestAnOriginIsASchemeAndAHost(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"https://Shop.Example": "https://shop.example", "https://shop.example:443": "https://shop.example", "http://shop.example:80": "http://shop.example",
		"http://shop.example:443": "http://shop.example:443", "http://[::1]:8080": "http://[::1]:8080",
	} {
		if got, ok := config.Origin(text); !ok || got != want {
			t.Errorf("%s: %s, %v", text, got, ok)
		}
	}
	for _, bad := range []string{"", "null", "shop.example", "https://", "https://shop.example/", "https://a@shop.example", "https://shop.example?x", "file://shop.example"} {
		if got, ok := config.Origin(bad); ok {
			t.Errorf("%s is taken for %s", bad, got)
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
