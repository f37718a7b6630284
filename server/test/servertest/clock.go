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

// NewClock returns a clock that shows the present.
func NewClock() *Clock { return &Clock{now: time.Now()} }

// Now returns the moment that the clock shows.
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

// Eventually waits until a condition holds that another goroutine brings about,
// and fails the test when it does not within the limit.
func Eventually(t testing.TB, limit time.Duration, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(limit); !holds(); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("the condition did not hold within %v", limit)
		}
	}
}

// Together makes n calls at once and counts the statuses of their answers.
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
