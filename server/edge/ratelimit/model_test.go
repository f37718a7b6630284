package ratelimit_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/storefront/storefront/server/edge/ratelimit"
)

// model is a textbook token bucket: a level that rises with time. The level is
// measured in time, Refill per token, to be exact.
type model struct {
	policy ratelimit.Policy
	level  time.Duration
}

func newModel(p ratelimit.Policy) *model {
	return &model{policy: p, level: p.Window()}
}

func (m *model) pass(d time.Duration) {
	m.level = min(m.level+d, m.policy.Window())
}

func (m *model) take() ratelimit.Decision {
	d := ratelimit.Decision{Policy: m.policy, Allowed: m.level >= m.policy.Refill}
	if d.Allowed {
		m.level -= m.policy.Refill
	} else {
		d.RetryAfter = m.policy.Refill - m.level
	}
	d.Remaining = int(m.level / m.policy.Refill)
	d.Reset = m.policy.Window() - m.level
	return d
}

// TestAgainstModel plays random histories. There is room for every key, so that
// dropping full buckets, as windows pass, must have no visible effect.
func TestAgainstModel(t *testing.T) {
	const histories, steps, keys = 50, 5000, 40
	for seed := range uint64(histories) {
		random := rand.New(rand.NewPCG(seed, 0))
		clock := newClock()
		limiter := ratelimit.NewMemory(clock.Now, 1_000_000, "random")
		models := make([]*model, keys)
		for i := range models {
			models[i] = newModel(ratelimit.Policy{
				Name:   "random",
				Quota:  1 + random.IntN(20),
				Refill: time.Duration(1 + random.Int64N(int64(time.Second))),
			})
		}
		for step := range steps {
			// Mostly short, sometimes long enough to fill many buckets.
			wait := time.Duration(random.ExpFloat64() * float64(20*time.Millisecond))
			if random.IntN(200) == 0 {
				wait = time.Duration(random.Int64N(int64(20 * time.Second)))
			}
			clock.Advance(wait)
			for _, m := range models {
				m.pass(wait)
			}
			i := random.IntN(keys)
			key, m := ratelimit.Key{byte(i)}, models[i]
			if random.IntN(5) == 0 {
				giveBack(t, limiter, m.policy, key)
				m.pass(m.policy.Refill)
				continue
			}
			want, got := m.take(), take(t, limiter, m.policy, key)
			if got != want {
				t.Fatalf("seed %d, step %d: got %+v, want %+v", seed, step, got, want)
			}
		}
	}
}
