package config_test

import (
	"strings"
	"testing"
	"time"

	"github.com/storefront/storefront/server/config"
)

func TestSettingsThatCannotWorkAreRefused(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*config.Serve){
		"no quota":     func(c *config.Serve) { c.Limits.AnonymousQuota = 0 },
		"no refill":    func(c *config.Serve) { c.Limits.KeyRefill = 0 },
		"a long time":  func(c *config.Serve) { c.Limits.AuthAttemptQuota = 1 << 40 },
		"no addresses": func(c *config.Serve) { c.Limits.MaxAddresses = 0 },
		"no time":      func(c *config.Serve) { c.CallTimeout = 0 },
		"no address":   func(c *config.Serve) { c.BaseURL = "shop.example" },
		"no Redis":     func(c *config.Serve) { c.RedisURL = "http://redis.internal" },
		"too precise":  func(c *config.Serve) { c.RedisURL, c.Limits.KeyRefill = "redis://redis.internal", 142_857_142 },
		"no patience":  func(c *config.Serve) { c.RedisURL, c.RedisTimeout = "redis://redis.internal", 0 },
	} {
		c := config.Serve{Limits: config.DefaultLimits(), MaxConnections: 1, CallTimeout: 1, RedisTimeout: 1, BaseURL: "https://shop.example"}
		if err := c.Validate(); err != nil {
			t.Fatal(err)
		}
		if change(&c); c.Validate() == nil {
			t.Errorf("%s is taken", name)
		}
	}
}

// An address of Redis has a password, which no error repeats.
func TestAnErrorHasNoPassword(t *testing.T) {
	t.Parallel()
	c := config.Serve{Limits: config.DefaultLimits(), MaxConnections: 1, CallTimeout: 1, RedisTimeout: 1}
	for _, address := range []string{"redis://:secret@redis.internal:port", "http://:secret@redis.internal", "redis://:secret@redis.internal/x"} {
		c.RedisURL = address
		if err := c.Validate(); err == nil || !strings.Contains(err.Error(), "REDIS_URL") || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v", address, err)
		}
	}
}

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

// Without an address of its own the service repeats what a request claims.
func TestAMissingAddressIsWarnedOf(t *testing.T) {
	t.Parallel()
	for warned, c := range map[bool]config.Serve{true: {}, false: {BaseURL: "https://shop.example"}} {
		if text := strings.Join(c.Warnings(), " "); strings.Contains(text, "STOREFRONT_BASE_URL") != warned {
			t.Errorf("%+v: %q", c.BaseURL, text)
		}
	}
}
