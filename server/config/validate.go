package config

import (
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/storefront/storefront/server/edge/ratelimit"
	"github.com/storefront/storefront/server/platform/seal"
)

// maxCacheMB is more than the memory of any machine, and does not overflow in
// bytes.
const maxCacheMB = 1 << 20

// faults are what is wrong with settings.
type faults []error

// refuse adds a fault if there is one.
func (f *faults) refuse(fault bool, format string, args ...any) {
	if fault {
		*f = append(*f, fmt.Errorf(format, args...))
	}
}

// Validate returns an error that names each setting whose value can never work, so
// that the service does not start with it.
func (c Serve) Validate() error {
	var found faults
	found.refuse(c.MaxConnections < 1, "STOREFRONT_MAX_CONNECTIONS is %d and must be at least 1", c.MaxConnections)
	found.refuse(c.PageCacheMB < 0 || c.PageCacheMB > maxCacheMB, "STOREFRONT_PAGE_CACHE_MB is %d and must be from 0 to %d", c.PageCacheMB, maxCacheMB)
	found.refuse(c.CacheMB < 0 || c.CacheMB > maxCacheMB, "STOREFRONT_CACHE_MB is %d and must be from 0 to %d", c.CacheMB, maxCacheMB)
	found.refuse(c.StaleReads < 0, "STOREFRONT_STALE_READS is %v and must be at least 0s", c.StaleReads)
	found.refuse(c.CallTimeout <= 0, "STOREFRONT_CALL_TIMEOUT is %v and must be longer than 0s", c.CallTimeout)
	found.refuse(c.DrainTimeout < 0, "STOREFRONT_DRAIN_TIMEOUT is %v and must not be negative", c.DrainTimeout)
	found.refuse(!isAddress(c.BaseURL), "STOREFRONT_BASE_URL is not an address such as https://shop.example, without a user name, query or fragment")
	if _, err := seal.ParseKey(c.SecretsKey); err != nil && c.SecretsKey != "" {
		found = append(found, fmt.Errorf("STOREFRONT_SECRETS_KEY: %w", err))
	}
	for _, origin := range c.AllowedOrigins {
		_, ok := Origin(origin)
		found.refuse(!ok, "STOREFRONT_ALLOWED_ORIGINS: %q is not an origin such as https://chat.example", origin)
	}
	for _, origin := range c.ReturnOrigins {
		_, ok := Origin(origin)
		found.refuse(!ok, "STOREFRONT_RETURN_ORIGINS: %q is not an origin such as https://www.shop.example", origin)
	}
	if err := c.validateStripe(); err != nil {
		found = append(found, err)
	}
	valid := ratelimit.Policy.Validate
	if c.RedisURL != "" {
		valid = ratelimit.Policy.ValidateShared
		_, err := ratelimit.ParseRedisURL(c.RedisURL)
		found.refuse(err != nil, "REDIS_URL is %w", err)
		found.refuse(c.RedisTimeout <= 0, "STOREFRONT_REDIS_TIMEOUT is %v and must be longer than 0s", c.RedisTimeout)
	}
	return errors.Join(append(found, c.Limits.validate(valid))...)
}

func (l Limits) validate(valid func(ratelimit.Policy) error) error {
	var faults []error
	for _, limit := range []struct {
		name   string
		policy ratelimit.Policy
	}{{"ANONYMOUS", l.Anonymous()}, {"AUTH_ATTEMPT", l.AuthAttempt()}, {"KEY", l.Key(0)}, {"PAGES", l.Pages()}, {"HOOKS", l.Hooks()}} {
		if err := valid(limit.policy); err != nil {
			faults = append(faults, fmt.Errorf("STOREFRONT_%[1]s_QUOTA and STOREFRONT_%[1]s_REFILL, the %[2]s limit: %[3]w", limit.name, limit.policy.Name, err))
		}
	}
	if l.MaxAddresses < 1 {
		faults = append(faults, fmt.Errorf("STOREFRONT_MAX_ADDRESSES is %d and must be at least 1", l.MaxAddresses))
	}
	return errors.Join(faults...)
}

// Warnings returns a sentence for each setting that works but is probably a
// mistake.
func (c Serve) Warnings() (warnings []string) {
	if slices.ContainsFunc(c.TrustedProxies, func(p netip.Prefix) bool { return p.Bits() == 0 }) {
		warnings = append(warnings, "STOREFRONT_TRUSTED_PROXIES trusts every address: a caller who reaches the service without a proxy "+
			"can claim any address, and so evade the limits, and any host; list only the proxies")
	}
	if c.BaseURL == "" && !c.Demo {
		warnings = append(warnings, "STOREFRONT_BASE_URL is not set: links, feeds and sitemaps name whatever host a request claims to be for, and few hosts have files for crawlers; set it to the public address")
	}
	if c.CacheDir != "" {
		warnings = append(warnings, "STOREFRONT_CACHE_DIR is ignored: there is no snapshot of the index any more; leave it out, and remove the file products.index in that folder")
	}
	if c.WebhookAllowLoopback {
		warnings = append(warnings, "STOREFRONT_WEBHOOK_ALLOW_LOOPBACK is set: who may create webhooks can reach the services of this machine; use it for tests only")
	}
	return warnings
}

// isAddress reports whether the text is empty or an address to which paths can be
// appended. A user name would be published in every link.
func isAddress(text string) bool {
	u, err := url.Parse(text)
	return text == "" || err == nil && u.Host != "" && u.User == nil && !strings.ContainsAny(text, "?#") && (u.Scheme == "http" || u.Scheme == "https")
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
	if c.StripeLive() {
		return errors.New("STOREFRONT_STRIPE_SECRET_KEY is live: a sandbox takes no money; leave it out")
	}
	c.AdminAddr = NoAdmin
	if !s.RealLimits {
		c.Limits = Limits{
			AnonymousQuota: plenty, AnonymousRefill: time.Millisecond, AuthAttemptQuota: plenty, AuthAttemptRefill: time.Millisecond,
			KeyQuota: plenty, KeyRefill: time.Millisecond, PagesQuota: plenty, PagesRefill: time.Millisecond, HooksQuota: plenty, HooksRefill: time.Millisecond, MaxAddresses: c.Limits.MaxAddresses,
		}
	}
	return nil
}

// plenty is a quota that no test uses up.
const plenty = 1_000_000
