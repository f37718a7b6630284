// Package ratelimit limits the rate of requests of a client, with token buckets.
//
// A bucket holds up to Quota tokens. Each request takes one, one is added every
// Refill, and a request that finds none is refused.
package ratelimit

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"time"
)

// Limiter keeps one bucket for every policy name and key. Memory keeps them in the
// process and Redis in a server that replicas share; Shared is Redis, and Memory
// while Redis is away. The errors are those of an invalid policy, and of Redis.
//
// A Limiter is safe for concurrent use.
type Limiter interface {
	// Take takes a token from the bucket of key under policy. A refusal is not an
	// error, and costs the client nothing.
	Take(ctx context.Context, policy Policy, key Key) (Decision, error)

	// Return gives one token back, for an attempt that turned out not to count. A
	// bucket never holds more than its quota.
	Return(ctx context.Context, policy Policy, key Key) error
}

// Key identifies the client of a bucket: an address as returned by AddressKey,
// or the 16 bytes of a key id. It contains no pointer, so that the garbage
// collector does not scan a large map of keys.
type Key [16]byte

// Decision is the result of Take, and what the client is told of it.
type Decision struct {
	Policy     Policy
	Allowed    bool
	Remaining  int           // whole tokens left
	Reset      time.Duration // until the bucket is full, 0 when it is
	RetryAfter time.Duration // until the next token; 0 when allowed
}

// maxWindow prevents overflow in sums of times and windows, and is longer than
// any useful policy.
const maxWindow = 365 * 24 * time.Hour

// Policy is the size of a bucket and the rate at which it fills.
type Policy struct {
	Name   string        // as clients see it, in printable ASCII
	Quota  int           // tokens in a full bucket: the longest burst
	Refill time.Duration // time for one token to come back
}

// Window is the time an empty bucket needs to be full.
func (p Policy) Window() time.Duration {
	return time.Duration(p.Quota) * p.Refill
}

// Validate returns an error unless quota and refill are positive and the window
// is a year at most.
func (p Policy) Validate() error {
	if p.Quota < 1 || p.Refill < 1 {
		return fmt.Errorf("ratelimit: policy %q: quota %d and refill %v must be positive", p.Name, p.Quota, p.Refill)
	}
	// Divided, because the product could overflow.
	if time.Duration(p.Quota) > maxWindow/p.Refill {
		return fmt.Errorf("ratelimit: policy %q: quota %d times refill %v exceeds %v", p.Name, p.Quota, p.Refill, maxWindow)
	}
	return nil
}

// ValidateShared returns an error unless the policy is valid and its refill is a
// whole number of microseconds, the unit of time in Redis.
func (p Policy) ValidateShared() error {
	if err := p.Validate(); err != nil {
		return err
	}
	if p.Refill%time.Microsecond != 0 {
		return fmt.Errorf("ratelimit: policy %q: refill %v must be whole microseconds", p.Name, p.Refill)
	}
	return nil
}

// Anonymous is the policy of API requests without a key, for each address.
func Anonymous() Policy {
	return Policy{Name: "anonymous", Quota: 60, Refill: time.Second}
}

// AuthAttempt is the policy of attempts to authenticate, for each address. The
// token of a valid attempt is returned, so that only guesses count.
func AuthAttempt() Policy {
	return Policy{Name: "auth-attempt", Quota: 120, Refill: 500 * time.Millisecond}
}

// APIKey is the policy of API requests with a key, for each key id. For a key
// with a quota of its own, the caller sets it on the returned copy.
func APIKey() Policy {
	return Policy{Name: "api-key", Quota: 600, Refill: 100 * time.Millisecond}
}

// Pages is the policy of documents and pages, for each address.
func Pages() Policy {
	return Policy{Name: "pages", Quota: 300, Refill: 200 * time.Millisecond}
}

// Hooks is the policy of the messages of payment providers, for each address.
func Hooks() Policy {
	return Policy{Name: "hooks", Quota: 300, Refill: 200 * time.Millisecond}
}

// SetHeaders tells the client of the decision, in the fields of the IETF draft
// and in the older ones that clients know:
//
//	RateLimit-Policy: "anonymous";q=60;w=60
//	RateLimit: "anonymous";r=59;t=1
//	RateLimit-Limit: 60
//	RateLimit-Remaining: 59
//	RateLimit-Reset: 1
//	Retry-After: 1
//
// Times are whole seconds, rounded up: w until an empty bucket is full, t and
// RateLimit-Reset until this one is, Retry-After until the next token. The last
// is set on a refusal only.
func (d Decision) SetHeaders(h http.Header) {
	reset := seconds(d.Reset)

	policy := quoted(d.Policy.Name)
	policy = appendParameter(policy, ";q=", int64(d.Policy.Quota))
	policy = appendParameter(policy, ";w=", seconds(d.Policy.Window()))

	state := quoted(d.Policy.Name)
	state = appendParameter(state, ";r=", int64(d.Remaining))
	state = appendParameter(state, ";t=", reset)

	// The keys are in canonical form, and the values share one array, because this
	// runs for every request.
	values := []string{
		string(policy),
		string(state),
		strconv.Itoa(d.Policy.Quota),
		strconv.Itoa(d.Remaining),
		strconv.FormatInt(reset, 10),
	}
	h["Ratelimit-Policy"] = values[0:1:1]
	h["Ratelimit"] = values[1:2:2]
	h["Ratelimit-Limit"] = values[2:3:3]
	h["Ratelimit-Remaining"] = values[3:4:4]
	h["Ratelimit-Reset"] = values[4:5:5]
	if !d.Allowed {
		h.Set("Retry-After", strconv.FormatInt(max(seconds(d.RetryAfter), 1), 10))
	}
}

// quoted begins a structured field item. Go's quoting equals that of structured
// fields for printable ASCII, and escapes everything else.
func quoted(name string) []byte {
	const room = 64 // for a name of common length and two parameters
	return strconv.AppendQuoteToASCII(make([]byte, 0, room), name)
}

func appendParameter(b []byte, name string, value int64) []byte {
	return strconv.AppendInt(append(b, name...), value, 10)
}

// seconds returns d in seconds, rounded up.
func seconds(d time.Duration) int64 {
	return int64((d + time.Second - 1) / time.Second)
}
