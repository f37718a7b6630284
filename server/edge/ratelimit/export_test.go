package ratelimit

// Name returns the name of the key of a bucket.
func (r *Redis) Name(policy Policy, key Key) string { return r.name(policy, key) }
