package config

import (
	"errors"
	"regexp"
	"strings"
)

// stripeKey matches a secret or a restricted key of Stripe, and its mode.
var stripeKey = regexp.MustCompile(`^(?:sk|rk)_(test|live)_[0-9A-Za-z_]+$`)

// StripeLive reports whether real money moves with the key of Stripe.
func (p Providers) StripeLive() bool {
	mode := stripeKey.FindStringSubmatch(p.StripeSecretKey)
	return mode != nil && mode[1] == "live"
}

// Validate returns what is wrong with the settings. No error repeats a secret.
func (p Providers) Validate() error {
	var found faults
	found.refuse(p.StripeSecretKey != "" && !stripeKey.MatchString(p.StripeSecretKey), "STOREFRONT_STRIPE_SECRET_KEY is not a secret key of Stripe: it begins with sk_test_, sk_live_, rk_test_ or rk_live_")
	found.refuse(!isAddress(p.StripeURL), "STOREFRONT_STRIPE_URL is not an address")
	found.refuse(p.StripeLive() && p.StripeURL != "", "STOREFRONT_STRIPE_URL is for tests, and STOREFRONT_STRIPE_SECRET_KEY is live: leave one of them out")
	return errors.Join(found...)
}

// validateStripe returns what is wrong with the settings of Stripe. No error repeats a secret.
func (c Serve) validateStripe() error {
	found := faults{c.Providers.Validate()}
	found.refuse((c.StripeSecretKey == "") != (c.StripeWebhookSecret == ""), "STOREFRONT_STRIPE_SECRET_KEY and STOREFRONT_STRIPE_WEBHOOK_SECRET are set together or not at all")
	const most = 2 // while one is changed for another
	found.refuse(len(strings.Split(c.StripeWebhookSecret, ",")) > most, "STOREFRONT_STRIPE_WEBHOOK_SECRET has more than two secrets")
	if c.StripeWebhookSecret != "" {
		for secret := range strings.SplitSeq(c.StripeWebhookSecret, ",") {
			found.refuse(len(secret) <= len(stripeSecret) || !strings.HasPrefix(secret, stripeSecret) || strings.ContainsAny(secret, " \t\r\n"),
				"STOREFRONT_STRIPE_WEBHOOK_SECRET is not a signing secret of Stripe, or two with a comma between them: each begins with "+stripeSecret)
		}
	}
	found.refuse(c.StripeLive() && c.TestPayments, "STOREFRONT_TEST_PAYMENTS is set and STOREFRONT_STRIPE_SECRET_KEY is live: orders would be paid with nothing; leave one of them out")
	found.refuse(c.StripeLive() && c.Demo, "STOREFRONT_DEMO is set and STOREFRONT_STRIPE_SECRET_KEY is live: a demo shop takes no money; leave one of them out")
	return errors.Join(found...)
}

// stripeSecret begins each signing secret of Stripe.
const stripeSecret = "whsec_"
