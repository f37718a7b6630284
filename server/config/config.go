// Package config defines all settings. The commands read them from flags and
// environment variables; docs/configuration.md is generated from these structs.
package config

import (
	"fmt"
	"io"
	"log/slog"
	"strings"
	"time"

	"github.com/storefront/storefront/server/edge/ratelimit"
	"github.com/storefront/storefront/server/platform/seal"
	"github.com/storefront/storefront/server/platform/store"
)

// Serve configures the server.
type Serve struct {
	Addr                 string        `env:"STOREFRONT_ADDR" default:"127.0.0.1:8080" help:"Address to listen on."`
	AdminAddr            string        `env:"STOREFRONT_ADMIN_ADDR" default:"127.0.0.1:9464" help:"Address for operators, with metrics and profiles. It needs no key: let nobody else reach it. off: none."`
	BaseURL              string        `env:"STOREFRONT_BASE_URL" placeholder:"URL" help:"Public address of the service, for links. Without it links have the host of the request."`
	Demo                 bool          `env:"STOREFRONT_DEMO" negatable:"" help:"Fill an empty database with a small demo shop and print a key for it."`
	Console              bool          `env:"STOREFRONT_CONSOLE" negatable:"" default:"true" help:"Serve the console of the owner at /admin."`
	TrustedProxies       Prefixes      `env:"STOREFRONT_TRUSTED_PROXIES" placeholder:"CIDR,..." help:"Proxies whose X-Forwarded headers are trusted."`
	AllowedOrigins       []string      `env:"STOREFRONT_ALLOWED_ORIGINS" placeholder:"ORIGIN" help:"Origins, such as https://chat.example, whose pages may call /api/mcp, besides the service's own origin and loopback origins."`
	DrainTimeout         time.Duration `env:"STOREFRONT_DRAIN_TIMEOUT" default:"10s" help:"How long a stopping server waits for running calls."`
	CallTimeout          time.Duration `env:"STOREFRONT_CALL_TIMEOUT" default:"10s" help:"How long one call may take before it is answered with 503."`
	MaxConnections       int32         `env:"STOREFRONT_MAX_CONNECTIONS" default:"16" help:"Maximum number of connections to the database."`
	StaleReads           time.Duration `env:"STOREFRONT_STALE_READS" default:"0s" help:"How long products, searches, pages and keys are answered from memory, as they were, while the database cannot be reached."`
	SearchIndex          bool          `env:"STOREFRONT_SEARCH_INDEX" negatable:"" default:"true" help:"Keep an index of all products in memory, about 1 kB for each. Without it searches and categories.list ask the database."`
	PageCacheMB          int           `env:"STOREFRONT_PAGE_CACHE_MB" default:"80" help:"Maximum size of the pages in memory, in MiB: 80 hold about 20,000. 0: every page is made anew."`
	CacheMB              int           `env:"STOREFRONT_CACHE_MB" default:"40" help:"Maximum size of the answers of products.get in memory, in MiB: 40 hold about 20,000. 0: every call asks the database."`
	CacheDir             string        `env:"STOREFRONT_CACHE_DIR" hidden:"" help:"Ignored: a past setting."`
	AuditRetention       Period        `env:"STOREFRONT_AUDIT_RETENTION" default:"0s" help:"How long rows of the audit are kept, such as 365d; 0s keeps them for ever. A change cannot be reverted after its row is deleted."`
	UnpaidExpiry         Period        `env:"STOREFRONT_UNPAID_EXPIRY" default:"24h" help:"How long an order may wait for its payment before it is cancelled and its stock given back; 0s keeps it waiting."`
	SecretsKey           string        `env:"STOREFRONT_SECRETS_KEY" placeholder:"KEY" help:"Key that encrypts the secrets of webhooks in the database: 32 bytes in base64, the same for all replicas. Without it secrets.key in the data folder is used; with DATABASE_URL there is none, and no webhook can be created."`
	WebhookAllowLoopback bool          `env:"STOREFRONT_WEBHOOK_ALLOW_LOOPBACK" negatable:"" help:"For tests: let webhooks lead to loopback addresses, and begin with http://. Who may create webhooks can then reach the services of this machine."`
	Providers            `embed:""`
	StripeWebhookSecret  string        `env:"STOREFRONT_STRIPE_WEBHOOK_SECRET" placeholder:"SECRET" help:"Signing secret of the webhook of Stripe, whsec_…, that leads to /hooks/payments/stripe. Two, separated by a comma, while the secret is changed."`
	ReturnOrigins        []string      `env:"STOREFRONT_RETURN_ORIGINS" placeholder:"ORIGIN" help:"Origins, such as https://www.shop.example, to which a buyer may be led after a payment, besides the service's own."`
	Images               string        `env:"STOREFRONT_IMAGES" default:"database" help:"Where uploaded pictures are kept: database, the absolute path of a folder that all replicas share, or a bucket of an object store, s3://id:secret@host/bucket/prefix?region=eu-central-1, or s3+http:// without TLS. After a change the pictures in the database stay there."`
	RedisURL             string        `env:"REDIS_URL" placeholder:"URL" help:"Redis or Valkey in which replicas count calls for the limits together: redis://user:password@host:6379/0, or rediss:// for TLS. Without it each counts alone."`
	RedisTimeout         time.Duration `env:"STOREFRONT_REDIS_TIMEOUT" default:"100ms" help:"How long a call may wait for Redis before the replica counts it alone. No call waits while Redis is known to be away."`
	AccessLog            bool          `env:"STOREFRONT_ACCESS_LOG" negatable:"" help:"Write a line of the log for each request, with the address of the caller and its key."`
	Limits               Limits        `embed:""`
}

// Providers are the payment providers that are on, besides manual.
type Providers struct {
	TestPayments    bool   `env:"STOREFRONT_TEST_PAYMENTS" negatable:"" help:"Offer the payment provider test, with which no money moves. In a sandbox and in the demo shop it is on."`
	StripeSecretKey string `env:"STOREFRONT_STRIPE_SECRET_KEY" placeholder:"KEY" help:"Secret or restricted key of Stripe, sk_test_… or sk_live_…: it turns the payment provider stripe on."`
	StripeURL       string `env:"STOREFRONT_STRIPE_URL" hidden:"" help:"For tests: address of the API of Stripe."`
}

// Limits are the sizes of the token buckets and their refill times.
type Limits struct {
	AnonymousQuota    int           `env:"STOREFRONT_ANONYMOUS_QUOTA" default:"60" help:"Anonymous calls in a burst, per address."`
	AnonymousRefill   time.Duration `env:"STOREFRONT_ANONYMOUS_REFILL" default:"1s" help:"Time after which one more anonymous call is allowed."`
	AuthAttemptQuota  int           `env:"STOREFRONT_AUTH_ATTEMPT_QUOTA" default:"120" help:"Attempts to authenticate in a burst, per address."`
	AuthAttemptRefill time.Duration `env:"STOREFRONT_AUTH_ATTEMPT_REFILL" default:"500ms" help:"Time after which one more attempt is allowed."`
	KeyQuota          int           `env:"STOREFRONT_KEY_QUOTA" default:"600" help:"Calls of one key in a burst, unless the key has its own quota."`
	KeyRefill         time.Duration `env:"STOREFRONT_KEY_REFILL" default:"100ms" help:"Time after which one more call of a key is allowed."`
	PagesQuota        int           `env:"STOREFRONT_PAGES_QUOTA" default:"300" help:"Documents and pages in a burst, per address."`
	PagesRefill       time.Duration `env:"STOREFRONT_PAGES_REFILL" default:"200ms" help:"Time after which one more document is allowed."`
	HooksQuota        int           `env:"STOREFRONT_HOOKS_QUOTA" default:"300" help:"Messages of payment providers in a burst, per address."`
	HooksRefill       time.Duration `env:"STOREFRONT_HOOKS_REFILL" default:"200ms" help:"Time after which one more message is allowed."`
	MaxAddresses      int           `env:"STOREFRONT_MAX_ADDRESSES" default:"262144" help:"Maximum number of buckets kept in memory, for each kind of bucket."`
}

// Sandbox configures a throw-away shop.
type Sandbox struct {
	Sandbox    bool   `env:"STOREFRONT_SANDBOX" negatable:"" help:"Serve a throw-away demo shop with well-known keys, for tests of programs that call it (docs/start.md)."`
	Seed       uint64 `env:"STOREFRONT_SEED" default:"1" help:"Number from which a sandbox makes its ids: the same number, the same ids."`
	Clock      Clock  `env:"STOREFRONT_CLOCK" placeholder:"CLOCK" help:"Clock of a sandbox: fixed:2026-01-01T12:00:00Z stands still, from:2026-01-01T12:00:00Z begins there and runs. Without it the machine's is used."`
	RealLimits bool   `env:"STOREFRONT_REAL_LIMITS" negatable:"" help:"Let a sandbox refuse calls beyond the limits, as a shop does."`
}

// Database is the location of the data. Every command that needs it has these
// settings.
type Database struct {
	DatabaseURL string `env:"DATABASE_URL" placeholder:"URL" help:"PostgreSQL to use, 14 or later with pg_trgm and UTF8. Without it the service runs its own in the data folder."`
	Data        string `env:"STOREFRONT_DATA" default:"./data" help:"Folder of the service's own PostgreSQL."`
}

// Log configures the log.
type Log struct {
	LogFormat string `env:"STOREFRONT_LOG_FORMAT" enum:"text,json" default:"text" help:"Format of the log on standard error: text or json."`
	LogLevel  string `env:"STOREFRONT_LOG_LEVEL" enum:"debug,info,warn,error" default:"info" help:"Lowest level that is logged: debug, info, warn or error."`
}

// Target is the deployment that the command call calls. It is not STOREFRONT_BASE_URL, which
// a server puts into links: beside a server that would send calls to the public address.
type Target struct {
	BaseURL string `env:"STOREFRONT_URL" default:"http://127.0.0.1:8080" help:"The deployment to call."`
}

// Keys are the keys that contract-test calls a deployment with.
type Keys struct {
	Key       string `env:"STOREFRONT_KEY" placeholder:"KEY" help:"A key of the deployment; what it has no scope for is not tested. Without it only what works without a key is tested fully."`
	NarrowKey string `env:"STOREFRONT_NARROW_KEY" placeholder:"KEY" help:"A key that has the scope catalog:read alone; without it scopes are not tested."`
}

const (
	// DefaultAdminAddr is the default of STOREFRONT_ADMIN_ADDR. It is left to another
	// program that has it already.
	DefaultAdminAddr = "127.0.0.1:9464"
	// NoAdmin is the value of STOREFRONT_ADMIN_ADDR with which there is no such address.
	NoAdmin = "off"
)

// DefaultLimits returns the limits of the specification.
func DefaultLimits() Limits {
	return Limits{
		AnonymousQuota: ratelimit.Anonymous().Quota, AnonymousRefill: ratelimit.Anonymous().Refill,
		AuthAttemptQuota: ratelimit.AuthAttempt().Quota, AuthAttemptRefill: ratelimit.AuthAttempt().Refill,
		KeyQuota: ratelimit.APIKey().Quota, KeyRefill: ratelimit.APIKey().Refill,
		PagesQuota: ratelimit.Pages().Quota, PagesRefill: ratelimit.Pages().Refill,
		HooksQuota: ratelimit.Hooks().Quota, HooksRefill: ratelimit.Hooks().Refill,
		MaxAddresses: 1 << 18,
	}
}

// Anonymous returns the policy for calls without a key.
func (l Limits) Anonymous() ratelimit.Policy {
	return ratelimit.Policy{Name: ratelimit.Anonymous().Name, Quota: l.AnonymousQuota, Refill: l.AnonymousRefill}
}

// AuthAttempt returns the policy for calls with a key that is not cached.
func (l Limits) AuthAttempt() ratelimit.Policy {
	return ratelimit.Policy{Name: ratelimit.AuthAttempt().Name, Quota: l.AuthAttemptQuota, Refill: l.AuthAttemptRefill}
}

// Key returns the policy for a valid key; quota 0 means the configured one.
func (l Limits) Key(quota int) ratelimit.Policy {
	if quota == 0 {
		quota = l.KeyQuota
	}
	return ratelimit.Policy{Name: ratelimit.APIKey().Name, Quota: quota, Refill: l.KeyRefill}
}

// Pages returns the policy for documents and pages.
func (l Limits) Pages() ratelimit.Policy {
	return ratelimit.Policy{Name: ratelimit.Pages().Name, Quota: l.PagesQuota, Refill: l.PagesRefill}
}

// Hooks returns the policy for messages of payment providers.
func (l Limits) Hooks() ratelimit.Policy {
	return ratelimit.Policy{Name: ratelimit.Hooks().Name, Quota: l.HooksQuota, Refill: l.HooksRefill}
}

// Limiter returns the buckets, in memory.
func (l Limits) Limiter(clock func() time.Time) *ratelimit.Memory {
	return ratelimit.NewMemory(clock, l.MaxAddresses, l.Anonymous().Name, l.AuthAttempt().Name, l.Key(0).Name, l.Pages().Name, l.Hooks().Name)
}

// Limiter returns the buckets, and what releases their connections. They are in
// Redis when that is configured, with the names of their clients hidden by a key
// of secrets, if there are any; else in memory, with the given clock.
func (c Serve) Limiter(clock func() time.Time, secrets *seal.Box, log *slog.Logger) (ratelimit.Limiter, func() error, error) {
	local := c.Limits.Limiter(clock)
	if c.RedisURL == "" {
		return local, func() error { return nil }, nil
	}
	var secret []byte
	if secrets == nil {
		log.Warn("REDIS_URL is set without STOREFRONT_SECRETS_KEY: who reads Redis can guess the addresses of callers")
	} else {
		var err error
		if secret, err = secrets.Derive("names of buckets in Redis"); err != nil {
			return nil, nil, err
		}
	}
	redis, err := ratelimit.NewRedis(c.RedisURL, secret, c.RedisTimeout)
	if err != nil {
		return nil, nil, fmt.Errorf("REDIS_URL is %w", err)
	}
	return ratelimit.NewShared(redis, local, log), redis.Close, nil
}

// Logger returns a log that writes lines to out.
func (c Log) Logger(out io.Writer) *slog.Logger {
	var level slog.Level
	if err := level.UnmarshalText([]byte(c.LogLevel)); err != nil {
		level = slog.LevelInfo
	}
	options := &slog.HandlerOptions{Level: level, ReplaceAttr: boundAttribute}
	if c.LogFormat == "json" {
		return slog.New(slog.NewJSONHandler(out, options))
	}
	return slog.New(slog.NewTextHandler(out, options))
}

// longestText is how many bytes of a text a line has at most: callers choose paths, and errors quote their input.
const longestText = 1000

// boundAttribute returns an attribute of a line as it is written: cut, and without what an error repeats of DATABASE_URL.
func boundAttribute(_ []string, a slog.Attr) slog.Attr {
	if kind := a.Value.Kind(); kind != slog.KindString && kind != slog.KindAny {
		return a
	}
	if a.Key == slog.LevelKey {
		return a
	}
	text := fmt.Sprint(a.Value.Any())
	bounded := store.Printable(text)
	if len(bounded) > longestText {
		bounded = strings.ToValidUTF8(bounded[:longestText], "") + "…"
	}
	if bounded != text {
		a.Value = slog.StringValue(bounded)
	}
	return a
}
