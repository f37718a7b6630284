package config_test

import (
	"strings"
	"testing"
	"time"

	"github.com/storefront/storefront/server/config"
)

func TestSettingsOfStripe(t *testing.T) {
	t.Parallel()
	const live, signing = "sk_live_4eC39HqL", "whsec_abc"
	for name, one := range map[string]struct {
		good   bool
		change func(*config.Serve)
	}{
		"test":          {true, func(*config.Serve) {}},
		"restricted":    {true, func(c *config.Serve) { c.StripeSecretKey = "rk_live_4eC39HqL" }},
		"live":          {true, func(c *config.Serve) { c.StripeSecretKey = live }},
		"none":          {true, func(c *config.Serve) { c.StripeSecretKey, c.StripeWebhookSecret = "", "" }},
		"two secrets":   {true, func(c *config.Serve) { c.StripeWebhookSecret = "whsec_abc,whsec_def" }},
		"beside test":   {true, func(c *config.Serve) { c.TestPayments, c.Demo = true, true }},
		"an address":    {true, func(c *config.Serve) { c.StripeURL = "http://127.0.0.1:1" }},
		"no key":        {false, func(c *config.Serve) { c.StripeSecretKey = "" }},
		"no secret":     {false, func(c *config.Serve) { c.StripeWebhookSecret = "" }},
		"public key":    {false, func(c *config.Serve) { c.StripeSecretKey = "pk_test_4eC39HqL" }},
		"no mode":       {false, func(c *config.Serve) { c.StripeSecretKey = "sk_4eC39HqL" }},
		"a line":        {false, func(c *config.Serve) { c.StripeSecretKey = "sk_test_4eC39HqL\n" }},
		"three secrets": {false, func(c *config.Serve) { c.StripeWebhookSecret = "whsec_abc,whsec_def,whsec_ghi" }},
		"empty secret":  {false, func(c *config.Serve) { c.StripeWebhookSecret = "whsec_abc," }},
		"a space":       {false, func(c *config.Serve) { c.StripeWebhookSecret = "whsec_abc, whsec_def" }},
		"mistaken":      {false, func(c *config.Serve) { c.StripeWebhookSecret = "sk_test_4eC39HqL" }},
		"no address":    {false, func(c *config.Serve) { c.StripeURL = "127.0.0.1:1" }},
		"live, test":    {false, func(c *config.Serve) { c.StripeSecretKey, c.TestPayments = live, true }},
		"live, demo":    {false, func(c *config.Serve) { c.StripeSecretKey, c.Demo = live, true }},
		"live, address": {false, func(c *config.Serve) { c.StripeSecretKey, c.StripeURL = live, "http://127.0.0.1:1" }},
		"both swapped":  {false, func(c *config.Serve) { c.StripeSecretKey, c.StripeWebhookSecret = signing, live }},
	} {
		c := config.Serve{
			Limits: config.DefaultLimits(), MaxConnections: 1, CallTimeout: time.Second, Providers: config.Providers{StripeSecretKey: "sk_test_4eC39HqL"}, StripeWebhookSecret: signing,
		}
		one.change(&c)
		err := c.Validate()
		if (err == nil) != one.good {
			t.Errorf("%s: %v", name, err)
		}
		if err != nil && (strings.Contains(err.Error(), "4eC39HqL") || strings.Contains(err.Error(), signing)) {
			t.Errorf("%s: the error has a secret: %v", name, err)
		}
	}
}

func TestASandboxTakesNoMoney(t *testing.T) {
	t.Parallel()
	for key, good := range map[string]bool{"": true, "sk_test_4eC39HqL": true, "sk_live_4eC39HqL": false, "rk_live_4eC39HqL": false} {
		if err := (config.Sandbox{Sandbox: true, Seed: 1}).Apply(&config.Serve{Providers: config.Providers{StripeSecretKey: key}}); (err == nil) != good {
			t.Errorf("%s: %v", key, err)
		}
	}
}
