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
	for _, i := range implementations() {
		t.Run(i.name, func(t *testing.T) {
			for seed := range i.histories {
				playHistory(t, i.make(t, "random"), i.unit, seed)
			}
		})
	}
}

// playHistory compares a limiter with the model, with times that are whole units.
func playHistory(t *testing.T, l subject, unit time.Duration, seed uint64) {
	t.Helper()
	const steps, keys = 5000, 40
	random := rand.New(rand.NewPCG(seed, 0))
	models := make([]*model, keys)
	for i := range models {
		models[i] = newModel(ratelimit.Policy{
			Name:   "random",
			Quota:  1 + random.IntN(20),
			Refill: unit + time.Duration(random.Int64N(int64(time.Second))).Truncate(unit),
		})
	}
	for step := range steps {
		// Mostly short, sometimes long enough to fill many buckets.
		wait := time.Duration(random.ExpFloat64() * float64(20*time.Millisecond))
		if random.IntN(200) == 0 {
			wait = time.Duration(random.Int64N(int64(20 * time.Second)))
		}
		wait = wait.Truncate(unit)
		l.advance(wait)
		for _, m := range models {
			m.pass(wait)
		}
		i := random.IntN(keys)
		key, m := ratelimit.Key{byte(i)}, models[i]
		if random.IntN(5) == 0 {
			giveBack(t, l, m.policy, key)
			m.pass(m.policy.Refill)
			continue
		}
		want, got := m.take(), take(t, l, m.policy, key)
		if got != want {
			t.Fatalf("seed %d, step %d: got %+v, want %+v", seed, step, got, want)
		}
	}
}
