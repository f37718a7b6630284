package sandbox

import (
	"sync"
	"time"

	"github.com/storefront/storefront/server/config"
)

// epoch is the moment at which the first state was made. A sandbox moves all of its times, so
// that they lie before its own beginning as far as they lie before this.
var epoch = time.Date(2026, time.January, 1, 0, 0, 0, 0, time.UTC)

// clock is the clock of a sandbox.
type clock struct {
	config  config.Clock
	machine func() time.Time
	began   time.Time // of the sandbox, by the clock of the machine

	mu    sync.RWMutex
	ahead time.Duration // of the machine
}

func newClock(c config.Clock, machine func() time.Time) *clock {
	k := &clock{config: c, machine: machine, began: machine()}
	k.restart()
	return k
}

// restart sets the clock to its beginning.
func (k *clock) restart() {
	k.mu.Lock()
	defer k.mu.Unlock()
	if !k.config.At.IsZero() {
		k.ahead = k.config.At.Sub(k.machine())
	}
}

func (k *clock) now() time.Time {
	if k.config.Fixed {
		return k.config.At
	}
	return k.machine().Add(k.aheadOf())
}

func (k *clock) aheadOf() time.Duration {
	k.mu.RLock()
	defer k.mu.RUnlock()
	return k.ahead
}

// moved is how far the times of the first state are moved. What sells is counted by the
// quarter of an hour, so it is a number of these.
func (k *clock) moved() time.Duration {
	beginning := k.began
	if !k.config.At.IsZero() {
		beginning = k.config.At
	}
	return beginning.Truncate(15 * time.Minute).Sub(epoch)
}

// fixed returns the moment at which the clock stands, or nil if it runs.
func (k *clock) fixed() *time.Time {
	if !k.config.Fixed {
		return nil
	}
	return &k.config.At
}
