package ratelimit

import (
	"cmp"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/tls"
	_ "embed"
	"encoding/base64"
	"errors"
	"fmt"
	"net"
	"net/url"
	"regexp"
	"runtime"
	"strings"
	"time"

	"github.com/gomodule/redigo/redis"
)

// redisPrefix begins the name of every key.
const redisPrefix = "storefront:limit:"

//go:embed bucket.lua
var bucketSource string

var bucketScript = redis.NewScript(1, bucketSource)

// Redis is a Limiter whose buckets are in a Redis or Valkey server, for all
// replicas that use it. Time is that of the server, in microseconds. The context
// of a call cannot cancel its use of Redis, whose time is limited: a client that
// has gone must not look like a server that does not answer.
type Redis struct {
	pool    *redis.Pool
	secret  []byte
	timeout time.Duration
}

var _ Limiter = (*Redis)(nil)

// NewRedis returns the Limiter of a server, as ParseRedisURL describes it, and
// connects when it is first used. Names of buckets are digests with the secret,
// which replicas must have in common; without it (nil) the address of a client
// can be guessed from them. The timeout bounds each call, from the wait for a
// connection to the reply.
func NewRedis(url string, secret []byte, timeout time.Duration) (*Redis, error) {
	address, err := ParseRedisURL(url)
	if err != nil {
		return nil, err
	}
	const fresh = time.Second // a connection that was used since is not asked whether it is still there
	connections := 10 * runtime.GOMAXPROCS(0)
	pool := &redis.Pool{
		MaxIdle: connections, MaxActive: connections, Wait: true,
		DialContext: func(ctx context.Context) (redis.Conn, error) {
			return redis.DialURLContext(ctx, address.String(), redis.DialConnectTimeout(timeout), redis.DialReadTimeout(timeout),
				redis.DialWriteTimeout(timeout), redis.DialTLSHandshakeTimeout(timeout))
		},
		TestOnBorrowContext: func(ctx context.Context, conn redis.Conn, used time.Time) error {
			if time.Since(used) < fresh {
				return nil
			}
			_, err := redis.DoContext(conn, ctx, "PING")
			return err
		},
	}
	return &Redis{pool: pool, secret: secret, timeout: timeout}, nil
}

// Close closes the connections.
func (r *Redis) Close() error { return r.pool.Close() }

// Take implements Limiter. The error is that of a policy whose refill is not whole
// microseconds, or of Redis.
func (r *Redis) Take(ctx context.Context, policy Policy, key Key) (Decision, error) {
	allowed, owed, err := r.run(ctx, policy, key, "take")
	if err != nil {
		return Decision{}, err
	}
	return decision(policy, allowed, owed), nil
}

// Return implements Limiter, with the errors of Take.
func (r *Redis) Return(ctx context.Context, policy Policy, key Key) error {
	_, _, err := r.run(ctx, policy, key, "return")
	return err
}

// probe does what a call does: it reads and writes a key, so that a server that
// only answers, or only reads, fails it.
func (r *Redis) probe(ctx context.Context) error {
	_, err := r.Take(ctx, Policy{Name: "probe", Quota: 1_000_000, Refill: time.Millisecond}, Key{})
	return err
}

// run runs the script: one round trip, two when the server does not have it yet.
func (r *Redis) run(ctx context.Context, policy Policy, key Key, action string) (allowed bool, owed time.Duration, err error) {
	if err := policy.ValidateShared(); err != nil {
		return false, 0, err
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), r.timeout)
	defer cancel()
	conn, err := r.pool.GetContext(ctx)
	if err != nil {
		return false, 0, err
	}
	defer conn.Close()
	reply, err := redis.Int64s(bucketScript.DoContext(ctx, conn, r.name(policy, key), policy.Refill.Microseconds(), policy.Window().Microseconds(), action))
	if err != nil {
		return false, 0, err
	}
	if len(reply) != 2 {
		return false, 0, fmt.Errorf("ratelimit: Redis replied with %d numbers", len(reply))
	}
	return reply[0] == 1, time.Duration(reply[1]) * time.Microsecond, nil
}

// name returns the name of a bucket: no address is in it, and that of a client
// differs from policy to policy.
func (r *Redis) name(policy Policy, key Key) string {
	mac := hmac.New(sha256.New, r.secret)
	mac.Write([]byte(policy.Name))
	mac.Write(key[:])
	return redisPrefix + policy.Name + ":" + base64.RawURLEncoding.EncodeToString(mac.Sum(nil)[:len(key)])
}

// redisFault says in plain words why Redis is not used. Texts of the network and
// of the server are left out: they may contain addresses and names, and anybody
// can read /readyz.
func redisFault(err error) string {
	if reply, ok := errors.AsType[redis.Error](err); ok {
		return "Redis refuses calls: " + replyCode(reply.Error())
	}
	if _, ok := errors.AsType[*tls.CertificateVerificationError](err); ok {
		return "the certificate of Redis is not valid"
	}
	if netErr, ok := errors.AsType[net.Error](err); ok && netErr.Timeout() ||
		errors.Is(err, context.DeadlineExceeded) {
		return "Redis does not answer"
	}
	return "Redis cannot be reached"
}

// replyCode returns the word with which a reply of an error begins, such as
// READONLY or WRONGPASS.
func replyCode(text string) string {
	code, _, _ := strings.Cut(text, " ")
	if code == "" || strings.Trim(code, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" {
		return "ERR"
	}
	return code
}

// errRedisURL does not contain the address, which may have a password.
var errRedisURL = errors.New("not an address such as redis://user:password@host:6379/0 or rediss://host, without a query")

// ParseRedisURL returns the address of a server, with its port. A query is refused: options in it
// would change how long a call waits. The error does not contain the address.
func ParseRedisURL(text string) (*url.URL, error) {
	u, err := url.Parse(text)
	if err != nil || u.Hostname() == "" || u.RawQuery != "" || u.Fragment != "" || u.Scheme != "redis" && u.Scheme != "rediss" || !numberOfDatabase.MatchString(u.Path) {
		return nil, errRedisURL
	}
	u.Host = net.JoinHostPort(u.Hostname(), cmp.Or(u.Port(), "6379"))
	return u, nil
}

var numberOfDatabase = regexp.MustCompile(`^(/[0-9]{0,4})?$`)
