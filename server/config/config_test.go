package config_test

import (
	"testing"
	"time"

	"github.com/alecthomas/kong"

	"github.com/storefront/storefront/server/config"
	"github.com/storefront/storefront/server/edge/ratelimit"
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

func TestTheDefaultLimitsAreThoseOfTheSpecification(t *testing.T) {
	t.Parallel()
	limits := config.DefaultLimits()
	var fromTags struct {
		config.Serve `embed:""`
	}
	parser, err := kong.New(&fromTags)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := parser.Parse(nil); err != nil || fromTags.Limits != limits {
		t.Errorf("the flags' defaults are %+v, want %+v; %v", fromTags.Limits, limits, err)
	}
	for _, pair := range [][2]ratelimit.Policy{
		{limits.Anonymous(), {Name: "anonymous", Quota: 60, Refill: time.Second}},
		{limits.AuthAttempt(), {Name: "auth-attempt", Quota: 120, Refill: 500 * time.Millisecond}},
		{limits.Key(0), {Name: "api-key", Quota: 600, Refill: 100 * time.Millisecond}},
		{limits.Key(5), {Name: "api-key", Quota: 5, Refill: 100 * time.Millisecond}},
	} {
		if pair[0] != pair[1] {
			t.Errorf("%+v, want %+v", pair[0], pair[1])
		}
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

func TestABaseAddressCanBePublished(t *testing.T) {
	t.Parallel()
	for address, good := range map[string]bool{
		"": true, "https://shop.example": true, "http://127.0.0.1:8080/": true, "https://shop.example/sub": true,
		"https://user:secret@shop.example": false, "https://shop.example?x=1": false, "https://shop.example#x": false, "shop.example": false, "ftp://shop.example": false,
	} {
		c := config.Serve{Limits: config.DefaultLimits(), MaxConnections: 1, CallTimeout: time.Second, BaseURL: address}
		if err := c.Validate(); (err == nil) != good {
			t.Errorf("%q: %v", address, err)
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
