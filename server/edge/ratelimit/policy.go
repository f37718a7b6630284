package ratelimit

import (
	"fmt"
	"time"
)

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
