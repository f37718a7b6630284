package config

import (
	"fmt"
	"log/slog"
	"time"

	"github.com/storefront/storefront/server/edge/ratelimit"
	"github.com/storefront/storefront/server/platform/seal"
)

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
