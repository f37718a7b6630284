package ratelimit

import (
	"errors"
	"net/url"

	"github.com/redis/go-redis/v9"
	"github.com/redis/go-redis/v9/maintnotifications"
)

// redisBuffer is the size of the buffers of a connection, for commands and replies of
// 150 bytes at most.
const redisBuffer = 1024

// errRedisURL does not contain the address, which may have a password.
var errRedisURL = errors.New("not an address such as redis://user:password@host:6379/0 or rediss://host, without a query")

// ParseRedisURL returns how a server is used. A query is refused: options in it
// would change how long a call waits. The error does not contain the address.
func ParseRedisURL(text string) (*redis.Options, error) {
	u, err := url.Parse(text)
	if err != nil || u.Hostname() == "" || u.RawQuery != "" || u.Fragment != "" || u.Scheme != "redis" && u.Scheme != "rediss" {
		return nil, errRedisURL
	}
	options, err := redis.ParseURL(text)
	if err != nil {
		return nil, errRedisURL
	}
	options.Protocol = 2 // numbers are all that is exchanged, and every server and proxy has it
	options.MaxRetries = -1
	options.DialerRetries = 1
	options.ContextTimeoutEnabled = true
	options.DisableIdentity = true // one round trip less for each connection
	options.ReadBufferSize, options.WriteBufferSize = redisBuffer, redisBuffer
	options.MaintNotificationsConfig = &maintnotifications.Config{Mode: maintnotifications.ModeDisabled}
	return options, nil
}
