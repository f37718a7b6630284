package servertest

import (
	"sync"
	"testing"
	"time"
)

// Clock is a clock that moves only when Advance is called.
type Clock struct {
	mu  sync.Mutex
	now time.Time
}

// NewClock returns a clock set to the present time.
func NewClock() *Clock { return &Clock{now: time.Now()} }

// Now returns the time of the clock.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// Advance moves the clock.
func (c *Clock) Advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// Set sets the clock to a moment.
func (c *Clock) Set(t testing.TB, moment string) {
	t.Helper()
	at, err := time.Parse(time.RFC3339, moment)
	if err != nil {
		t.Fatal(err)
	}
	c.Advance(at.Sub(c.Now()))
}

// Eventually waits for a condition that another goroutine makes true, and fails
// the test if that does not happen within the limit.
func Eventually(t testing.TB, limit time.Duration, holds func() bool) {
	t.Helper()
	for began := time.Now(); ; {
		asked := time.Now()
		if holds() {
			return
		}
		if asked.Sub(began) > limit {
			t.Fatalf("the condition did not hold within %v", limit)
		}
		time.Sleep(2*time.Millisecond + time.Since(asked)) // the other goroutine has to get on
	}
}

// Together makes n calls at once and counts the statuses of their responses.
func Together(n int, call func(i int) Reply) (statuses map[int]int, replies []Reply) {
	replies = make([]Reply, n)
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() { replies[i] = call(i) })
	}
	wg.Wait()
	statuses = map[int]int{}
	for _, reply := range replies {
		statuses[reply.Status]++
	}
	return statuses, replies
}
