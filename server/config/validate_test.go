package config_test

import (
	"testing"

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
	} {
		c := config.Serve{Limits: config.DefaultLimits(), MaxConnections: 1, CallTimeout: 1, BaseURL: "https://shop.example"}
		if err := c.Validate(); err != nil {
			t.Fatal(err)
		}
		if change(&c); c.Validate() == nil {
			t.Errorf("%s is taken", name)
		}
	}
}
